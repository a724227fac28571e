//! The emoji of cards and controls as Unicode characters. A Discord application may replace each
//! with an emoji of its own.

use rules::Title;

/// An emoji before a label or in a line of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Emoji {
    /// The emoji of a card.
    Card(Title),
    /// An emoji that is not a card's.
    Icon(Icon),
}

/// The emoji that are not cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "each is named after its use")]
pub enum Icon {
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
    Text,
    Triple,
    Turn,
    Up,
    Winner,
    Yes,
}

impl Emoji {
    /// Returns the Unicode emoji; no two cards share one.
    pub fn unicode(self) -> &'static str {
        match self {
            Self::Card(title) => card(title),
            Self::Icon(icon) => icon.unicode(),
        }
    }
}

impl From<Title> for Emoji {
    fn from(title: Title) -> Self {
        Self::Card(title)
    }
}

impl From<Icon> for Emoji {
    fn from(icon: Icon) -> Self {
        Self::Icon(icon)
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

impl Icon {
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
            Self::Text => "🔤",
            Self::Triple => "🎰",
            Self::Turn => "👉",
            Self::Up => "⬆️",
            Self::Winner => "🏆",
            Self::Yes => "✅",
        }
    }
}
