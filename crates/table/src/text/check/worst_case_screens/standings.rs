//! Leaderboards, statistics, daily pages and practice pages, with the maximum number of people and the largest numbers.

use players::{MistakeKind, Strength};
use rules::{Edition, EditionId, Editions, Seat, Title};

use super::extremes::{DEADLINE, LONGEST_NAME, STAMP, ScreenVisitor, user};
use crate::beat::{BeatEvent, DeathBeat};
use crate::display_mode::DisplayMode;
use crate::ids::{GuildId, TableId};
use crate::kitten_origins::Hider;
use crate::pages::PageIntent;
use crate::pages::coach::{COUNTED_REVIEWS, ReviewedGame};
use crate::pages::daily::{
    self, AttemptResult, BOARD_ROWS, DailyBoardRow, DailyOutcome, DailyRequest, DailyView, Day,
};
use crate::pages::evening::{EVENING_GAMES, EveningPlayer, EveningView, evening_page};
use crate::pages::leaderboard::{
    self, BOARD_PAGE, Board, BoardQuery, BoardRow, BoardView, ComputerRow, Measure, Placing, Window,
};
use crate::pages::practice::{
    self, Practice, PracticeResult, PracticeSetup, PracticeView, practice_page,
};
use crate::pages::statistics::{self, BestDay, Names, PersonStats, PlacementCounts, StatsView};
use crate::results::{Badge, PlayerEnding, ShownRating};
use crate::screen::{BeatView, Occupant, Player, Presence};
use crate::solo_game::solo_death;
use crate::text::Language;

/// A number larger than any that occurs in practice.
const MANY: u32 = 99_999;

pub(super) fn visit_standings(language: &Language, visit: &mut ScreenVisitor<'_>) {
    for measure in Measure::ALL {
        for window in Window::ALL {
            for (page, rows) in [(0, 0), (500, 0), (500, BOARD_PAGE), (501, BOARD_PAGE)] {
                let board = board(window, measure, page, rows);
                visit("a leaderboard", &leaderboard::leaderboard(&board, language));
                visit(
                    "a board of the week",
                    &leaderboard::weekly_board(&board, language),
                );
            }
        }
    }
    visit_evenings(language, visit);
    for (kind, games) in MistakeKind::ALL
        .into_iter()
        .flat_map(|kind| [(kind, 1), (kind, COUNTED_REVIEWS)])
    {
        let stats = PersonStats {
            reviewed: vec![reviewed(kind); games as usize],
            ..stats(ShownRating::Points(-1_000))
        };
        let screen = statistics::person_stats(&stats, user(0), StatsView::Own, &[], language);
        visit("a person's own statistics", &screen);
    }
    let ratings = [
        ShownRating::Placing { games: 9 },
        ShownRating::Points(-1_000),
    ];
    for view in [
        StatsView::Own,
        StatsView::Everywhere,
        StatsView::Of(user(0)),
    ] {
        for stats in ratings
            .map(stats)
            .into_iter()
            .chain([PersonStats::default()])
        {
            for curve in [&[][..], &[-1_000; 100]] {
                let screen = statistics::person_stats(&stats, user(0), view, curve, language);
                visit("a person's statistics", &screen);
            }
            if stats.games > 0 {
                let card = statistics::public_card(&stats, user(0), language);
                visit("a person's card", &card);
            }
            for badge in Badge::ALL {
                let screen = statistics::badges(&stats, user(0), view, Some(badge), language);
                visit("a person's badges", &screen);
            }
        }
    }
}

fn visit_evenings(language: &Language, visit: &mut ScreenVisitor<'_>) {
    let player = |(index, fate)| EveningPlayer {
        person: Some(user(index)),
        name: LONGEST_NAME.to_owned(),
        fate,
        closest_shave: 100,
    };
    let fates = PlayerEnding::ALL.into_iter().cycle();
    let game: Vec<_> = (0..Seat::COUNT).zip(fates).map(player).collect();
    let games = vec![game; EVENING_GAMES.into()];
    for is_public in [false, true] {
        let view = EveningView {
            stamp: STAMP,
            game: u16::MAX,
            games: &games,
            is_public,
        };
        visit("an evening", &evening_page(&view, language));
    }
}

pub(super) fn visit_daily_pages(language: &Language, visit: &mut ScreenVisitor<'_>) {
    let (day, commitment, secret) = (Day(u32::MAX), "9".repeat(28), "9".repeat(64));
    let result = |place| AttemptResult {
        place,
        turns: MANY,
        streak: MANY,
        frozen: None,
        finished_at: DEADLINE,
        guild: None,
    };
    let row = |index: u32| DailyBoardRow {
        rank: MANY,
        person: user(index as usize),
        name: LONGEST_NAME.to_owned(),
        result: result(4),
    };
    let board: Vec<_> = (0..=BOARD_ROWS).map(row).collect();
    let outcome = |place| DailyOutcome {
        result: result(place),
        trail: "✂️".repeat(12),
        better_than: Some(100),
    };
    visit_deaths(day, language, visit);
    for outcome in [None, Some(outcome(1)), Some(outcome(4))] {
        let view = DailyView {
            day,
            commitment: commitment.clone(),
            streak: MANY,
            outcome: outcome.clone(),
            board: &board,
            reader: user(0),
            may_post: true,
            tells_day_before: true,
            played_day_before: true,
        };
        visit("a day's page", &daily::daily_page(&view, language));
        let proof = daily::daily_proof(
            day,
            (commitment.clone(), secret.clone()),
            outcome.as_ref().map(|outcome| &outcome.result),
            language,
        );
        visit("a day's secret", &proof);
        if let Some(outcome) = &outcome {
            let post = daily::daily_post(day, outcome, LONGEST_NAME, language);
            visit("a day's result", &post);
        }
    }
}

pub(super) fn visit_practice_pages(language: &Language, visit: &mut ScreenVisitor<'_>) {
    let editions = Editions::built_in();
    let running = Practice::learn(None).finish(DEADLINE);
    for edition in editions.all().map(Edition::id) {
        for practice in [None, Some(&running)] {
            let setup = PracticeSetup {
                edition,
                ..PracticeSetup::default()
            };
            let view = PracticeView {
                setup: setup.allowed_in(&editions),
                practice,
                editions: &editions,
            };
            visit("a practice's page", &practice_page(&view, language));
        }
    }
    for (setup, place) in [(Some(PracticeSetup::default()), 5), (None, 1), (None, 2)] {
        let view = PracticeResult {
            stamp: running.stamp(),
            setup,
            place,
            players: 5,
            turns: MANY,
            trail: "✂️".repeat(12),
        };
        visit("a practice's result", &practice::result(&view, language));
    }
}

fn visit_deaths(day: Day, language: &Language, visit: &mut ScreenVisitor<'_>) {
    let players = [0, 1].map(|seat| Player {
        name: LONGEST_NAME.to_owned(),
        occupant: Occupant::Person {
            user: user(seat),
            presence: Presence::Present,
        },
        mark: None,
    });
    for seat in [0, 1] {
        let hider = Hider {
            seat: Seat::ALL[seat],
            cards_ago: Some(MANY),
        };
        let death = DeathBeat {
            seat: Seat::ALL[0],
            by: Title::ExplodingKitten,
            order: 0,
            first: Seat::ALL[0],
            hider: Some(hider),
            times: 0,
        };
        let view = BeatView {
            stamp: day.stamp(MANY),
            display_mode: DisplayMode::Pictures,
            event: BeatEvent::Death(death),
            edition: EditionId::ORIGINAL,
            players: &players,
            cards: None,
        };
        let on = PageIntent::Daily(DailyRequest::Open);
        visit("a death alone", &solo_death(&view, 100, on, language));
    }
}

fn board(window: Window, measure: Measure, page: u16, rows: u16) -> Board {
    let row = |index: u16| BoardRow {
        rank: MANY,
        person: user(index.into()),
        value: if index == 0 {
            999
        } else {
            i64::from(MANY) * 10
        },
        games: MANY,
    };
    Board {
        query: BoardQuery {
            guild: GuildId(u64::MAX),
            view: BoardView {
                window,
                back: page as u8,
                measure,
                page,
            },
            person: if page.is_multiple_of(2) {
                user(100)
            } else {
                user(0)
            },
            at: DEADLINE,
        },
        rows: (0..rows).map(row).collect(),
        people: if page == 0 { 0 } else { 10_000 },
        own: (page > 0).then(|| row(100)),
        names: names(),
        computers: Strength::ALL
            .map(|strength| ComputerRow {
                strength,
                games: MANY,
                wins: MANY,
            })
            .into(),
        placing: Some(Placing {
            rated: 9,
            people: (0..5).map(|person| (user(person), 9)).collect(),
        }),
    }
}

fn names() -> Names {
    let people = (0..=100).map(user);
    people
        .map(|person| (person, LONGEST_NAME.to_owned()))
        .collect()
}

fn reviewed(kind: MistakeKind) -> ReviewedGame {
    ReviewedGame {
        table: TableId(1),
        game: 1,
        ended_at: DEADLINE,
        lost: [(kind, u16::MAX)].into(),
    }
}

fn stats(rating: ShownRating) -> PersonStats {
    let places = (2..=9).map(|players| PlacementCounts {
        players,
        places: vec![MANY; players.into()],
    });
    PersonStats {
        games: MANY,
        wins: MANY,
        expected_wins_percent: MANY * 50,
        places: places.collect(),
        exploded: MANY,
        imploded: MANY,
        left: MANY,
        own_kitten: MANY,
        victim: Some((user(1), MANY)),
        nemesis: Some((user(2), MANY)),
        nopes: MANY,
        noped: MANY,
        taken: MANY,
        lost: MANY,
        closest_shave: 100,
        rating: Some(rating),
        best_day: Some(BestDay {
            day: DEADLINE,
            games: 99,
            wins: 99,
        }),
        badges: Badge::ALL.into(),
        reviewed: Vec::new(),
        names: names(),
    }
}
