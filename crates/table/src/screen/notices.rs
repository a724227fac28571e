//! Short screens: a closed table, a question to confirm, a notice of success.
//! Errors: [`error_notice`](super::error_notice).

use super::Icon;
use super::element::{Accent, Button, ButtonStyle, Screen};
use super::rules::NO_TABLE;
use super::view::{ClosedTableView, Notice, Question};
use crate::control::Stamp;
use crate::display_mode::DisplayMode;
use crate::intent::{Intent, PanelStep};
use crate::preferences::{LanguagePreference, PersonPreferences};
use crate::text::{Language, Message, Name, Verbatim};
use crate::timeouts::LOBBY_IDLE;

/// Returns the last public message of a table that closed without a winner.
pub fn closed_table(view: &ClosedTableView, language: &Language) -> Screen {
    let minutes = u32::try_from(LOBBY_IDLE.as_seconds() / 60).unwrap_or(u32::MAX);
    let message = match view {
        ClosedTableView::LobbyIdle => Message::ClosedLobbyIdle { minutes },
        ClosedTableView::LobbyEmpty => Message::ClosedLobbyEmpty,
        ClosedTableView::Ended { by } => Message::ClosedEnded { player: Name(by) },
        ClosedTableView::Abandoned => Message::ClosedAbandoned,
        ClosedTableView::EntryLimit => Message::ClosedEntryLimit,
    };
    let again = language.translate(&Message::ClosedAgain);
    Screen::new(Accent::Grey)
        .text(language.translate(&message))
        .text(format!("-# {again}"))
}

/// Returns a private question with a button to confirm and one to cancel.
pub fn question(question: Question, stamp: Stamp, language: &Language) -> Screen {
    let (about, confirm, intent) = match question {
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
    let icon = if question == Question::End {
        Icon::End
    } else {
        Icon::Leave
    };
    Screen::new(Accent::Refusal)
        .text(language.translate(&about))
        .buttons([
            Button::new(stamp.button(intent), language.translate(&confirm))
                .emoji(icon)
                .style(ButtonStyle::Danger),
            Button::new(
                stamp.button(Intent::Show(PanelStep::Hand)),
                language.translate(&Message::ButtonCancel),
            )
            .emoji(Icon::Back),
        ])
}

/// Returns the private question that a person confirms to be forgotten. Dismissing it is the other answer.
pub fn forget_question(language: &Language) -> Screen {
    Screen::new(Accent::Refusal)
        .text(language.translate(&Message::QuestionForget))
        .buttons([Button::new(
            NO_TABLE.button(Intent::ForgetMe),
            language.translate(&Message::QuestionForgetYes),
        )
        .style(ButtonStyle::Danger)])
}

/// Returns a private confirmation that something succeeded.
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
        Notice::Preferences(preferences) => return preference_notice(preferences, language),
        Notice::DataAttached => Message::NoticeDataAttached,
        Notice::Forgotten => Message::NoticeForgotten,
        Notice::TableAt(link) => Message::NoticeTableAt {
            link: Verbatim(link.to_string()),
        },
        Notice::OpenedInThread { channel } => Message::NoticeOpenedIn {
            link: Verbatim(format!("<#{channel}>")),
        },
    };
    Screen::new(Accent::Private).text(language.translate(&message))
}

/// Returns everything that a person has chosen for themselves, a line each.
fn preference_notice(preferences: PersonPreferences, language: &Language) -> Screen {
    let spoken = match preferences.language {
        LanguagePreference::FollowDiscord => Message::NoticeReadingAsDiscordSays,
        LanguagePreference::Fixed(locale) => Message::NoticeReadingIn {
            language: Verbatim(Language::of(locale).own_name()),
        },
    };
    let shown = match preferences.display_mode {
        DisplayMode::Pictures => Message::NoticePictures,
        DisplayMode::TextFirst => Message::NoticeTextFirst,
    };
    let hand = if preferences.direct_hand {
        Message::NoticeDirectHand
    } else {
        Message::NoticeNoDirectHand
    };
    let lines = [spoken, shown, hand].map(|message| language.translate(&message));
    Screen::new(Accent::Private).text(lines.join("\n"))
}
