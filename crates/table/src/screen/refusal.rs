//! Why something could not be done: a private sentence that says what is wrong and what to do.

use rules::Illegal;

use super::part::{Accent, Screen};
use super::view::{Obstacle, Permission};
use crate::refusal::Refusal;
use crate::text::{Countdown, Language, Message, Words};

/// A refusal of the table or of the rules.
pub fn refusal(refusal: &Refusal, language: &Language) -> Screen {
    note(&sentence(refusal), language)
}

/// Something that is in the way where no table has a say.
pub fn obstacle(obstacle: &Obstacle, language: &Language) -> Screen {
    let message = match obstacle {
        Obstacle::NoGame => Message::ObstacleNoGame,
        Obstacle::GameHere { link } => Message::ObstacleGameHere {
            link: Words(link.clone()),
        },
        Obstacle::Missing(Permission::View) => Message::ObstaclePermissionView,
        Obstacle::Missing(Permission::Send) => Message::ObstaclePermissionSend,
        Obstacle::Missing(Permission::SendInThreads) => Message::ObstaclePermissionThreads,
        Obstacle::Missing(Permission::CreateThreads) => Message::ObstaclePermissionCreateThreads,
        Obstacle::Missing(Permission::EmbedLinks) => Message::ObstaclePermissionEmbed,
        Obstacle::Missing(Permission::AttachFiles) => Message::ObstaclePermissionAttach,
        Obstacle::SlowDown => Message::ObstacleSlowDown,
        Obstacle::ServersOnly => Message::ObstacleServersOnly,
        Obstacle::UnknownButton => Message::ObstacleUnknownButton,
        Obstacle::UnknownCard => Message::ObstacleUnknownCard,
        Obstacle::UnknownValue => Message::ObstacleUnknownValue,
        Obstacle::Full => Message::ObstacleFull,
        Obstacle::Trouble => Message::ObstacleTrouble,
    };
    note(&message, language)
}

fn note(message: &Message<'_>, language: &Language) -> Screen {
    Screen::new(Accent::Refusal).text(language.say(message))
}

/// The sentence for a refusal.
pub(super) fn sentence(refusal: &Refusal) -> Message<'static> {
    match refusal {
        Refusal::NotSeated => Message::RefusalNotSeated,
        Refusal::AlreadySeated => Message::RefusalAlreadySeated,
        Refusal::TableFull => Message::RefusalTableFull,
        Refusal::HostOnly => Message::RefusalHostOnly,
        Refusal::HostOrModeratorOnly => Message::RefusalHostOrModeratorOnly,
        Refusal::TooFewPlayers => Message::RefusalTooFewPlayers,
        Refusal::TooManyPlayers => Message::RefusalTooManyPlayers,
        Refusal::OptionsDoNotFit => Message::RefusalOptionsDoNotFit,
        Refusal::NotAtTheTable => Message::RefusalNotAtTheTable,
        Refusal::NotStarted => Message::RefusalNotStarted,
        Refusal::AlreadyStarted => Message::RefusalAlreadyStarted,
        Refusal::GameOver => Message::RefusalGameOver,
        Refusal::NotOver => Message::RefusalNotOver,
        Refusal::Closed => Message::RefusalClosed,
        Refusal::MovedOn => Message::RefusalMovedOn,
        Refusal::NopedAlready => Message::RefusalNopedAlready,
        Refusal::WindowOver => Message::RefusalWindowOver,
        Refusal::MorePeopleThanThat => Message::RefusalMorePeopleThanThat,
        Refusal::LeftForGood => Message::RefusalLeftForGood,
        Refusal::NobodyWaits => Message::RefusalNobodyWaits,
        Refusal::VoteTooSoon { from } => Message::RefusalVoteTooSoon {
            deadline: Countdown(*from),
        },
        Refusal::VotedAlready => Message::RefusalVotedAlready,
        Refusal::NoComputer => Message::RefusalNoComputer,
        Refusal::Rules(illegal) => against_the_rules(*illegal),
    }
}

fn against_the_rules(illegal: Illegal) -> Message<'static> {
    match illegal {
        Illegal::GameOver => Message::RefusalGameOver,
        Illegal::NotSeated => Message::RefusalNotSeated,
        Illegal::Dead => Message::IllegalDead,
        Illegal::NotYourTurn => Message::IllegalNotYourTurn,
        Illegal::WindowOpen => Message::IllegalWindowOpen,
        Illegal::Waiting => Message::IllegalWaiting,
        Illegal::NoSuchCard => Message::IllegalNoSuchCard,
        Illegal::NotThisEdition => Message::IllegalNotThisEdition,
        Illegal::NotAlone => Message::IllegalNotAlone,
        Illegal::NoSuchCombo => Message::IllegalNoSuchCombo,
        Illegal::NotDifferent => Message::IllegalNotDifferent,
        Illegal::TargetMissing => Message::IllegalTargetMissing,
        Illegal::TargetNotWanted => Message::IllegalTargetNotWanted,
        Illegal::TargetSelf => Message::IllegalTargetSelf,
        Illegal::TargetDead => Message::IllegalTargetDead,
        Illegal::TargetEmpty => Message::IllegalTargetEmpty,
        Illegal::NobodyHasCards => Message::IllegalNobodyHasCards,
        Illegal::NotAskable => Message::IllegalNotAskable,
        Illegal::NothingToNope => Message::IllegalNothingToNope,
        Illegal::WindowClosed => Message::RefusalWindowOver,
        Illegal::OwnCardOnTop => Message::IllegalOwnCardOnTop,
        Illegal::NotTopCard => Message::RefusalNopedAlready,
        Illegal::AlreadyPassed => Message::IllegalAlreadyPassed,
        Illegal::NotAsked => Message::IllegalNotAsked,
        Illegal::NoSuchPlace => Message::IllegalNoSuchPlace,
        Illegal::NotInDiscard => Message::IllegalNotInDiscard,
        Illegal::PileEmpty => Message::IllegalPileEmpty,
    }
}
