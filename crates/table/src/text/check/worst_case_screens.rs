//! Screens in their worst cases, such as lobbies and games with as many players as possible, names of maximum length
//! that need escaping, and very large hands.

mod cards_in_front;
mod extremes;
mod finished_games;
mod games;
mod lobbies;
mod open_hands;
mod recipes;
mod sample_game;
mod standings;
mod stories;
mod watchers;

use std::collections::HashSet;
use std::hash::{BuildHasher as _, RandomState};
use std::sync::Arc;

use rules::{EditionId, RecipeCodeError, Seat, Title};

use crate::about::About;
use crate::config::TableConfig;
use crate::display_mode::DisplayMode;
use crate::ids::{ChannelId, Millis, TableId, UserId};
use crate::pages::calls::{self, PlayerCall};
use crate::pages::end_elsewhere::{self, ServerTable};
use crate::pages::rules_page::{self, RulesView, Topic};
use crate::pages::{me, settings};
use crate::preferences::{LanguagePreference, PersonPreferences};
use crate::record::{CloseReason, PersonRecord};
use crate::refusal::Refusal;
use crate::results::{Badge, RatingChange, ShownRating};
use crate::screen::{
    self, Award, AwardKind, Chart, ChartLine, ChartPoint, Departure, DirectHandEnd,
    DirectHandEndView, EndQuestionView, GameOverView, GameStats, InteractionError, LineEnding,
    Notice, Occupant, Outcome, Permission, Presence, Question, SafeDraw, Screen, SeriesWins,
    Standing, TableLink,
};
use crate::text::{Language, Locale};
pub(super) use extremes::LONGEST_NAME;
pub(crate) use extremes::{DEADLINE, STAMP, ScreenVisitor};
use extremes::{LINK, LONGEST_LINK, LONGEST_ORACLE, MESSAGE, all_present, user};
use finished_games::visit_finished_games;
use games::{visit_full_games, visit_random_game};
use lobbies::visit_lobbies;
use recipes::visit_recipes;
#[cfg(test)]
pub(crate) use sample_game::SampleGame;
use standings::{visit_daily_pages, visit_practice_pages, visit_standings};
use stories::visit_stories;

/// The number of random games per edition: enough for most events to occur in at least one of them.
const RANDOM_GAMES: u64 = 3;

pub(crate) fn for_each_screen(language: &Language, visit: &mut ScreenVisitor<'_>) {
    let visit = &mut unless_visited(visit);
    visit_screens_of_tables(language, visit);
    visit_finished_games(language, visit);
    visit_standings(language, visit);
    visit_daily_pages(language, visit);
    visit_practice_pages(language, visit);
    visit_rules_pages(language, visit);
    visit_recipes(language, visit);
    visit_messages_to_servers(language, visit);
}

/// Calls `visit` with the screens of tables and with private messages.
#[cfg(test)]
pub(super) fn for_each_screen_of_tables(language: &Language, visit: &mut ScreenVisitor<'_>) {
    visit_screens_of_tables(language, &mut unless_visited(visit));
}

/// Returns a visitor that skips each screen that it has visited under the same name. Many games lead to the same ones.
fn unless_visited(visit: &mut ScreenVisitor<'_>) -> impl FnMut(&str, &Screen) {
    let (mut visited, hasher) = (HashSet::new(), RandomState::new());
    move |name, screen| {
        if visited.insert(hasher.hash_one((name, screen))) {
            visit(name, screen);
        }
    }
}

fn visit_screens_of_tables(language: &Language, visit: &mut ScreenVisitor<'_>) {
    visit_lobbies(language, visit);
    visit_full_games(language, visit);
    for edition in EditionId::all() {
        for seed in 0..RANDOM_GAMES {
            visit_random_game(edition, seed, language, visit);
        }
    }
    visit_stories(language, visit);
    visit_endings(language, visit);
    visit_private_messages(language, visit);
}

const AWARDS: [AwardKind; 6] = [
    AwardKind::ClosestShave,
    AwardKind::Rescues,
    AwardKind::Nopes,
    AwardKind::Stolen,
    AwardKind::Robbed,
    AwardKind::HeldDefuse,
];

/// Returns a rating change for every person. After it, they have a very low rating or, if `number` is 0, are still in
/// their placement games.
fn rated(number: u32) -> Vec<RatingChange> {
    let after = match number {
        0 => ShownRating::Placing { games: number },
        _ => ShownRating::Points(-9_999),
    };
    let players = all_present(Seat::ALL.len());
    let people = players.iter().filter_map(|player| player.user());
    let change = |person| RatingChange {
        person,
        badge: Some(Badge::BrickWall),
        killer: Some((user(8), 99_995)),
        before: ShownRating::Points(9_999),
        after,
    };
    people.map(change).collect()
}

fn visit_endings(language: &Language, visit: &mut ScreenVisitor<'_>) {
    for number in [0, 1, 999] {
        let outcome = |index| match index {
            0 if number == 0 => Outcome::Won,
            0 => Outcome::WonByComputer,
            index if index % 3 == 0 => Outcome::Exploded,
            index if index % 3 == 1 => Outcome::Imploded,
            _ => Outcome::Left,
        };
        let standing = |seat: Seat| Standing {
            seat,
            outcome: outcome(seat.index()),
            hidden_by: Some(Seat::ALL[8]),
        };
        let view = GameOverView {
            display_mode: DisplayMode::default(),
            stamp: STAMP,
            game: u16::MAX,
            players: all_present(Seat::ALL.len()),
            standings: Seat::ALL.map(standing).to_vec(),
            stats: GameStats {
                turns: number,
                nopes: number,
                longest_chain: u8::try_from(number).unwrap_or(10),
                riskiest_draw: Some(SafeDraw {
                    seat: Seat::ALL[8],
                    kittens: 8,
                    cards: 9,
                }),
            },
            awards: AWARDS[if number == 0 { 0..3 } else { 3..6 }]
                .iter()
                .map(|&kind| Award {
                    kind,
                    seat: Seat::ALL[8],
                    amount: number,
                })
                .collect(),
            series: all_present(Seat::ALL.len())
                .into_iter()
                .map(|player| SeriesWins {
                    player,
                    wins: number,
                })
                .collect(),
            series_games: number as u16,
            oracle: all_present(Seat::ALL.len())
                .pop()
                .map(|player| (player, LONGEST_ORACLE.score)),
            ratings: rated(number),
            chart: chart(number),
        };
        visit("the end", &screen::game_over(&view, language));
        // The lines about ratings and badges have room for three names.
        let ratings = view.ratings.into_iter().take(3).collect();
        let view = GameOverView { ratings, ..view };
        visit("the end", &screen::game_over(&view, language));
    }
    for reason in close_reasons() {
        visit(
            "the end",
            &screen::closed_table(&reason, &all_present(9), Some((STAMP, 1)), true, language),
        );
    }
}

/// Returns a chart of a game with this many turns, in which every point is a rescue.
fn chart(number: u32) -> Arc<Chart> {
    let point = ChartPoint {
        turn: number,
        rescued: true,
        ..ChartPoint::START
    };
    let line = |seat: Seat| ChartLine {
        seat,
        user: None,
        ending: match seat.index() % 4 {
            0 if number == 0 => LineEnding::Won,
            0 => LineEnding::StandInWon,
            1 => LineEnding::Exploded,
            2 => LineEnding::Imploded,
            _ => LineEnding::Left,
        },
        points: vec![point; number.min(19) as usize],
        risk: 100,
    };
    Arc::new(Chart {
        turns: number,
        lines: Seat::ALL.map(line).to_vec(),
    })
}

fn visit_rules_pages(language: &Language, visit: &mut ScreenVisitor<'_>) {
    let general = [
        Topic::Guide,
        Topic::Cards,
        Topic::Combos,
        Topic::Window,
        Topic::House,
        Topic::About,
    ];
    // The maximum length that the settings allow.
    let long = Some("7".repeat(200));
    let config = TableConfig {
        about: About {
            operator: long.clone(),
            contact: long.clone(),
            privacy: long.clone(),
            terms: long.clone(),
            source: long,
        },
        ..TableConfig::default()
    };
    for topic in general.into_iter().chain(Title::ALL.map(Topic::Card)) {
        for edition in EditionId::all() {
            let page = rules_page::rules(
                &RulesView {
                    book: edition.into(),
                    topic,
                },
                &config,
                language,
            );
            visit("the rules help", &page);
        }
    }
}

/// Calls `visit` with the messages about calls for players, and with the greeting to a server.
fn visit_messages_to_servers(language: &Language, visit: &mut ScreenVisitor<'_>) {
    visit("a greeting", &screen::greeting(language));
    for is_called in [false, true] {
        visit("a wish", &calls::call_wish(is_called, language));
    }
    let call = PlayerCall {
        excluded: Vec::new(),
        host: LONGEST_NAME.to_owned(),
        language: Locale::fallback(),
        stamp: STAMP,
    };
    let people = [UserId(u64::MAX); 20];
    visit("a call", &call.screen_in(&people, language));
}

fn visit_private_messages(language: &Language, visit: &mut ScreenVisitor<'_>) {
    let leave = Departure::ALL.map(Question::Leave);
    let end = [Question::End, Question::EndCounted];
    for question in end.into_iter().chain(leave) {
        visit("a question", &screen::question(question, STAMP, language));
    }
    visit("a question", &me::forget_question(language));
    visit("a question", &settings::reset_question(language));
    visit(
        "a question",
        &screen::end_question(&end_question(), language),
    );
    visit("a folded hand", &screen::folded_hand(STAMP, language));
    for is_playing in [false, true] {
        let earlier = screen::earlier_game(LINK, is_playing, language);
        visit("a refusal", &earlier);
    }
    let tables = end_elsewhere::server_tables(&server_tables(), language);
    visit("a server's tables", &tables);
    for chosen in preferences() {
        let panel = me::preferences(chosen, language);
        visit("a person's preferences", &panel);
    }
    let left = Departure::ALL.map(Notice::LeftGame);
    for notice in notices().into_iter().chain(left) {
        visit("a notice", &screen::notice(notice, language));
    }
    for error in interaction_errors() {
        visit("a refusal", &screen::interaction_error(&error, language));
    }
    for refusal in Refusal::all(DEADLINE) {
        visit("a refusal", &screen::refusal(&refusal, language));
    }
    for end in direct_ends() {
        let view = DirectHandEndView {
            stamp: STAMP,
            display_mode: DisplayMode::default(),
            table: LINK,
            end,
        };
        let screen = screen::direct_hand_end(&view, language);
        visit("a direct message", &screen);
    }
}

fn direct_ends() -> [DirectHandEnd; 8] {
    let mut absent = all_present(1).pop();
    if let Some(player) = &mut absent {
        player.occupant = Occupant::Person {
            user: user(0),
            presence: Presence::Away,
        };
    }
    [
        DirectHandEnd::Over { winner: absent },
        DirectHandEnd::Left(Departure::StandIn),
        DirectHandEnd::Left(Departure::ForGood),
        DirectHandEnd::Left(Departure::Dead),
        DirectHandEnd::Over {
            winner: all_present(1).pop(),
        },
        DirectHandEnd::Closed,
        DirectHandEnd::Unwanted,
        DirectHandEnd::Elsewhere(MESSAGE),
    ]
}

fn end_question() -> EndQuestionView {
    EndQuestionView {
        stamp: STAMP,
        channel: ChannelId(u64::MAX),
        players: all_present(9),
        opened: Millis(u64::MAX),
        counts: true,
    }
}

/// Returns more tables than a list can show, with ids of maximum length.
fn server_tables() -> Vec<ServerTable> {
    let table = |number| ServerTable {
        table: TableId(u64::MAX - number),
        channel: ChannelId(u64::MAX - number),
        written_at: Millis(u64::MAX),
    };
    (0..100).map(table).collect()
}

fn close_reasons() -> [CloseReason; 6] {
    [
        CloseReason::LobbyIdle,
        CloseReason::LobbyEmpty,
        CloseReason::Ended {
            by: PersonRecord {
                user: UserId(u64::MAX),
                name: LONGEST_NAME.to_owned(),
            },
        },
        CloseReason::Abandoned,
        CloseReason::AllLeft,
        CloseReason::EntryLimit,
    ]
}

fn notices() -> [Notice; 17] {
    [
        Notice::Joined,
        Notice::LeftLobby,
        Notice::Ended,
        Notice::TablePosted,
        Notice::TableAt(TableLink {
            message: Some(u64::MAX),
            ..LINK
        }),
        Notice::Noped,
        Notice::Passed,
        Notice::TapAgain,
        Notice::Voted,
        Notice::VotedAway,
        Notice::Done,
        Notice::TableOpened,
        Notice::Knocked,
        Notice::PlayersCalled,
        Notice::DataAttached,
        Notice::Forgotten,
        Notice::OpenedInThread {
            channel: ChannelId(u64::MAX),
        },
    ]
}

fn interaction_errors() -> impl Iterator<Item = InteractionError> {
    let permissions = [
        Permission::View,
        Permission::Send,
        Permission::SendInThreads,
        Permission::CreateThreads,
        Permission::EmbedLinks,
        Permission::AttachFiles,
        Permission::Connect,
    ];
    let others = [
        InteractionError::NoGame,
        InteractionError::GameExists {
            link: LONGEST_LINK.to_owned(),
        },
        InteractionError::RateLimited,
        InteractionError::ServersOnly,
        InteractionError::UnknownButton,
        InteractionError::UnknownCard,
        InteractionError::UnknownValue,
        InteractionError::AtCapacity,
        InteractionError::TooManyHosted,
        InteractionError::TooManyWatched,
        InteractionError::MayNotOpenThreads,
        InteractionError::AloneOnly {
            link: LONGEST_LINK.to_owned(),
        },
        InteractionError::NotAMember {
            link: LONGEST_LINK.to_owned(),
        },
        InteractionError::NoThreadsHere,
        InteractionError::ThreadsFull,
        InteractionError::ThreadNameBlocked,
        InteractionError::MayNotPost,
        InteractionError::RefusedByDiscord,
        InteractionError::NotInThread,
        InteractionError::ManageServerOnly,
        InteractionError::OtherChannels(lobbies::all_channels()),
        InteractionError::NoStory,
        InteractionError::NoStep,
        InteractionError::NoStats,
        InteractionError::NoCalls,
        InteractionError::MomentTooSoon,
        InteractionError::CardTooSoon,
        InteractionError::MomentsSpent,
        InteractionError::MomentElsewhere,
        InteractionError::DailyPosted,
        InteractionError::DailySpent,
        InteractionError::RecipeCode(RecipeCodeError::TooLong),
        InteractionError::RecipeCode(RecipeCodeError::LaterVersion),
        InteractionError::RecipeCode(RecipeCodeError::Damaged),
        InteractionError::UnknownRecipe,
        InteractionError::RecipeName,
        InteractionError::RecipesFull { most: 25 },
        InteractionError::OnlyListedRecipes,
        InteractionError::DailySecretUnavailable,
        InteractionError::Internal,
    ];
    others
        .into_iter()
        .chain(permissions.map(InteractionError::MissingPermission))
}

/// Returns every language preference, combined with two sets of the other preferences.
fn preferences() -> impl Iterator<Item = PersonPreferences> {
    let with = |language, display_mode, direct_hand| PersonPreferences {
        language,
        display_mode,
        direct_hand,
        hand_explained: false,
        hidden: false,
        reminders_off: false,
        silent_from: Some(20),
    };
    LanguagePreference::all().flat_map(move |language| {
        [
            with(language, DisplayMode::Pictures, false),
            with(language, DisplayMode::TextFirst, true),
        ]
    })
}
