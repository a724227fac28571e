//! The private pages of the Kitten of the day, and the result that a person may post publicly. A page shows other
//! people's results only to readers who have finished. The bot's `pages::daily` decides when a day's secret may be
//! revealed. [`panel`](crate::screen::panel()) renders the hand.

use crate::ids::UserId;
use crate::intent::{Intent, Meaning};
use crate::pages::PageIntent;
use crate::pages::daily::{AttemptResult, DailyBoardRow, DailyRequest, Day};
use crate::pages::story::StoryPage;
use crate::screen::{Accent, Button, ButtonStyle, Emoji, Icon, Screen};
use crate::text::{BoldName, Countdown, Language, Message, Name, ShownName, Verbatim};

/// The input of [`daily_page`], for a reader whose game has not started or is over.
#[derive(Clone, Debug)]
pub struct DailyView<'v> {
    /// The day shown.
    pub day: Day,
    /// The commitment to the day's secret, in the form shown at a table.
    pub commitment: String,
    /// The reader's streak so far.
    pub streak: u32,
    /// How the reader's game ended; `None` before they have started.
    pub outcome: Option<DailyOutcome>,
    /// The server's board. Shown only to a reader who has finished.
    pub board: &'v [DailyBoardRow],
    /// The person who sees the page.
    pub reader: UserId,
    /// True if the reader may still post their result here.
    pub may_post: bool,
    /// True if the previous day's secret may be revealed.
    pub tells_day_before: bool,
    /// True if the reader has finished the previous day's game, so its story may be shown once the secret is revealed.
    pub played_day_before: bool,
}

/// How a person's game ended, as shown to them and in public.
#[derive(Clone, Debug)]
pub struct DailyOutcome {
    /// The place, the number of turns and the streak.
    pub result: AttemptResult,
    /// The row of squares: [`DailyGame::trail`](super::DailyGame::trail).
    pub trail: String,
    /// Of the other people with a result on the server, the percentage who did worse; `None` if it is not shown.
    pub better_than: Option<u32>,
}

pub(crate) fn title(day: Day) -> Message<'static> {
    Message::DailyTitle { day: day.0 }
}

/// Returns the day's page, either before the reader's game or with its result.
pub fn daily_page(view: &DailyView<'_>, language: &Language) -> Screen {
    let said = |icon, message| format!("{} {}", Emoji::Icon(icon), language.translate(&message));
    let ends = Countdown(view.day.ends());
    let days = view.streak;
    let streak = (days > 0).then(|| said(Icon::Streak, Message::DailyStreak { days }));
    // The result line already contains the title.
    let (accent, heading, about) = match &view.outcome {
        None => {
            let heading = format!("### {}", said(Icon::Paw, title(view.day)));
            (Accent::Gathering, heading, Message::DailyAbout { ends })
        }
        Some(outcome) => {
            let line = language.translate(&line(view.day, &outcome.result, language));
            let heading = format!("**{line}**\n{}", outcome.trail);
            (
                accent(&outcome.result),
                heading,
                Message::DailyNext { ends },
            )
        }
    };
    let outcome = view.outcome.as_ref();
    let compared = outcome
        .and_then(|outcome| compared(outcome, language))
        .map(|text| format!("{} {text}", Emoji::Icon(Icon::Ratings)));
    Screen::new(accent)
        .lines([
            Some(heading),
            Some(language.translate(&about)),
            streak,
            compared,
        ])
        .lines(board(view, language))
        .text(commitment_line(view, language))
        .buttons(buttons(view, language))
}

fn accent(result: &AttemptResult) -> Accent {
    match result.place {
        1 => Accent::Win,
        _ => Accent::Explosion,
    }
}

/// Returns the result on one line, without giving away any cards.
fn line(day: Day, result: &AttemptResult, language: &Language) -> Message<'static> {
    Message::DailyLine {
        day: day.0,
        place: place(result.place, language),
        turns: result.turns,
    }
}

fn compared(outcome: &DailyOutcome, language: &Language) -> Option<String> {
    let percent = outcome.better_than?;
    Some(language.translate(&Message::DailyBetter { percent }))
}

fn place(place: u8, language: &Language) -> Verbatim {
    let place = place.into();
    Verbatim(language.translate(&Message::DailyPlace { place }))
}

/// Returns the lines of the server's board; empty until the reader has finished, or if the board has no rows.
fn board(view: &DailyView<'_>, language: &Language) -> Vec<Option<String>> {
    if view.outcome.is_none() || view.board.is_empty() {
        return Vec::new();
    }
    let row = |row: &DailyBoardRow| {
        let text = language.translate(&Message::DailyRow {
            rank: row.rank,
            player: Name(ShownName::unmarked(&row.name)),
            place: place(row.result.place, language),
            turns: row.result.turns,
        });
        let row_text = Verbatim(text.clone());
        if row.person == view.reader {
            language.translate(&Message::BoardYou { row: row_text })
        } else {
            text
        }
    };
    let title = format!("**{}**", language.translate(&Message::DailyBoard));
    let rows = view.board.iter().map(|each| Some(row(each)));
    std::iter::once(Some(title)).chain(rows).collect()
}

fn commitment_line(view: &DailyView<'_>, language: &Language) -> String {
    let message = Message::DailyCommitment {
        id: Verbatim(view.day.game_id().to_string()),
        commitment: Verbatim(view.commitment.clone()),
    };
    format!("-# {}", language.translate(&message))
}

fn button(
    day: Day,
    intent: impl Into<Meaning>,
    label: &Message<'_>,
    language: &Language,
) -> Button {
    Button::labelled(day.stamp(0), intent, label, language)
}

fn buttons(view: &DailyView<'_>, language: &Language) -> Vec<Button> {
    let on = |day, intent: Meaning, label| button(day, intent, &label, language);
    let play = on(view.day, Intent::Start.into(), Message::ButtonDailyPlay).emoji(Icon::Start);
    let post = on(
        view.day,
        PageIntent::Daily(DailyRequest::Post).into(),
        Message::ButtonDailyPost,
    )
    .style(ButtonStyle::Primary);
    let rules = on(view.day, Intent::Rules(None).into(), Message::ButtonRules).emoji(Icon::Rules);
    let proof = on(
        view.day.back(1),
        PageIntent::Daily(DailyRequest::Proof).into(),
        Message::ButtonDailyProof,
    );
    let story = story_button(view.day.back(1), &Message::ButtonDailyStory, language);
    let has_ended = view.outcome.is_some();
    let buttons = [
        (!has_ended, play.style(ButtonStyle::Success)),
        (has_ended && view.may_post, post),
        (true, rules),
        (view.tells_day_before && view.played_day_before, story),
        (view.tells_day_before, proof),
    ];
    let shown = buttons.into_iter().filter(|(is_shown, _)| *is_shown);
    shown.map(|(_, button)| button).collect()
}

fn story_button(day: Day, label: &Message<'_>, language: &Language) -> Button {
    let page = StoryPage::Cards;
    let story = PageIntent::Story { game: 1, page };
    button(day, story, label, language).emoji(Icon::Story)
}

/// Returns the page that reveals a past day's secret, together with the reader's result if they have one.
pub fn daily_proof(
    day: Day,
    (commitment, secret): (String, String),
    result: Option<&AttemptResult>,
    language: &Language,
) -> Screen {
    let title = Message::DailyProof { day: day.0 };
    let (commitment, secret) = (Verbatim(commitment), Verbatim(secret));
    let id = Verbatim(day.game_id().to_string());
    let lines = [
        result.map(|result| line(day, result, language)),
        Some(Message::FairCommitment { commitment }),
        Some(Message::FairSecret { secret }),
        Some(Message::DailyProofAbout { id }),
    ];
    let open = PageIntent::Daily(DailyRequest::Open);
    Screen::new(Accent::Private)
        .text(format!("### {}", language.translate(&title)))
        .lines(lines.map(|line| Some(language.translate(&line?))))
        .buttons(
            result
                .map(|_| story_button(day, &Message::ButtonStory, language))
                .into_iter()
                .chain([button(day, open, &Message::ButtonBack, language).emoji(Icon::Back)]),
        )
}

/// Returns the public message that shares a person's result, with a button that opens today's page.
pub fn daily_post(day: Day, outcome: &DailyOutcome, name: &str, language: &Language) -> Screen {
    let DailyOutcome { result, trail, .. } = outcome;
    let post = Message::DailyPost {
        player: BoldName(ShownName::unmarked(name)),
        line: Verbatim(language.translate(&line(day, result, language))),
    };
    let days = result.streak;
    let in_a_row = (days > 1).then(|| {
        let said = language.translate(&Message::DailyInARow { days });
        format!("{} {said}", Emoji::Icon(Icon::Streak))
    });
    let remarks: Vec<_> = in_a_row
        .into_iter()
        .chain(compared(outcome, language))
        .collect();
    let small = (!remarks.is_empty()).then(|| format!("-# {}", remarks.join(" · ")));
    let open = PageIntent::Daily(DailyRequest::Open);
    Screen::new(accent(result))
        .lines([Some(language.translate(&post)), Some(trail.clone()), small])
        .buttons([button(day, open, &Message::ButtonDailyToday, language).emoji(Icon::Paw)])
}
