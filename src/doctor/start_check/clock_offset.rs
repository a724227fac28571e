//! The offset between this machine's clock and a server's. Deadlines are shown to people as points in time,
//! so a wrong clock makes countdowns wrong.

use std::fmt;
use std::time::{Duration, SystemTime};

use crate::doctor::start_check::rest_probe::ProbeResponse;

/// The smallest offset at which the bot refuses to start: twice the default Nope window of the relaxed pace.
pub(crate) const REFUSED_OFFSET: Duration = Duration::from_secs(30);
/// The smallest offset at which `doctor` warns, because people notice that countdowns end early or late.
pub(crate) const NOTICEABLE_OFFSET: Duration = Duration::from_secs(3);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ClockOffset {
    Ahead(Duration),
    Behind(Duration),
}

impl ClockOffset {
    /// Measures the offset using a response; `None` if the server did not send its time. Servers send whole seconds, so
    /// the rounding error is up to half a second.
    pub(crate) fn measure(response: &ProbeResponse) -> Option<Self> {
        let server_time = response.server_time? + Duration::from_millis(500);
        Some(Self::between(response.local_time, server_time))
    }

    fn between(local: SystemTime, server: SystemTime) -> Self {
        match local.duration_since(server) {
            Ok(ahead) => Self::Ahead(ahead),
            Err(behind) => Self::Behind(behind.duration()),
        }
    }

    pub(crate) fn size(self) -> Duration {
        match self {
            Self::Ahead(size) | Self::Behind(size) => size,
        }
    }
}

/// Completes "this machine's clock is … the server's", as in "61 s behind".
impl fmt::Display for ClockOffset {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let direction = match self {
            Self::Ahead(_) => "ahead of",
            Self::Behind(_) => "behind",
        };
        write!(formatter, "{:.0} s {direction}", self.size().as_secs_f64())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_offset_has_a_direction_and_a_size() {
        let now = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000);
        let minute = Duration::from_secs(61);
        let ahead = ClockOffset::between(now + minute, now);
        let behind = ClockOffset::between(now, now + minute);
        assert_eq!(ahead.to_string(), "61 s ahead of");
        assert_eq!(behind.to_string(), "61 s behind");
        assert_eq!((ahead.size(), behind.size()), (minute, minute));
    }
}
