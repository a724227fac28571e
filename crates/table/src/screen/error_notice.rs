//! Private messages about failed clicks and commands. Refusals come from the table and the rules, interaction errors
//! from the bot.

use rules::Illegal;

use super::element::{Accent, Screen};
use super::lobby::count;
use super::view::{InteractionError, Permission, TableLink};
use crate::input::WriteRefusal;
use crate::pages::recipes::wording;
use crate::pages::settings::mentions;
use crate::refusal::Refusal;
use crate::text::{Countdown, Language, Message, Name, ShownName, Verbatim};

/// Returns the private message for a refusal by the table or the rules.
pub fn refusal(refusal: &Refusal, language: &Language) -> Screen {
    error_screen(&sentence(refusal), language)
}

/// Returns the private message for an interaction that the bot cannot carry out.
pub fn interaction_error(error: &InteractionError, language: &Language) -> Screen {
    let message = match error {
        InteractionError::NoGame => Message::ErrorNoGame,
        InteractionError::GameExists { link } => Message::ErrorGameExists {
            link: Verbatim(link.clone()),
        },
        InteractionError::MissingPermission(permission) => match permission {
            Permission::View => Message::ErrorMissingView,
            Permission::Send => Message::ErrorMissingSend,
            Permission::SendInThreads => Message::ErrorMissingSendInThreads,
            Permission::CreateThreads => Message::ErrorMissingCreateThreads,
            Permission::EmbedLinks => Message::ErrorMissingEmbedLinks,
            Permission::AttachFiles => Message::ErrorMissingAttachFiles,
            Permission::Connect => Message::ErrorMissingConnect,
        },
        InteractionError::NotInThread => Message::ErrorNotInThread,
        InteractionError::RateLimited => Message::ErrorRateLimited,
        InteractionError::ServersOnly => Message::ErrorServersOnly,
        InteractionError::UnknownButton => Message::ErrorUnknownButton,
        InteractionError::UnknownCard => Message::ErrorUnknownCard,
        InteractionError::UnknownValue => Message::ErrorUnknownValue,
        InteractionError::AtCapacity => Message::ErrorAtCapacity,
        InteractionError::TooManyHosted => Message::ErrorTooManyHosted,
        InteractionError::TooManyWatched => Message::ErrorTooManyWatched,
        InteractionError::MayNotOpenThreads => Message::ErrorMayNotOpenThreads,
        InteractionError::AloneOnly { link } => Message::ErrorAloneOnly {
            link: Verbatim(link.clone()),
        },
        InteractionError::NotAMember { link } => Message::ErrorNotAMember {
            link: Verbatim(link.clone()),
        },
        InteractionError::NoThreadsHere => Message::ErrorNoThreadsHere,
        InteractionError::ThreadsFull => Message::ErrorThreadsFull,
        InteractionError::ThreadNameBlocked => Message::ErrorThreadNameBlocked,
        InteractionError::MayNotPost => Message::ErrorMayNotPost,
        InteractionError::RefusedByDiscord => Message::ErrorRefusedByDiscord,
        InteractionError::ManageServerOnly => Message::ErrorManageServerOnly,
        InteractionError::OtherChannels(channels) => Message::ErrorOtherChannels {
            channels: mentions(channels),
        },
        InteractionError::NoStory => Message::ErrorNoStory,
        InteractionError::NoStep => Message::ErrorNoStep,
        InteractionError::NoCalls => Message::ErrorNoCalls,
        InteractionError::NoStats => Message::ErrorNoStats,
        InteractionError::MomentTooSoon => Message::ErrorMomentTooSoon,
        InteractionError::CardTooSoon => Message::ErrorCardTooSoon,
        InteractionError::MomentsSpent => Message::ErrorMomentsSpent,
        InteractionError::MomentElsewhere => Message::ErrorMomentElsewhere,
        InteractionError::DailyPosted => Message::ErrorDailyPosted,
        InteractionError::DailySpent => Message::ErrorDailySpent,
        InteractionError::RecipeCode(error) => wording::bad_code(*error),
        InteractionError::UnknownRecipe => Message::ErrorRecipeUnknown,
        InteractionError::Unplayable(found) => {
            let (recipe, error) = &**found;
            let reason = wording::unplayable(*error, recipe, language);
            return Screen::new(Accent::Refusal).text(reason);
        }
        InteractionError::RecipeName => Message::ErrorRecipeName,
        InteractionError::RecipesFull { most } => Message::ErrorRecipesFull { most: count(*most) },
        InteractionError::OnlyListedRecipes => Message::ErrorRecipesListed,
        InteractionError::DailySecretUnavailable => Message::ErrorDailyUntold,
        InteractionError::Internal => Message::ErrorInternal,
    };
    error_screen(&message, language)
}

/// Returns the private message for a click on a button of an earlier game, if the user has no hand that could be
/// shown instead.
pub fn earlier_game(link: TableLink, is_playing: bool, language: &Language) -> Screen {
    let link = Verbatim(link.to_string());
    let message = if is_playing {
        Message::RefusalEarlierGameRunning { link }
    } else {
        Message::RefusalEarlierGame { link }
    };
    error_screen(&message, language)
}

fn error_screen(message: &Message<'_>, language: &Language) -> Screen {
    Screen::new(Accent::Refusal).text(language.translate(message))
}

pub(super) fn sentence(refusal: &Refusal) -> Message<'_> {
    match refusal {
        Refusal::NotSeated => Message::RefusalNotSeated,
        Refusal::AlreadySeated => Message::RefusalAlreadySeated,
        Refusal::SeatedInLobby => Message::RefusalSeatedInLobby,
        Refusal::TooOften => Message::RefusalTooOften,
        Refusal::TableFull => Message::RefusalTableFull,
        Refusal::HostOnly => Message::RefusalHostOnly,
        Refusal::RemovedFromLobby => Message::RefusalRemovedFromLobby,
        Refusal::CalledAlready => Message::RefusalCalledAlready,
        Refusal::HostIsHere => Message::RefusalHostIsHere,
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
        Refusal::TapAgain => Message::NoticeTapAgain,
        Refusal::NopedAlready => Message::RefusalNopedAlready,
        Refusal::WindowOver => Message::RefusalWindowOver,
        Refusal::MorePeopleThanThat => Message::RefusalMorePeopleThanThat,
        Refusal::NotRatedHere => Message::RefusalNotRatedHere,
        Refusal::LeftForGood => Message::RefusalLeftForGood,
        Refusal::NobodyWaits => Message::RefusalNobodyWaits,
        Refusal::VoteTooSoon { from } => Message::RefusalVoteTooSoon {
            deadline: Countdown(*from),
        },
        Refusal::VotedAlready => Message::RefusalVotedAlready,
        Refusal::NoComputer => Message::RefusalNoComputer,
        Refusal::NoDirectMessages => Message::RefusalNoDirectMessages,
        Refusal::OnlyAtTheTable => Message::RefusalOnlyAtTheTable,
        Refusal::CannotWrite(why) => match why {
            WriteRefusal::NoAccess => Message::RefusalNoAccess,
            WriteRefusal::MissingPermission => Message::RefusalMayNotWrite,
            WriteRefusal::ThreadLocked => Message::RefusalThreadLocked,
            WriteRefusal::Other { code, words } => Message::RefusalCannotWrite {
                reason: Name(ShownName::unmarked(words)),
                code: Verbatim(code.to_string()),
            },
            WriteRefusal::Unknown => Message::RefusalNotShown,
        },
        Refusal::Rules(illegal) => illegal_action(*illegal),
    }
}

fn illegal_action(illegal: Illegal) -> Message<'static> {
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
        Illegal::TargetBlind => Message::IllegalTargetBlind,
        Illegal::TargetMarked => Message::IllegalTargetMarked,
        Illegal::TargetClaimed => Message::IllegalTargetClaimed,
        Illegal::NextCardClaimed => Message::IllegalNextCardClaimed,
        Illegal::Blind => Message::IllegalBlind,
        Illegal::NotBlind => Message::IllegalNotBlind,
        Illegal::NobodyHasCards => Message::IllegalNobodyHasCards,
        Illegal::NotAskable => Message::IllegalNotAskable,
        Illegal::NothingToNope => Message::IllegalNothingToNope,
        Illegal::WindowClosed => Message::RefusalWindowOver,
        Illegal::OwnCardOnTop => Message::IllegalOwnCardOnTop,
        Illegal::NotTopCard => Message::RefusalNopedAlready,
        Illegal::AlreadyPassed => Message::IllegalAlreadyPassed,
        Illegal::NotAsked => Message::IllegalNotAsked,
        Illegal::NoSuchPlace => Message::IllegalNoSuchPlace,
        Illegal::NoSuchOrder => Message::IllegalNoSuchOrder,
        Illegal::NotInDiscard => Message::IllegalNotInDiscard,
        Illegal::PileEmpty => Message::IllegalPileEmpty,
    }
}
