//! The Kitten of the day: its screens and posts, and the boundaries of the day. Each person has one attempt, even with
//! stale or forged clicks or after an erasure.

use fairness::Secret;
use journal::{DailyGames as _, PersonalData as _};
use kit::virtual_user::click_choice::choose_click;
use kit::virtual_user::component::{Component, components, enabled_button};
use rand::SeedableRng as _;
use rand::rngs::SmallRng;
use table::intent::PanelStep;
use table::pages::PageIntent;
use table::pages::daily::{Attempt, DailyGame, DailyRequest, Day, ResultPost};
use table::pages::story::StoryPage;

use super::*;

pub(super) const BOB: UserId = UserId(1 << 40);
const DAY: Day = Day(214);
const OPEN: PageIntent = PageIntent::Daily(DailyRequest::Open);
const POST: PageIntent = PageIntent::Daily(DailyRequest::Post);
const PROOF: PageIntent = PageIntent::Daily(DailyRequest::Proof);

/// A person's place and permissions at a point in time.
#[derive(Clone, Copy)]
pub(super) struct At {
    pub(super) person: UserId,
    pub(super) guild: Option<GuildId>,
    pub(super) now: Millis,
    /// The person's permissions in the channel.
    pub(super) may: Permissions,
    /// Set if the person, but not the server, has installed the command.
    pub(super) elsewhere: Option<Elsewhere>,
}

pub(super) const fn here(person: UserId, now: Millis) -> At {
    At {
        person,
        guild: Some(GUILD),
        now,
        may: Permissions::VIEW_CHANNEL.union(Permissions::SEND_MESSAGES),
        elsewhere: None,
    }
}

pub(super) fn noon() -> Millis {
    Millis(DAY.ends().0 - Millis::hours(12).0)
}

fn stamp(day: Day) -> Stamp {
    day.stamp(0)
}

impl Fixture {
    /// Serves a request about a solo game; without a stamp, the request is a command.
    pub(super) async fn daily(
        &self,
        at: At,
        stamp: Option<Stamp>,
        meaning: impl Into<Meaning>,
    ) -> Value {
        self.discord.take();
        let incoming = self.interaction(InteractionRequest::UnknownControl);
        // Discord's ids contain the time of their creation.
        let interaction = (at.now.0 - 1_420_070_400_000) << 22;
        let mut callback = callback(interaction, at.person);
        let direct = at.guild.is_none() && at.elsewhere.is_none();
        callback.clicked = stamp.map(|_| ClickedMessage {
            private: !direct,
            direct,
            ..CLICKED
        });
        let context = incoming.context.expect("it is in a server");
        let request = PageRequest {
            person: clicker(at.person, &format!("Player {}", at.person)),
            callback,
            stamp,
            elsewhere: at.elsewhere,
            context: at.guild.map(|guild| ChannelContext {
                guild,
                member_permissions: at.may,
                server_locale: Locale::nearest("de"),
                ..context
            }),
        };
        let served = match meaning.into() {
            Meaning::Page(page) => self.dispatcher.serve_page(&request, page).await,
            Meaning::Table(intent) if stamp.is_some_and(|it| Practice::is_table(it.table)) => {
                self.dispatcher.practice_click(&request, intent).await
            }
            meaning => self.dispatcher.daily(&request, meaning).await,
        };
        if let Err(refused) = served {
            return error(refused);
        }
        let first = self.discord.answers(interaction).remove(0);
        match self.discord.names()[..] {
            ["answer interaction"] => first,
            ["answer interaction", "edit answer"] => {
                assert_eq!(first["type"], 6);
                let edit = self.discord.take().remove(1);
                json!({ "type": 7, "data": edit.body })
            }
            ref others => panic!("an answer, perhaps after an acknowledgement: {others:?}"),
        }
    }

    pub(super) async fn use_control(
        &self,
        at: At,
        component: &Component,
        values: &[String],
    ) -> Value {
        let control = component.control.expect("a control");
        let intent = control.with_values(values).expect("it was offered");
        self.daily(at, Some(control.stamp), intent).await
    }

    /// Starts the game, plays it to its end and returns the last answer. Asserts that no answer reveals the secret.
    async fn play(&self, at: At, seed: u64) -> Value {
        let mut rng = SmallRng::seed_from_u64(seed);
        let mut answer = self.daily(at, Some(stamp(DAY)), Intent::Start).await;
        let secret = String::from(self.secret(DAY).await);
        loop {
            assert!(!answer.to_string().contains(&secret));
            let offered = components(&answer["data"]);
            let result = enabled_button(&offered, OPEN).map(|open| (open.clone(), Vec::new()));
            let Some((component, values)) = choose_click(&offered, &mut rng).or(result) else {
                return answer;
            };
            assert_eq!(
                component.control.map(|one| one.stamp.table),
                Some(DAY.table())
            );
            answer = self.use_control(at, &component, &values).await;
        }
    }

    async fn secret(&self, day: Day) -> Secret {
        let secret = self.personal_data.daily_secret(day, None).await;
        secret.expect("the journal is readable").expect("a secret")
    }

    async fn attempt(&self, person: UserId) -> Attempt {
        let attempts = self.personal_data.attempts_of(person).await;
        attempts.expect("the journal is readable").remove(0)
    }
}

pub(super) fn offers(answer: &Value, intent: impl Into<Meaning>) -> bool {
    enabled_button(&components(&answer["data"]), intent).is_some()
}

#[tokio::test(start_paused = true)]
async fn a_person_plays_a_day_only_once_even_elsewhere_or_after_an_erasure() {
    let fixture = Fixture::with_quick_people().await;
    let ada = here(ADA, noon());
    let page = fixture.daily(ada, None, OPEN).await.to_string();
    let commitment = fixture.secret(DAY).await.commitment(DAY.game_id());
    assert!(page.contains(&commitment.to_string()), "before any move");
    let end = fixture.play(ada, 1).await;
    assert!(offers(&end, POST) && !offers(&end, Intent::Start), "{end}");
    let result = fixture.attempt(ADA).await;
    let elsewhere = Some(GuildId::new(700));
    for guild in [ada.guild, elsewhere, None] {
        for intent in [
            Intent::Start.into(),
            Intent::Draw.into(),
            Meaning::from(OPEN),
        ] {
            let again = fixture.daily(At { guild, ..ada }, Some(stamp(DAY)), intent);
            let answer = again.await;
            assert!(!offers(&answer, Intent::Start) && !offers(&answer, Intent::Draw));
        }
    }
    assert_eq!(fixture.attempt(ADA).await, result);
    let forgotten = fixture.personal_data.request_erasure(ADA).await;
    assert_eq!(forgotten, Ok(()));
    let refused = fixture.daily(ada, Some(stamp(DAY)), Intent::Start).await;
    assert_eq!(refused, error(InteractionError::DailySpent));
    let tomorrow = (here(ADA, DAY.ends()), Some(stamp(Day(DAY.0 + 1))));
    let begun = fixture.daily(tomorrow.0, tomorrow.1, Intent::Start).await;
    assert!(!offers(&begun, Intent::Start), "another day: {begun}");
}

#[tokio::test(start_paused = true)]
async fn a_stale_or_forged_click_shows_the_current_game_and_changes_nothing() {
    let fixture = Fixture::with_quick_people().await;
    let ada = here(ADA, noon());
    fixture.daily(ada, Some(stamp(DAY)), Intent::Start).await;
    let before = fixture.attempt(ADA).await;
    let current = before.stamp();
    let later = Stamp {
        revision: current.revision.next(),
        ..current
    };
    for (stamp, intent) in [
        (later, Intent::Draw.into()),
        (stamp(DAY.back(1)), Intent::Draw.into()),
        (stamp(Day(0xf_ffff)), Intent::Start.into()),
        (current, Intent::Nope { layer: 99 }.into()),
        (current, Intent::End { confirmed: true }.into()),
        (current, Meaning::from(POST)),
    ] {
        let answer = fixture.daily(ada, Some(stamp), intent).await;
        assert_eq!(answer["type"], 7, "{intent:?}: {answer}");
        assert_eq!(fixture.attempt(ADA).await.moves, before.moves, "{intent:?}");
    }
    // The same click twice, as from two devices: the first click makes the move, and the second shows its result.
    let game = fixture.daily(ada, None, OPEN).await;
    let (click, values) = first_click(&game);
    fixture.use_control(ada, &click, &values).await;
    let moved = fixture.attempt(ADA).await;
    fixture.use_control(ada, &click, &values).await;
    assert_eq!(fixture.attempt(ADA).await.moves, moved.moves);
    let bob = fixture.daily(here(BOB, noon()), Some(current), Intent::Draw);
    assert!(offers(&bob.await, Intent::Start), "he has not begun");
}

#[tokio::test(start_paused = true)]
async fn a_game_goes_on_after_a_restart() {
    let fixture = Fixture::with_quick_people().await;
    let ada = here(ADA, noon());
    fixture.daily(ada, Some(stamp(DAY)), Intent::Start).await;
    let begun = fixture.attempt(ADA).await;
    let stored = Arc::clone(&fixture.personal_data);
    let env = Env::system();
    let restarted = Fixture::with_stored(FakeJournal::new(), stored, 1000, env).await;
    let game = restarted.daily(ada, None, OPEN).await;
    assert!(!offers(&game, Intent::Start), "it goes on: {game}");
    let (click, values) = first_click(&game);
    restarted.use_control(ada, &click, &values).await;
    let moves = restarted.attempt(ADA).await.moves;
    assert!(moves.starts_with(&begun.moves), "{moves}");
}

fn first_click(game: &Value) -> (Component, Vec<String>) {
    let click = choose_click(&components(&game["data"]), &mut SmallRng::seed_from_u64(3));
    click.expect("something can be done")
}

#[tokio::test(start_paused = true)]
async fn a_tap_before_the_step_can_have_been_seen_only_shows_it_again() {
    let fixture = Fixture::with_burst(1000).await;
    let begins = here(ADA, noon());
    fixture.daily(begins, Some(stamp(DAY)), Intent::Start).await;
    let before = fixture.attempt(ADA).await;
    let (draw, now) = (Some(before.stamp()), noon().after(Millis(100)));
    let answer = fixture.daily(here(ADA, now), draw, Intent::Draw).await;
    assert!(answer.to_string().contains("Tap again"), "{answer}");
    assert_eq!(fixture.attempt(ADA).await, before);
    let now = noon().after(Millis(600));
    let answer = fixture.daily(here(ADA, now), draw, Intent::Draw).await;
    assert_eq!(answer["type"], 7);
}

#[tokio::test(start_paused = true)]
async fn a_read_only_click_stores_nothing_but_counts_as_shown() {
    let fixture = Fixture::with_burst(1000).await;
    let begins = here(ADA, noon());
    fixture.daily(begins, Some(stamp(DAY)), Intent::Start).await;
    let before = fixture.attempt(ADA).await;
    let now = noon().after(Millis(1_000));
    for step in [None, Some(before.stamp())] {
        let looks = fixture.daily(here(ADA, now), step, Intent::Show(PanelStep::Hand));
        assert_ne!(looks.await, json!({ "type": 6 }));
    }
    assert_eq!(fixture.attempt(ADA).await, before);
    let draw = |after| here(ADA, now.after(Millis(after)));
    let draws = |at| fixture.daily(at, Some(before.stamp()), Intent::Draw);
    let early = draws(draw(100)).await;
    assert!(early.to_string().contains("Tap again"), "{early}");
    assert_eq!(fixture.attempt(ADA).await, before);
    // Nothing else is asserted, because on some days another player has the first turn.
    let late = draws(draw(700)).await;
    assert!(!late.to_string().contains("Tap again"), "{late}");
}

#[tokio::test(start_paused = true)]
async fn a_click_that_must_wait_for_the_choice_of_the_deal_is_acknowledged_first() {
    let fixture = Fixture::with_quick_people().await;
    let begun = async |person| {
        let at = here(person, noon());
        let game = fixture.daily(at, Some(stamp(DAY)), Intent::Start).await;
        assert!(!offers(&game, Intent::Start), "{game}");
        fixture.discord.names().len()
    };
    // For Ada, `Fixture::daily` has taken the acknowledgement and the edit that follows it.
    assert_eq!(begun(ADA).await, 0);
    assert_eq!(begun(BOB).await, 1, "the deal is known");
}

/// Plays a person's game until they are about to draw a kitten and die. Returns the click that draws the kitten.
async fn dying(fixture: &Fixture, at: At) -> (Component, Vec<String>) {
    let mut rng = SmallRng::seed_from_u64(7);
    let mut answer = fixture.daily(at, Some(stamp(DAY)), Intent::Start).await;
    loop {
        let attempt = fixture.attempt(at.person).await;
        let secret = fixture.secret(DAY).await;
        let click = choose_click(&components(&answer["data"]), &mut rng).expect("it goes on");
        let control = click.0.control.expect("a control");
        let meaning = control.with_values(&click.1).expect("it was offered");
        let mut game =
            DailyGame::replay(DAY, &secret, attempt.deal, &attempt.moves).expect("it was played");
        let moved = meaning.table().map(|intent| game.play(intent));
        if moved == Some(Ok(())) && game.result(&[], noon(), None).is_some() {
            assert!(game.death_screen(&clicker(at.person, "Ada")).is_some());
            return click;
        }
        answer = fixture.use_control(at, &click.0, &click.1).await;
    }
}

#[tokio::test(start_paused = true)]
async fn a_death_is_shown_alone_before_its_result_and_told_after_midnight() {
    const STORY: PageIntent = PageIntent::Story {
        game: 1,
        page: StoryPage::Cards,
    };
    let fixture = Fixture::with_quick_people().await;
    let day_secret = Some(Secret::new([3; 32]));
    let known = fixture.personal_data.daily_secret(DAY, day_secret).await;
    assert!(known.is_ok());
    let ada = here(ADA, noon());
    let (click, values) = dying(&fixture, ada).await;
    let death = fixture.use_control(ada, &click, &values).await;
    assert!(offers(&death, OPEN) && !offers(&death, POST), "{death}");
    assert!(death.to_string().contains("% risk"), "{death}");
    let result = fixture.daily(ada, Some(stamp(DAY)), OPEN).await;
    assert!(offers(&result, POST) && !offers(&result, OPEN), "{result}");

    let untold = error(InteractionError::NoStory);
    let early = fixture.daily(ada, Some(stamp(DAY)), STORY).await;
    assert_eq!(early, untold);
    let over = here(ADA, DAY.closes());
    let page = fixture.daily(over, None, OPEN).await;
    assert!(offers(&page, STORY), "{page}");
    let direct = At {
        guild: None,
        ..over
    };
    let story = fixture.daily(direct, Some(stamp(DAY)), STORY).await;
    assert_eq!(story["type"], 7, "{story}");
    let bob = fixture.daily(here(BOB, DAY.closes()), Some(stamp(DAY)), STORY);
    assert_eq!(bob.await, untold, "he has not played");
}

#[tokio::test(start_paused = true)]
async fn a_game_can_be_finished_for_an_hour_after_its_day_and_then_its_secret_is_revealed() {
    let fixture = Fixture::with_quick_people().await;
    let begins = here(ADA, Millis(DAY.ends().0 - 1));
    fixture.daily(begins, Some(stamp(DAY)), Intent::Start).await;
    let late = here(ADA, Millis(DAY.closes().0 - 1));
    let game = fixture.daily(late, None, OPEN).await;
    assert!(!offers(&game, Intent::Start), "yesterday's goes on: {game}");
    let untold = error(InteractionError::DailySecretUnavailable);
    let refused = fixture.daily(late, Some(stamp(DAY)), PROOF).await;
    assert_eq!(refused, untold);
    let late = here(BOB, DAY.ends());
    let bob = fixture.daily(late, Some(stamp(DAY)), Intent::Start).await;
    assert!(offers(&bob, Intent::Start) && !offers(&bob, PROOF), "{bob}");

    let over = here(ADA, DAY.closes());
    let page = fixture.daily(over, None, OPEN).await;
    assert!(
        offers(&page, Intent::Start) && offers(&page, PROOF),
        "{page}"
    );
    let told = fixture.daily(over, Some(stamp(DAY)), PROOF).await;
    let secret = String::from(fixture.secret(DAY).await);
    assert!(told.to_string().contains(&secret), "{told}");
    for day in [DAY.back(1), Day(DAY.0 + 1)] {
        let refused = fixture.daily(over, Some(stamp(day)), PROOF).await;
        assert_eq!(refused, untold, "{day:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_result_is_posted_once_unless_discord_refuses_it_and_its_board_omits_hidden_people() {
    let fixture = Fixture::with_quick_people().await;
    let (ada, bob) = (here(ADA, noon()), here(BOB, noon()));
    let shows_bob = |page: &Value| page.to_string().contains("Player 1099511627776");
    fixture.play(bob, 5).await;
    let page = fixture.daily(ada, None, OPEN).await;
    assert!(!shows_bob(&page), "she has not played: {page}");
    assert!(shows_bob(&fixture.play(ada, 6).await));

    let direct = At { guild: None, ..ada };
    let refused = fixture.daily(direct, Some(stamp(DAY)), POST).await;
    assert_eq!(refused, error(InteractionError::ServersOnly));
    let may = Permissions::VIEW_CHANNEL;
    let silent = fixture.daily(At { may, ..ada }, Some(stamp(DAY)), POST);
    assert_eq!(silent.await, error(InteractionError::MayNotPost));
    let page = fixture.daily(At { may, ..ada }, None, OPEN).await;
    assert!(!offers(&page, POST), "{page}");
    fixture.discord.refuse_next("answer interaction", 200_000);
    let refused = fixture.daily(ada, Some(stamp(DAY)), POST).await;
    assert_eq!(refused, error(InteractionError::RefusedByDiscord));
    let posted = fixture.daily(ada, Some(stamp(DAY)), POST).await;
    assert!(posted["type"] == 4 && !kit::virtual_user::component::is_private(&posted["data"]));
    let (stored, secret) = (fixture.attempt(ADA).await, fixture.secret(DAY).await);
    let game = DailyGame::replay(DAY, &secret, stored.deal, &stored.moves).expect("it was played");
    assert!(posted.to_string().contains(&game.trail()), "{posted}");
    assert!(posted.to_string().contains("Kitten des Tages"), "{posted}");
    let play_todays = components(&posted["data"]).remove(0);
    let page = fixture.use_control(bob, &play_todays, &[]).await;
    assert_eq!(page["type"], 7, "in a private message: {page}");
    let again = fixture.daily(ada, Some(stamp(DAY)), POST).await;
    assert_eq!(again, error(InteractionError::DailyPosted));

    fixture.hide(BOB).await;
    let page = fixture.daily(ada, None, OPEN).await;
    assert!(!shows_bob(&page) && !offers(&page, POST), "{page}");
}

#[tokio::test(start_paused = true)]
async fn a_day_is_played_and_posted_where_only_its_player_has_brought_the_command() {
    let fixture = Fixture::with_quick_people().await;
    let ada = At {
        guild: None,
        elsewhere: Some(foreign_server(true)),
        ..here(ADA, noon())
    };
    assert!(offers(&fixture.play(ada, 6).await, POST));
    assert_eq!(
        fixture.attempt(ADA).await.result.and_then(|it| it.guild),
        None
    );
    let silent = At {
        elsewhere: Some(foreign_server(false)),
        ..ada
    };
    let page = fixture.daily(silent, Some(stamp(DAY)), OPEN).await;
    assert!(!offers(&page, POST), "{page}");
    let refused = fixture.daily(silent, Some(stamp(DAY)), POST).await;
    assert_eq!(refused, error(InteractionError::MayNotPost));
    let posted = fixture.daily(ada, Some(stamp(DAY)), POST).await;
    assert!(posted.to_string().contains("Kitten des Tages"), "{posted}");
}

#[tokio::test(start_paused = true)]
async fn a_result_whose_post_a_killed_process_began_can_be_posted_after_a_while() {
    let fixture = Fixture::with_quick_people().await;
    fixture.play(here(ADA, noon()), 6).await;
    let attempt = fixture.attempt(ADA).await;
    let begun = Attempt {
        version: attempt.version + 1,
        post: ResultPost::Begun(noon()),
        ..attempt
    };
    let stored = fixture.personal_data.store_attempt(ADA, 0, begun).await;
    assert_eq!(stored, Ok(true));
    for (seconds, is_posted) in [(5, false), (10, true), (30, false)] {
        let at = here(ADA, noon().after(Millis::seconds(seconds)));
        let answer = fixture.daily(at, Some(stamp(DAY)), POST).await;
        let is_refused = answer == error(InteractionError::DailyPosted);
        assert_eq!(is_refused, !is_posted, "{answer}");
    }
}
