//! Small screens: a table that is gone, a question, a word that something went well.

use super::Sign;
use super::part::{Accent, Button, Screen, Style};
use super::view::{Closing, Notice, Question};
use crate::control::Stamp;
use crate::intent::{Intent, PanelStep};
use crate::pace::LOBBY_IDLE;
use crate::preferences::LanguagePreference;
use crate::text::{Language, Message, Name, Words};

/// The public last word of a table that ended without a winner.
pub fn closed(closing: &Closing, language: &Language) -> Screen {
    let minutes = u32::try_from(LOBBY_IDLE.as_seconds() / 60).unwrap_or(u32::MAX);
    let message = match closing {
        Closing::LobbyIdle => Message::ClosedLobbyIdle { minutes },
        Closing::LobbyEmpty => Message::ClosedLobbyEmpty,
        Closing::Ended { by } => Message::ClosedEnded { player: Name(by) },
        Closing::Abandoned => Message::ClosedAbandoned,
    };
    let again = language.say(&Message::ClosedAgain);
    Screen::new(Accent::Grey)
        .text(language.say(&message))
        .text(format!("-# {again}"))
}

/// A private question, with a way back.
pub fn question(question: Question, stamp: Stamp, language: &Language) -> Screen {
    let (about, yes, intent) = match question {
        Question::End => (
            Message::QuestionEnd,
            Message::QuestionEndYes,
            Intent::End { confirmed: true },
        ),
        Question::LeaveToStandIn => (
            Message::QuestionLeaveToStandIn,
            Message::QuestionLeaveYes,
            Intent::Leave { confirmed: true },
        ),
        Question::LeaveForGood => (
            Message::QuestionLeaveForGood,
            Message::QuestionLeaveYes,
            Intent::Leave { confirmed: true },
        ),
    };
    let sign = if question == Question::End {
        Sign::End
    } else {
        Sign::Leave
    };
    Screen::new(Accent::Refusal)
        .text(language.say(&about))
        .buttons([
            Button::new(stamp.button(intent), language.say(&yes))
                .emoji(sign)
                .style(Style::Danger),
            Button::new(
                stamp.button(Intent::Show(PanelStep::Hand)),
                language.say(&Message::ButtonCancel),
            )
            .emoji(Sign::Back),
        ])
}

/// A private word that something went well.
pub fn notice(notice: Notice, language: &Language) -> Screen {
    let message = match notice {
        Notice::Joined => Message::NoticeJoined,
        Notice::LeftLobby => Message::NoticeLeftLobby,
        Notice::LeftToStandIn => Message::NoticeLeftToStandIn,
        Notice::LeftForGood => Message::NoticeLeftForGood,
        Notice::Ended => Message::NoticeEnded,
        Notice::TablePosted => Message::NoticeTablePosted,
        Notice::Noped => Message::NoticeNoped,
        Notice::Passed => Message::NoticePassed,
        Notice::Voted => Message::NoticeVoted,
        Notice::VotedAway => Message::NoticeVotedAway,
        Notice::Done => Message::NoticeDone,
        Notice::Reading(LanguagePreference::FollowDiscord) => Message::NoticeReadingAsDiscordSays,
        Notice::Reading(LanguagePreference::Fixed(locale)) => Message::NoticeReadingIn {
            language: Words(Language::of(locale).name()),
        },
        Notice::OpenedIn { channel } => Message::NoticeOpenedIn {
            link: Words(format!("<#{channel}>")),
        },
    };
    Screen::new(Accent::Private).text(language.say(&message))
}
