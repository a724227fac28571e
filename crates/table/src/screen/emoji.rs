//! The small pictures of the product, each with a Unicode character that stands for it until
//! the Discord side has a drawing of its own.

use rules::Title;

/// A picture before a label or in a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Emoji {
    /// A card.
    Card(Title),
    /// Anything else.
    Sign(Sign),
}

/// Pictures that are not cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "each is named after what it shows")]
pub enum Sign {
    Alarm,
    Away,
    Back,
    Bomb,
    Box,
    Clock,
    Computer,
    Dead,
    Discard,
    Down,
    Draw,
    End,
    Five,
    Hand,
    Host,
    Join,
    Language,
    Leave,
    News,
    NewTable,
    No,
    Options,
    Pair,
    Pass,
    Person,
    Pile,
    Random,
    Rematch,
    Rules,
    Start,
    Stop,
    Triple,
    Turn,
    Up,
    Winner,
    Yes,
}

impl Emoji {
    /// The Unicode character that stands for it; no two cards share one.
    pub fn unicode(self) -> &'static str {
        match self {
            Self::Card(title) => card(title),
            Self::Sign(sign) => sign.unicode(),
        }
    }
}

impl From<Title> for Emoji {
    fn from(title: Title) -> Self {
        Self::Card(title)
    }
}

impl From<Sign> for Emoji {
    fn from(sign: Sign) -> Self {
        Self::Sign(sign)
    }
}

fn card(title: Title) -> &'static str {
    match title {
        Title::ExplodingKitten => "💥",
        Title::Defuse => "🧯",
        Title::Attack => "⚔️",
        Title::Skip => "⏭️",
        Title::Favor => "🙏",
        Title::Shuffle => "🔀",
        Title::SeeTheFuture => "🔮",
        Title::Nope => "🚫",
        Title::Tacocat => "🌮",
        Title::Cattermelon => "🍉",
        Title::HairyPotatoCat => "🥔",
        Title::BeardCat => "🧔",
        Title::RainbowRalphingCat => "🌈",
    }
}

impl Sign {
    fn unicode(self) -> &'static str {
        match self {
            Self::Alarm => "🚨",
            Self::Away => "💤",
            Self::Back => "↩️",
            Self::Bomb => "💣",
            Self::Box => "📦",
            Self::Clock => "⏱️",
            Self::Computer => "🤖",
            Self::Dead => "🪦",
            Self::Discard => "🗑️",
            Self::Down => "⬇️",
            Self::Draw => "🎴",
            Self::End => "🛑",
            Self::Five => "🖐️",
            Self::Hand => "🃏",
            Self::Host => "👑",
            Self::Join => "🙋",
            Self::Language => "💬",
            Self::Leave => "🚪",
            Self::News => "📬",
            Self::NewTable => "🆕",
            Self::No => "⛔",
            Self::Options => "⚙️",
            Self::Pair => "👯",
            Self::Pass => "🤷",
            Self::Person => "🐾",
            Self::Pile => "📚",
            Self::Random => "🎲",
            Self::Rematch => "🔁",
            Self::Rules => "📖",
            Self::Start => "🚀",
            Self::Stop => "✋",
            Self::Triple => "🎰",
            Self::Turn => "👉",
            Self::Up => "⬆️",
            Self::Winner => "🏆",
            Self::Yes => "✅",
        }
    }
}
