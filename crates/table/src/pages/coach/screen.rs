//! Renders the coach's page: the chance to win over time, and the costliest and best decisions in words.

use players::{Decision, Review};
use rules::Seat;

use super::wording::{Situation, percent};
use crate::pages::PageIntent;
use crate::pages::story::{Story, StoryPage, StoryReader};
use crate::screen::{Accent, ButtonStyle, Element, Emoji, Icon, Picture, Screen};
use crate::text::{Message, Verbatim};

/// The blocks of the line that shows the chance to win, from no chance to certainty.
const BLOCKS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
/// The maximum number of blocks in the line: as many as fit on a phone.
const MAX_BLOCKS: usize = 24;

/// The maximum length of a page, in characters. A longer page omits the tiger's moves. Discord allows 4,000.
const MAX_TEXT: usize = 3_300;

/// Returns the page with the review of a seat and, if `has_picture`, the chance to win as a picture.
pub fn coach_page(
    story: &Story,
    seat: Seat,
    (review, has_picture): (&Review, bool),
    reader: StoryReader<'_>,
) -> Screen {
    let page = |with_moves| {
        let listed = review.costliest.iter().chain(&review.best);
        let lines = (1..).zip(listed).map(|(number, decision)| {
            let numbered = (number, decision);
            decision_lines(story, (seat, with_moves), numbered, reader)
        });
        page_of((review, has_picture), &lines.collect::<Vec<_>>(), reader)
    };
    let full = page(true);
    if full.to_string().chars().count() <= MAX_TEXT {
        full
    } else {
        page(false)
    }
}

fn page_of(
    (review, has_picture): (&Review, bool),
    lines: &[String],
    reader: StoryReader<'_>,
) -> Screen {
    let text = |message: &Message<'_>| reader.language.translate(message);
    let (costliest, best) = lines.split_at(review.costliest.len().min(lines.len()));
    let mut screen = Screen::new(Accent::Private)
        .lines([
            Some(format!("### {}", text(&Message::ButtonCoach))),
            Some(chance_line(review, reader)),
            Some(text(&luck(review))),
            (!review.is_complete).then(|| text(&Message::CoachUnfinished)),
        ])
        .element(has_picture.then(|| picture(review, reader)))
        .separator();
    if !costliest.is_empty() {
        screen = screen.text(section(&text(&Message::CoachCostliest), costliest));
    } else if review.is_complete {
        screen = screen.text(text(&Message::CoachNoMistake));
    }
    if !best.is_empty() {
        screen = screen.text(section(&text(&Message::CoachBest), best));
    }
    let listed = review.costliest.iter().chain(&review.best);
    let back = reader
        .story_button(StoryPage::Cards, &Message::ButtonCards)
        .emoji(Icon::Back);
    let as_picture = || {
        let intent = PageIntent::CoachPicture { game: reader.game };
        let button = reader.button(intent, &Message::ButtonCoachPicture);
        button.emoji(Icon::Ratings)
    };
    screen
        .text(format!("-# {}", text(&Message::CoachAbout)))
        .packed_buttons((1..).zip(listed).map(|(number, decision)| {
            let step = u32::from(decision.step);
            let page = StoryPage::Step(decision.step);
            reader.story_button(page, &Message::CoachJump { number, step })
        }))
        .buttons([back].into_iter().chain((!has_picture).then(as_picture)))
        .displayed_as(reader.display_mode)
}

/// Adds the button that opens the coach's page.
#[must_use]
pub fn with_coach_button(screen: Screen, reader: StoryReader<'_>) -> Screen {
    let coach = PageIntent::Coach { game: reader.game };
    let button = reader.button(coach, &Message::ButtonCoach);
    screen.buttons([button.style(ButtonStyle::Primary)])
}

fn section(heading: &str, lines: &[String]) -> String {
    format!("**{heading}**\n{}", lines.join("\n"))
}

/// Returns a picture of how the chance to win changed over the course of the game.
fn picture(review: &Review, reader: StoryReader<'_>) -> Element {
    let end = if review.has_won { 100 } else { 0 };
    let known = review.chances.iter();
    let mut points: Vec<_> = known.map(|(_, chance)| percent(*chance) as i32).collect();
    points.push(end);
    let alt = reader.language.translate(&Message::CoachPicture {
        start: points[0].unsigned_abs(),
        end: end.unsigned_abs(),
    });
    let picture = Picture::Curve(points);
    Element::Picture { picture, alt }
}

fn chance_line(review: &Review, reader: StoryReader<'_>) -> String {
    let end = if review.has_won { 1.0 } else { 0.0 };
    let values: Vec<f32> = review.chances.iter().map(|(_, chance)| *chance).collect();
    let start = values.first().copied().unwrap_or(end);
    let shown = values.len().min(MAX_BLOCKS - 1);
    let sampled = (0..shown).map(|block| values[block * values.len() / shown]);
    let blocks = sampled.chain([end]).map(|value| {
        let height = (value * BLOCKS.len() as f32) as usize;
        BLOCKS[height.min(BLOCKS.len() - 1)]
    });
    reader.language.translate(&Message::CoachLine {
        line: Verbatim(blocks.collect()),
        start: percent(start),
        end: percent(end),
    })
}

fn luck(review: &Review) -> Message<'static> {
    let decisions = percent(review.lost_to_decisions());
    let cards = percent(review.luck().abs());
    if review.luck() < 0.0 {
        Message::CoachLuckLost { cards, decisions }
    } else {
        Message::CoachLuckWon { cards, decisions }
    }
}

/// Returns a decision in words, followed by the tiger's top moves if `with_moves`.
fn decision_lines(
    story: &Story,
    (seat, with_moves): (Seat, bool),
    (number, decision): (u32, &Decision),
    reader: StoryReader<'_>,
) -> String {
    let before = story.at(decision.step.saturating_sub(1));
    let view = before.game.view(Some(seat));
    let situation = Situation::new(&view, &story.players, reader);
    let sentence = Verbatim(situation.sentence(decision));
    let message = Message::CoachNumbered { number, sentence };
    let sentence = reader.language.translate(&message);
    if !with_moves {
        return sentence;
    }
    let tiger = Emoji::Icon(Icon::Computer);
    format!("{sentence}\n-# {tiger} {}", situation.values(decision))
}
