//! What a person can mean by a click, a choice or a command. An intent is a wish: it says nothing
//! about who may have it granted, nor about what the game allows.

use players::Strength;
use rules::{Play, Seat, Title};

use crate::options::Setting;
use crate::screen::RulesView;

/// Everything a person can mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Intent {
    /// Sit down in the lobby, or take back the own seat of a running game.
    Join,
    /// Get up; in a running game the seat is handed over. Asks first unless confirmed.
    Leave {
        /// The question was answered.
        confirmed: bool,
    },
    /// Let a computer that plays this well sit down.
    AddComputer(Strength),
    /// Let the computer that sat down last get up.
    RemoveComputer,
    /// Begin the game.
    Start,
    /// See the options and change them.
    OpenOptions,
    /// Change one option.
    Set(Setting),
    /// See the own hand.
    OpenHand,
    /// Post the table anew at the bottom of the channel.
    PostTable,
    /// Read the rules of this table's edition.
    Rules,
    /// Turn to a page of the rules help. It needs no table: whoever reads it can answer it with
    /// [`screen::rules`](crate::screen::rules).
    Read(RulesView),
    /// Go to a step of the hand panel.
    Show(PanelStep),
    /// Draw a card, which ends the turn.
    Draw,
    /// Play a card or a combo.
    Play(Play),
    /// Nope the card on top of the open window: the action is layer 0, the first Nope layer 1.
    Nope {
        /// The layer of the card that the Nope is meant for.
        layer: u8,
    },
    /// Let the card on top of the open window pass.
    Pass,
    /// Put the kitten back.
    Place(Spot),
    /// Give this card to whom it is owed.
    Give(Title),
    /// Take this card from the discard pile.
    Take(Title),
    /// Stop the shuffle.
    Stop,
    /// Vote to go on without this seat's owner, who keeps the others waiting.
    VoteAway(Seat),
    /// End the table for all. Asks first, if a game is running, unless confirmed.
    End {
        /// The question was answered.
        confirmed: bool,
    },
    /// Play again: same seats and options, the start moves on by one.
    Rematch,
    /// Open a new lobby in the place of the finished table.
    NewTable,
}

/// Where in the pile a kitten is to go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Spot {
    /// So many cards lie above it; 0 is the top.
    At(u8),
    /// Anywhere, each place equally likely; not even its owner chooses.
    Random,
}

/// A step of the hand panel. Steps live in the ids of the controls alone: a panel is left, reopened
/// and gone back from without anything to remember.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PanelStep {
    /// The hand itself, or the choice that is waited for.
    Hand,
    /// What can be done with a title held more than once.
    Title(Title),
    /// On whom.
    Target(TargetedPlay),
    /// Which title a triple asks a seat for.
    Naming {
        /// The title played three times.
        title: Title,
        /// Who is asked.
        on: Seat,
    },
    /// Which five different titles.
    Five,
    /// Any place in the pile for the kitten, a screenful of places at a time.
    Places {
        /// The first place to choose from.
        from: u8,
    },
}

/// A play that still lacks its target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TargetedPlay {
    /// A Favor.
    Favor,
    /// A pair of this title.
    Pair(Title),
    /// A triple of this title.
    Triple(Title),
}

/// What a menu of choices is about; with the values chosen in it, it makes an [`Intent`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Menu {
    /// An option of the lobby. Values: [`Setting::value`].
    Option(SettingKind),
    /// The target of a play. Values: the seat's index.
    Target(TargetedPlay),
    /// The title that a triple asks for. Values: the title's id.
    Naming {
        /// The title played three times.
        title: Title,
        /// Who is asked.
        on: Seat,
    },
    /// Five different titles. Five values: the titles' ids.
    Five,
    /// The place of the kitten. Values: the place, 0 being the top.
    Place,
    /// The card to give. Values: the title's id.
    Give,
    /// The card to take. Values: the title's id.
    Take,
}

/// What a setting is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SettingKind {
    /// Which rulebook.
    Edition,
    /// Which combos.
    Combos,
    /// How fast.
    Pace,
    /// Whether Attacks add up.
    Attack,
    /// Who gives for a Favor.
    Favor,
    /// Whether the own card may be Noped.
    SelfNope,
    /// One deck or two.
    Decks,
    /// Who begins.
    First,
    /// What becomes of the seat of one who leaves.
    Leavers,
    /// The language of the public text.
    Language,
}

impl SettingKind {
    /// Every subject, in the order in which options are shown.
    pub const ALL: [Self; 10] = [
        Self::Edition,
        Self::Decks,
        Self::Pace,
        Self::Combos,
        Self::Attack,
        Self::Favor,
        Self::SelfNope,
        Self::First,
        Self::Leavers,
        Self::Language,
    ];

    /// The word that stands for it in the ids of controls.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Edition => "edition",
            Self::Combos => "combos",
            Self::Pace => "pace",
            Self::Attack => "attack",
            Self::Favor => "favor",
            Self::SelfNope => "self-nope",
            Self::Decks => "decks",
            Self::First => "first",
            Self::Leavers => "leavers",
            Self::Language => "language",
        }
    }
}
