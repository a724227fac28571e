//! The speed of a game that only computers play. The host sets it with buttons. It is journalled, so a restart does not
//! change it.

use crate::ids::Millis;

rules::named! {
    /// How fast computers play among themselves.
    #[derive(Default)]
    pub enum WatchSpeed {
        /// Six seconds between two events.
        Slow = "slow",
        /// Three and a half seconds.
        #[default]
        Normal = "normal",
        /// Two and a half seconds: anything shorter leaves too little time to read.
        Fast = "fast",
    }
}

impl WatchSpeed {
    pub(crate) const fn interval(self) -> Millis {
        match self {
            Self::Slow => Millis(6000),
            Self::Normal => Millis(3500),
            Self::Fast => Millis(2500),
        }
    }

    pub(crate) const fn slower(self) -> Self {
        match self {
            Self::Slow | Self::Normal => Self::Slow,
            Self::Fast => Self::Normal,
        }
    }

    pub(crate) const fn faster(self) -> Self {
        match self {
            Self::Slow => Self::Normal,
            Self::Normal | Self::Fast => Self::Fast,
        }
    }
}
