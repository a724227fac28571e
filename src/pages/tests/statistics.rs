//! Statistics, leaderboards and weekly boards, also with forged controls. People see their own figures, and the figures
//! of others on this server who have not hidden them.

use journal::{Journal as _, PersonalData as _, Reviews as _};
use players::{MistakeKind, Strength};
use rules::Seat;
use table::control::NO_TABLE;
use table::entry::Entry;
use table::pages::PageIntent;
use table::pages::coach::ReviewedGame;
use table::pages::leaderboard::period::{DAY, Period};
use table::pages::leaderboard::{BoardView, Measure, Window};
use table::pages::settings::{ServerChange, ServerSettingsStore as _, WeeklyBoard};
use table::pages::statistics::StatsView;
use table::record::{PersonRecord, Record};
use table::results::{Badge, GameResult, PlayerEnding, PlayerResult, ResultPlayer};

use super::*;
use crate::fakes;
use crate::pages::weekly_board::WeeklyBoards;
use crate::tables::clock::system_time;

const BOB: UserId = UserId(1 << 40);
const OTHER_GUILD: GuildId = GuildId::new(700);

const fn board(page: u16) -> PageIntent {
    PageIntent::Leaderboard(BoardView {
        window: Window::Week,
        measure: Measure::Wins,
        page,
        ..BoardView::FIRST
    })
}

const fn stats_of(person: UserId) -> PageIntent {
    PageIntent::Stats(StatsView::Of(person))
}

pub(super) fn result(game: u16, players: &[ResultPlayer]) -> GameResult {
    let players = players.iter().enumerate();
    GameResult {
        game,
        edition: EditionId::ORIGINAL,
        began: Millis(0),
        ended: system_time(),
        turns: 27,
        rated: true,
        players: players.map(|(seat, who)| player(seat, *who)).collect(),
    }
}

fn player(seat: usize, who: ResultPlayer) -> PlayerResult {
    PlayerResult {
        seat: Seat::ALL[seat],
        who,
        name: format!("Player {seat}"),
        place: seat as u8 + 1,
        fate: if seat == 0 {
            PlayerEnding::Won
        } else {
            PlayerEnding::Exploded
        },
        killer: None,
        nopes: 1,
        noped: 0,
        taken: 0,
        lost: 0,
        closest_shave: 0,
        survived_odds: 0,
        turns: 9,
        turns_by_computer: 0,
        badges: match seat {
            0 => [Badge::LastPurr, Badge::Idler].into(),
            _ => [].into(),
        },
    }
}

/// Returns a fixture in which Bob has won this many games in [`GUILD`] against Ada and a computer.
async fn with_results(games: u16) -> Fixture {
    let fixture = Fixture::with_burst(1000).await;
    let [opened, closed] = fakes::closed_table(GUILD.get(), ADA, "Somebody", Millis(0));
    let bob = PersonRecord {
        user: BOB,
        name: "Somebody".to_owned(),
    };
    let players = [
        ResultPlayer::Person(BOB),
        ResultPlayer::Person(ADA),
        ResultPlayer::Computer(Strength::Tiger),
    ];
    let ended = |game: u16| Entry {
        version: u64::from(game) + 1,
        records: vec![Record::Joined {
            person: bob.clone(),
        }],
        result: Some(Box::new(result(game, &players))),
        ..closed.clone()
    };
    for entry in std::iter::once(opened).chain((1..=games).map(ended)) {
        assert_eq!(fixture.personal_data.append(&entry).await, Ok(()));
    }
    fixture
}

async fn with_result() -> Fixture {
    with_results(1).await
}

async fn answer(fixture: &Fixture, person: UserId, guild: GuildId, intent: PageIntent) -> Value {
    let mut click = fixture.interaction(click_on(intent));
    click.person = clicker(person, "Somebody");
    click.callback.user = person;
    click.context.as_mut().expect("it is in a server").guild = guild;
    fixture.serve_interaction(click).await
}

/// Returns the screen that the person sees in the end: the answer, or the message that completes a deferred answer.
async fn shown(fixture: &Fixture, person: UserId, guild: GuildId, intent: PageIntent) -> String {
    let answer = answer(fixture, person, guild, intent).await;
    assert_eq!(
        answer["data"]["flags"].as_u64().map(|flags| flags & 64),
        Some(64)
    );
    if answer["type"] == 4 {
        return answer.to_string();
    }
    let sent = fixture.discord.take();
    sent.last().expect("the screen follows").body.to_string()
}

async fn here(fixture: &Fixture, person: UserId, intent: PageIntent) -> String {
    shown(fixture, person, GUILD, intent).await
}

fn first_page() -> String {
    NO_TABLE.button(board(0)).to_string()
}

fn nothing() -> String {
    error(InteractionError::NoStats).to_string()
}

#[tokio::test(start_paused = true)]
async fn forged_pages_and_persons_show_nobody_and_lead_back() {
    let fixture = with_result().await;
    assert!(
        here(&fixture, ADA, board(0))
            .await
            .contains("Player 0 · **1**")
    );
    for page in [1, 7, u16::MAX] {
        let beyond = here(&fixture, ADA, board(page)).await;
        assert!(!beyond.contains("Player 0"), "{beyond}");
        assert!(beyond.contains(&first_page()), "{beyond}");
    }
    // The database uses small numbers for computer players.
    for person in [0, 2, 3, 4, u64::MAX] {
        assert_eq!(
            here(&fixture, ADA, stats_of(UserId(person))).await,
            nothing()
        );
    }
}

#[tokio::test(start_paused = true)]
async fn statistics_of_a_server_stay_there_and_global_ones_are_shown_only_to_their_owner() {
    let fixture = with_result().await;
    assert!(here(&fixture, ADA, stats_of(BOB)).await.contains("1 won"));
    for (intent, refused) in [(board(0), false), (stats_of(BOB), true)] {
        let elsewhere = answer(&fixture, ADA, OTHER_GUILD, intent).await;
        assert_eq!(elsewhere == error(InteractionError::NoStats), refused);
        assert!(!elsewhere.to_string().contains("Player 0"), "{elsewhere}");
    }
    for (person, view, games) in [
        (BOB, StatsView::Own, false),
        (BOB, StatsView::Of(BOB), false),
        (BOB, StatsView::Everywhere, true),
        (UserId(77), StatsView::Everywhere, false),
    ] {
        let own = shown(&fixture, person, OTHER_GUILD, PageIntent::Stats(view)).await;
        assert_eq!(own.contains("1 won"), games, "{own}");
    }
}

#[tokio::test(start_paused = true)]
async fn hidden_and_erased_people_disappear_at_once_and_cannot_be_told_apart() {
    let fixture = with_result().await;
    fixture.hide(BOB).await;
    let hidden = here(&fixture, ADA, stats_of(BOB)).await;
    assert_eq!(hidden, nothing());
    assert!(!here(&fixture, ADA, board(0)).await.contains("Player 0"));
    // Hidden people see their own figures, but are not on the board even when they view it themselves.
    assert!(here(&fixture, BOB, stats_of(BOB)).await.contains("1 won"));
    assert!(!here(&fixture, BOB, board(0)).await.contains("Player 0"));
    let data = &fixture.personal_data;
    data.request_erasure(BOB).await.expect("it is stored");
    assert_eq!(here(&fixture, ADA, stats_of(BOB)).await, hidden);
    let own = here(&fixture, BOB, stats_of(BOB)).await;
    assert!(own.contains("No game has been played"), "{own}");
}

#[tokio::test(start_paused = true)]
async fn what_decisions_cost_is_told_to_the_person_alone_on_their_own_page() {
    let fixture = with_result().await;
    for (game, lost) in [(1, 40), (2, 100)] {
        let reviewed = ReviewedGame {
            table: TableId(GUILD.get()),
            game,
            ended_at: Millis(game.into()),
            lost: [(MistakeKind::DrewTooBold, lost)].into(),
        };
        let stored = fixture.personal_data.store_review(BOB, reviewed).await;
        assert_eq!(stored, Ok(true));
    }
    let (own, of_bob) = (StatsView::Own, StatsView::Of(BOB));
    for (person, intent, is_told) in [
        (BOB, PageIntent::Stats(own), true),
        (BOB, PageIntent::Stats(of_bob), true),
        (BOB, PageIntent::Stats(StatsView::Everywhere), true),
        (BOB, PageIntent::Badges(own, None), false),
        (BOB, PageIntent::ShowCard(own), false),
        (ADA, PageIntent::Stats(own), false),
        (ADA, PageIntent::Stats(of_bob), false),
        (ADA, PageIntent::Curve(of_bob), false),
        (ADA, PageIntent::Badges(of_bob, None), false),
        (ADA, PageIntent::ShowCard(of_bob), false),
    ] {
        let answer = answer(&fixture, person, GUILD, intent).await.to_string();
        let sent = fixture.discord.take().into_iter();
        let texts: String = sent
            .map(|sent| sent.body.to_string())
            .chain([answer])
            .collect();
        assert!(!texts.contains(&nothing()), "{texts}");
        for line in [
            "10 points last time, 7 on average in 2",
            "Costliest: drawing too boldly",
        ] {
            assert_eq!(texts.contains(line), is_told, "{intent:?}: {texts}");
        }
    }
}

const SERVER: table::ids::GuildId = table::ids::GuildId(GUILD.get());
const BOARD_CHANNEL: table::ids::ChannelId = table::ids::ChannelId(CHANNEL.get());

/// Turns on the weekly board of [`SERVER`], and returns the [`WeeklyBoards`] that posts it.
async fn weekly_boards(fixture: &Fixture) -> WeeklyBoards {
    let board = WeeklyBoard {
        channel: BOARD_CHANNEL,
        language: Locale::nearest("de"),
    };
    let data = &fixture.personal_data;
    let set = data.change_settings(SERVER, ServerChange::PostBoard(Some(board)));
    set.await.expect("it is stored");
    WeeklyBoards {
        store: Arc::<BlockingStore>::clone(data),
        rest: fixture.discord.rest(),
    }
}

/// Returns midnight at the start of next Monday.
fn next_monday() -> Millis {
    let next_week = system_time().after(Millis(7 * DAY.0));
    let first = Period::of(Window::Week, next_week).first().to_julian_day() - 2_440_588;
    Millis(first as u64 * DAY.0)
}

#[tokio::test(start_paused = true)]
async fn an_unconfirmed_weekly_post_is_retried_once_with_its_nonce() {
    let fixture = with_result().await;
    let boards = weekly_boards(&fixture).await;
    let (monday, number) = (next_monday(), (next_monday().0 / DAY.0) as i64 + 2_440_588);
    // This is the state after a process was killed while posting the board.
    let claimed = fixture
        .personal_data
        .claim_weekly_board(SERVER, number)
        .await;
    assert_eq!(claimed, Ok(true));
    fixture.discord.take();
    for _ in 0..3 {
        boards
            .post_due(monday)
            .await
            .expect("the journal is readable");
    }
    let sent = fixture.discord.take();
    assert_eq!(sent.len(), 1);
    assert_eq!(sent[0].body["nonce"], format!("week-{number}"));
    assert_eq!(sent[0].body["enforce_nonce"], true);
}

#[tokio::test(start_paused = true)]
async fn a_refused_weekly_post_turns_the_board_off_and_the_panel_says_so() {
    let fixture = with_result().await;
    let shows = async || {
        let settings = fixture.serve_where(InteractionRequest::Settings, |context| {
            context.member_permissions = Permissions::MANAGE_GUILD;
        });
        settings.await.to_string()
    };
    for (code, is_told) in [
        (50_013, true),
        (160_005, true),
        (50_008, true),
        (10_003, false),
    ] {
        let boards = weekly_boards(&fixture).await;
        fixture.discord.refuse_next("post message", code);
        for _ in 0..2 {
            boards
                .post_due(next_monday())
                .await
                .expect("the journal is readable");
        }
        let settings = fixture
            .personal_data
            .settings_of(SERVER)
            .await
            .expect("they are there");
        let refused_in = is_told.then_some(BOARD_CHANNEL);
        assert_eq!(settings.board_refused_in(), refused_in, "{code}");
        assert_eq!(settings.weekly_board(), None, "{code}");
        assert_eq!(shows().await.contains("Discord refused"), is_told, "{code}");
        let claimed = fixture.personal_data.claim_weekly_board(SERVER, 0).await;
        assert_eq!(claimed, Ok(true), "the next one is a new week's");
    }
}

#[tokio::test(start_paused = true)]
async fn the_weekly_winners_are_posted_on_monday_by_only_one_of_two_processes() {
    let fixture = with_result().await;
    let (one, other) = (weekly_boards(&fixture).await, weekly_boards(&fixture).await);
    let monday = next_monday();
    for (time, posts) in [
        (Millis(monday.0 - 1), 0),
        (monday, 1),
        (Millis(monday.0 + DAY.0 - 1), 0),
        (monday.after(DAY), 0),
        // Nobody won in the following week.
        (monday.after(Millis(7 * DAY.0)), 0),
    ] {
        fixture.discord.take();
        for process in [&one, &other] {
            process
                .post_due(time)
                .await
                .expect("the journal is readable");
        }
        let sent = fixture.discord.take();
        assert_eq!(sent.len(), posts, "{time:?}");
        for sent in sent {
            let body = sent.body.to_string();
            assert!(body.contains("Siege: Woche ab"), "{body}");
            assert!(body.contains("Player 0 · **1**"), "{body}");
            assert_eq!(sent.body["allowed_mentions"], json!({ "parse": [] }));
        }
    }
}

#[tokio::test(start_paused = true)]
async fn only_badges_of_this_server_are_shown_even_if_another_is_forged() {
    let fixture = with_result().await;
    let badges = |badge| PageIntent::Badges(StatsView::Of(BOB), badge);
    let rarest = here(&fixture, ADA, badges(None)).await;
    assert!(rarest.contains("Purrfect Idler"), "{rarest}");
    assert_eq!(
        here(&fixture, ADA, badges(Some(Badge::EarlyExit))).await,
        rarest
    );
    let other = here(&fixture, ADA, badges(Some(Badge::LastPurr))).await;
    assert_ne!(other, rarest);
    let elsewhere = answer(&fixture, ADA, OTHER_GUILD, badges(Some(Badge::Idler))).await;
    assert_eq!(elsewhere, error(InteractionError::NoStats));
    let everywhere = PageIntent::Badges(StatsView::Everywhere, Some(Badge::Idler));
    let own = here(&fixture, ADA, everywhere).await;
    assert!(own.contains("No badge yet"), "{own}");
    fixture.hide(BOB).await;
    for intent in [badges(None), PageIntent::Curve(StatsView::Of(BOB))] {
        assert_eq!(here(&fixture, ADA, intent).await, nothing());
    }
}

#[tokio::test(start_paused = true)]
async fn a_curve_follows_a_first_answer_as_a_picture_and_is_shown_in_words_if_that_is_refused() {
    let fixture = with_results(11).await;
    let curve = PageIntent::Curve(StatsView::Of(BOB));
    for is_refused in [false, true] {
        fixture.discord.refuse_files(is_refused);
        let first = answer(&fixture, ADA, GUILD, curve).await;
        assert_eq!(first, json!({ "type": 5, "data": { "flags": 64 } }));
        let sent = fixture.discord.take();
        let last = sent.last().expect("the screen follows");
        let file = last.call.file().map(|file| file.name);
        assert_eq!(file, (!is_refused).then_some("kittens.png"));
        let shown = last.body.to_string();
        assert_eq!(shown.contains("attachment://kittens.png"), !is_refused);
        assert!(shown.contains("Rating over 2 games: first"), "{shown}");
    }
}

#[tokio::test(start_paused = true)]
async fn no_curve_is_shown_for_a_forged_scope_or_a_person_without_points() {
    let fixture = with_results(9).await;
    for (view, guild) in [
        (StatsView::Everywhere, GUILD),
        (StatsView::Own, GUILD),
        (StatsView::Of(BOB), GUILD),
        (StatsView::Own, OTHER_GUILD),
        (StatsView::Of(BOB), OTHER_GUILD),
    ] {
        let shown = shown(&fixture, ADA, guild, PageIntent::Curve(view)).await;
        assert!(!shown.contains("Rating over"), "{shown}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_card_is_posted_for_everybody_once_a_minute_where_that_is_allowed() {
    let fixture = with_results(11).await;
    let card = |view| PageIntent::ShowCard(view);
    for (view, error_shown) in [
        (StatsView::Everywhere, InteractionError::NoStats),
        (StatsView::Of(UserId(77)), InteractionError::NoStats),
    ] {
        let refused = answer(&fixture, ADA, GUILD, card(view)).await;
        assert_eq!(refused, error(error_shown));
    }
    let silenced = fixture.serve_where(click_on(card(StatsView::Of(BOB))), |context| {
        context.member_permissions = Permissions::empty();
    });
    assert_eq!(silenced.await, error(InteractionError::MayNotPost));
    let first = answer(&fixture, ADA, GUILD, card(StatsView::Of(BOB))).await;
    assert_eq!(first, json!({ "type": 5, "data": { "flags": 4096 } }));
    let sent = fixture.discord.take();
    let posted = sent.last().expect("the card follows");
    assert_eq!(
        posted.call.file().map(|file| file.name),
        Some("kittens.png")
    );
    let text = posted.body.to_string();
    assert!(
        text.contains("Player 0") && text.contains("🥇 11"),
        "{text}"
    );
    let again = answer(&fixture, ADA, GUILD, card(StatsView::Of(BOB))).await;
    assert_eq!(again, error(InteractionError::CardTooSoon));
}

#[tokio::test(start_paused = true)]
async fn the_board_opens_with_wins_until_enough_people_are_rated_and_says_how_far_they_are() {
    let fixture = with_results(9).await;
    let placing = here(&fixture, ADA, PageIntent::Boards(Window::Season)).await;
    for text in [
        "Wins: this season",
        "0 of 10 people rated",
        "Player 1 (9 of 10)",
    ] {
        assert!(placing.contains(text), "{text}: {placing}");
    }
    let ratings = here(&fixture, ADA, PageIntent::Leaderboard(BoardView::FIRST)).await;
    assert!(ratings.contains("Nobody has a rating here"), "{ratings}");
    assert!(!ratings.contains("people rated"), "{ratings}");
}
