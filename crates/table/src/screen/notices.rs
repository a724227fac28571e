//! Short screens: the greeting, closed tables, confirmation prompts, folded hands and notices. Errors are
//! in [`error_notice`](super::error_notice).

use super::Icon;
use super::element::{Accent, Button, ButtonStyle, Screen};
use super::game_over::whole_story;
use super::view::{Departure, EndQuestionView, Notice, Player, Question};
use crate::control::Stamp;
use crate::fixed_time_limits::LOBBY_IDLE;
use crate::intent::{Intent, PanelStep};
use crate::record::CloseReason;
use crate::text::{BoldName, Countdown, Language, List, Message, Name, ShownName, Verbatim};

/// Returns the final public message of a closed table, with a button to the story of its last game, if there is one.
pub(crate) fn closed_table(
    why: &CloseReason,
    players: &[Player],
    last_game: Option<(Stamp, u16)>,
    has_counted: bool,
    language: &Language,
) -> Screen {
    let minutes = u32::try_from(LOBBY_IDLE.as_seconds() / 60).unwrap_or(u32::MAX);
    let message = match why {
        CloseReason::LobbyIdle => Message::ClosedLobbyIdle { minutes },
        CloseReason::LobbyEmpty => Message::ClosedLobbyEmpty,
        CloseReason::Ended { by } => {
            let seated = players.iter().find(|player| player.user() == Some(by.user));
            let (name, mark) = (by.name.as_str(), seated.and_then(|player| player.mark));
            let player = Name(ShownName { name, mark });
            Message::ClosedEnded { player }
        }
        CloseReason::Abandoned | CloseReason::OverIdle | CloseReason::ChannelGone => {
            Message::ClosedAbandoned
        }
        CloseReason::AllLeft => Message::ClosedAllLeft,
        CloseReason::EntryLimit => Message::ClosedEntryLimit,
    };
    let again = language.translate(&Message::ClosedAgain);
    let story = last_game.map(|(stamp, game)| whole_story(stamp, game, language));
    Screen::new(Accent::Grey)
        .text(language.translate(&message))
        .lines([end_counts(has_counted, language)])
        .text(format!("-# {again}"))
        .buttons(story)
}

/// Returns the public message that the bot posts once, after a server has added it.
pub fn greeting(language: &Language) -> Screen {
    let [title, about, never] = [
        Message::GreetingTitle,
        Message::GreetingAbout,
        Message::GreetingNever,
    ]
    .map(|message| language.translate(&message));
    Screen::new(Accent::Gathering).text(format!("### {title}\n{about}\n-# {never}"))
}

/// Returns the line that explains the scoring of a game that is ended early, or `None` for a game that does not count.
fn end_counts(counts: bool, language: &Language) -> Option<String> {
    counts.then(|| language.translate(&Message::EndCounts))
}

/// Returns a private prompt with buttons to confirm and to cancel.
pub(crate) fn question(question: Question, stamp: Stamp, language: &Language) -> Screen {
    let about = match question {
        Question::End => Message::QuestionEnd,
        Question::EndCounted => Message::QuestionEndCounted,
        Question::Leave(Departure::StandIn) => Message::QuestionLeaveToStandIn,
        Question::Leave(Departure::Asleep) => Message::QuestionLeaveAsleep,
        Question::Leave(Departure::ForGood) => Message::QuestionLeaveForGood,
        Question::Leave(Departure::Dead) => Message::QuestionLeaveDead,
        Question::Leave(Departure::Last) => Message::QuestionLeaveLast,
    };
    let button =
        |intent: Intent, label: Message<'_>| Button::labelled(stamp, intent, &label, language);
    let confirm = match question {
        Question::End | Question::EndCounted => {
            button(Intent::End { confirmed: true }, Message::QuestionEndYes).emoji(Icon::End)
        }
        Question::Leave(_) => {
            button(Intent::Leave { confirmed: true }, Message::QuestionLeaveYes).emoji(Icon::Leave)
        }
    };
    let cancel = button(Intent::Show(PanelStep::Hand), Message::ButtonCancel).emoji(Icon::Back);
    Screen::new(Accent::Refusal)
        .text(language.translate(&about))
        .lines([end_counts(question == Question::EndCounted, language)])
        .buttons([confirm.style(ButtonStyle::Danger), cancel])
}

/// Returns the private prompt for ending a table from another channel. It needs no cancel button, because it can
/// be dismissed.
pub(crate) fn end_question(view: &EndQuestionView, language: &Language) -> Screen {
    let seated = view.players.iter();
    let players = seated.map(|player| BoldName(player.shown_name()));
    let about = Message::QuestionEndIn {
        link: Verbatim(format!("<#{}>", view.channel)),
        players: List(players.collect()),
        opened: Countdown(view.opened),
    };
    let (channel, confirmed) = (view.channel, true);
    let end = Intent::EndIn { channel, confirmed };
    let confirm = Button::labelled(view.stamp, end, &Message::QuestionEndYes, language);
    Screen::new(Accent::Refusal)
        .text(language.translate(&about))
        .lines([end_counts(view.counts, language)])
        .buttons([confirm.emoji(Icon::End).style(ButtonStyle::Danger)])
}

/// Returns the screen that replaces a hand after a long time without use: a single line, and a button that opens a
/// new hand.
pub(crate) fn folded_hand(stamp: Stamp, language: &Language) -> Screen {
    let open = Button::labelled(stamp, Intent::OpenHand, &Message::ButtonHand, language)
        .emoji(Icon::Hand)
        .style(ButtonStyle::Primary);
    Screen::new(Accent::Grey)
        .text(language.translate(&Message::PanelFolded))
        .buttons([open])
}

/// Returns a private notice, usually that an action succeeded.
pub fn notice(notice: Notice, language: &Language) -> Screen {
    Screen::new(Accent::Private).text(language.translate(&notice_message(notice)))
}

pub(super) fn notice_message(notice: Notice) -> Message<'static> {
    match notice {
        Notice::Joined => Message::NoticeJoined,
        Notice::PlayersCalled => Message::NoticePlayersCalled,
        Notice::Knocked => Message::NoticeKnocked,
        Notice::LeftLobby => Message::NoticeLeftLobby,
        Notice::LeftGame(Departure::StandIn) => Message::NoticeLeftToStandIn,
        Notice::LeftGame(Departure::Asleep) => Message::NoticeLeftAsleep,
        Notice::LeftGame(Departure::ForGood) => Message::NoticeLeftForGood,
        Notice::LeftGame(Departure::Dead) => Message::NoticeLeftDead,
        Notice::LeftGame(Departure::Last) => Message::NoticeLeftLast,
        Notice::Ended => Message::NoticeEnded,
        Notice::TablePosted => Message::NoticeTablePosted,
        Notice::Noped => Message::NoticeNoped,
        Notice::Passed => Message::NoticePassed,
        Notice::TapAgain => Message::NoticeTapAgain,
        Notice::Voted => Message::NoticeVoted,
        Notice::VotedAway => Message::NoticeVotedAway,
        Notice::Done => Message::NoticeDone,
        Notice::TableOpened => Message::NoticeTableOpened,
        Notice::DataAttached => Message::NoticeDataAttached,
        Notice::Forgotten => Message::NoticeForgotten,
        Notice::TableAt(link) => Message::NoticeTableAt {
            link: Verbatim(link.to_string()),
        },
        Notice::OpenedInThread { channel } => Message::NoticeOpenedIn {
            link: Verbatim(format!("<#{channel}>")),
        },
    }
}
