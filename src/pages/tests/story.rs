//! The stories of finished games are shown in the channel of the game and to its players, and to nobody else.

use journal::Journal as _;
use players::Strength;
use rules::SeededChance;
use table::entry::Entry;
use table::game_file::CheckedGame;
use table::ids::{self, InteractionId, ReplyId};
use table::input::{Click, Input};
use table::options::TableOptions;
use table::pages::PageIntent;
use table::pages::story::{self, GamesList, StoryPage};
use table::results::ResultPlayer;
use table::screen::Permission;
use table::{Table, TableLocation};

use super::statistics::result;
use super::*;
use table::computer_setup::ComputerSetup;
use table::config::TableConfig;

pub(super) const BOB: UserId = UserId(9);
const ELSEWHERE: ChannelId = ChannelId::new(800);
const OTHER_GUILD: GuildId = GuildId::new(700);
pub(super) const CARDS: PageIntent = story(1, StoryPage::Cards);

pub(super) const fn story(game: u16, page: StoryPage) -> PageIntent {
    PageIntent::Story { game, page }
}

const fn moment(step: u16) -> PageIntent {
    PageIntent::ShowMoment { game: 1, step }
}

/// Returns the entries of a game between Ada and a computer, at the table of [`STAMP`] in the tests' channel.
fn finished_game() -> Vec<Entry> {
    let location = TableLocation {
        table: STAMP.table,
        guild: ids::GuildId(GUILD.get()),
        channel: ids::ChannelId(CHANNEL.get()),
        number: Some(1),
    };
    let computers = ComputerSetup {
        count: 1,
        ..ComputerSetup::default()
    };
    let options = TableOptions::of(EditionId::ORIGINAL, Locale::fallback());
    let command = |number, intent| Click {
        reply: ReplyId(number),
        interaction: InteractionId(number),
        person: clicker(ADA, "Ada"),
        origin: ClickOrigin::Command,
        intent,
        may_post: true,
        table_message: None,
    };
    let (mut now, mut chance) = (Millis(1_800_000_000_000), SeededChance::new(1));
    let (config, join) = (TableConfig::default(), command(70, Intent::Join));
    let opened = Table::open(
        location,
        config,
        options,
        computers,
        &join,
        now,
        &mut chance,
    );
    let (mut table, first) = opened.expect("the options make a table");
    let mut entries = Vec::from_iter(first.entry);
    let mut input = Input::Click(command(71, Intent::Start));
    loop {
        entries.extend(table.handle(now, input, &mut chance).entry);
        let wake = table.next_wake();
        let Some(wake) = wake.filter(|_| table.is_playing()) else {
            return entries;
        };
        (now, input) = (wake, Input::Wake);
    }
}

async fn store(fixture: &Fixture, entries: &[Entry]) {
    for entry in entries {
        assert_eq!(fixture.personal_data.append(entry).await, Ok(()));
    }
}

pub(super) async fn with_finished_game() -> Fixture {
    let fixture = Fixture::with_burst(100).await;
    store(&fixture, &finished_game()).await;
    fixture
}

/// Returns a click by a person in a channel, on a control of the table of [`STAMP`].
pub(super) fn click_of(
    fixture: &Fixture,
    person: UserId,
    place: (GuildId, ChannelId),
    intent: PageIntent,
) -> IncomingInteraction {
    let mut click = fixture.interaction(click_on(intent));
    click.person = clicker(person, "Somebody");
    click.callback.user = person;
    let context = click.context.as_mut().expect("it is in a server");
    (context.guild, context.channel) = place;
    click
}

pub(super) async fn answer(
    fixture: &Fixture,
    person: UserId,
    place: (GuildId, ChannelId),
    intent: PageIntent,
) -> Value {
    let click = click_of(fixture, person, place, intent);
    fixture.serve_interaction(click).await
}

pub(super) const HERE: (GuildId, ChannelId) = (GUILD, CHANNEL);

fn is_private(answer: &Value) -> bool {
    answer["data"]["flags"]
        .as_u64()
        .is_some_and(|flags| flags & 64 != 0)
}

#[tokio::test(start_paused = true)]
async fn a_story_opens_in_private_and_later_pages_take_the_place_of_earlier_ones() {
    let fixture = with_finished_game().await;
    let opened = answer(&fixture, BOB, HERE, CARDS).await;
    assert_eq!((&opened["type"], is_private(&opened)), (&json!(4), true));
    for page in [StoryPage::First, StoryPage::Step(1), StoryPage::Last] {
        let mut click = click_of(&fixture, BOB, HERE, story(1, page));
        click.callback.clicked.as_mut().expect("a message").private = true;
        click.person.discord_locale = Locale::nearest("de");
        let turned = fixture.serve_interaction(click).await;
        assert_eq!(turned["type"], 7);
        assert_eq!(turned["data"]["attachments"], json!([]));
        assert!(turned.to_string().contains("Schritt"), "{turned}");
    }
    assert!(
        !fixture.dispatcher.registry.has(CHANNEL),
        "no table is loaded"
    );
    let stored = fixture.personal_data.load(STAMP.table).await;
    assert_eq!(
        stored.map(|entries| entries.len()),
        Ok(finished_game().len())
    );
}

#[tokio::test(start_paused = true)]
async fn a_game_is_shown_only_in_its_channel_and_to_its_players() {
    let fixture = with_finished_game().await;
    for place in [
        (GUILD, ELSEWHERE),
        (OTHER_GUILD, ELSEWHERE),
        (OTHER_GUILD, CHANNEL),
    ] {
        for intent in [CARDS, story(1, StoryPage::Fair), moment(1)] {
            let refused = answer(&fixture, BOB, place, intent).await;
            assert_eq!(refused, error(InteractionError::NoStory));
        }
        assert_ne!(
            answer(&fixture, ADA, place, CARDS).await,
            error(InteractionError::NoStory)
        );
        let elsewhere = answer(&fixture, ADA, place, moment(1)).await;
        assert_eq!(elsewhere, error(InteractionError::MomentElsewhere));
    }
    for page in [StoryPage::Cards, StoryPage::Step(1), StoryPage::Fair] {
        for game in [0, 2, u16::MAX] {
            let refused = answer(&fixture, ADA, HERE, story(game, page)).await;
            assert_eq!(refused, error(InteractionError::NoStory));
        }
    }
    for intent in [story(1, StoryPage::Step(u16::MAX)), moment(u16::MAX)] {
        let refused = answer(&fixture, ADA, HERE, intent).await;
        assert_eq!(refused, error(InteractionError::NoStep));
    }
}

#[tokio::test(start_paused = true)]
async fn a_running_game_is_not_shown_even_to_its_players() {
    let fixture = Fixture::with_burst(100).await;
    let mut entries = finished_game();
    let last = entries.pop().expect("a last move");
    store(&fixture, &entries).await;
    let pages = [
        StoryPage::Cards,
        StoryPage::First,
        StoryPage::Step(1),
        StoryPage::Last,
        StoryPage::Fair,
    ];
    let intents = pages
        .map(|page| story(1, page))
        .into_iter()
        .chain([moment(0)]);
    for intent in intents.clone() {
        let refused = answer(&fixture, ADA, HERE, intent).await;
        assert_eq!(refused, error(InteractionError::NoStory));
    }
    for list in [GamesList::Channel, GamesList::Own] {
        let listed = answer(&fixture, ADA, HERE, PageIntent::Games(list)).await;
        let nothing = story::games_list(list, &[], true, Language::of(Locale::fallback()));
        assert_eq!(listed, private_answer(&nothing));
    }
    store(&fixture, &[last]).await;
    for intent in intents {
        let told = answer(&fixture, ADA, HERE, intent).await;
        assert_ne!(told, error(InteractionError::NoStory));
    }
}

#[tokio::test(start_paused = true)]
async fn the_proof_page_has_a_file_that_anyone_can_verify() {
    let fixture = with_finished_game().await;
    let mut click = click_of(&fixture, BOB, HERE, story(1, StoryPage::Fair));
    click.callback.clicked.as_mut().expect("a message").private = true;
    assert_eq!(fixture.serve_interaction(click).await, json!({ "type": 6 }));
    let sent = fixture.discord.take();
    let with_file = sent
        .iter()
        .find_map(|sent| Some((&sent.body, sent.call.file()?)));
    let (body, file) = with_file.expect("a file is sent");
    let checked = CheckedGame::read(&file.content).expect("the file is right");
    let commitment = checked
        .commitment
        .expect("the game has a proof")
        .to_string();
    assert!(body.to_string().contains(&commitment), "{body}");
    let first = answer(&fixture, BOB, HERE, story(1, StoryPage::Fair)).await;
    assert_eq!(first, json!({ "type": 5, "data": { "flags": 64 } }));
}

#[tokio::test(start_paused = true)]
async fn games_are_listed_by_channel_and_for_their_players_on_any_server() {
    let fixture = with_finished_game().await;
    let lists = |answer: &Value| {
        answer
            .to_string()
            .contains(&STAMP.button(CARDS).to_string())
    };
    let [here, own] = [GamesList::Channel, GamesList::Own].map(PageIntent::Games);
    let other = (OTHER_GUILD, ELSEWHERE);
    for (person, place, intent, is_listed) in [
        (BOB, HERE, here, true),
        (BOB, HERE, own, false),
        (BOB, other, here, false),
        (ADA, other, here, false),
        (ADA, other, own, true),
    ] {
        let listed = answer(&fixture, person, place, intent).await;
        assert_eq!(
            (lists(&listed), is_private(&listed)),
            (is_listed, true),
            "{person} {intent:?}"
        );
    }
    let command = fixture.serve(InteractionRequest::PageCommand(here)).await;
    assert!(lists(&command));
}

#[tokio::test(start_paused = true)]
async fn moments_are_limited_to_one_a_minute_per_person_and_five_per_game() {
    let fixture = with_finished_game().await;
    for person in 20..25 {
        let shown = answer(&fixture, UserId(person), HERE, moment(1)).await;
        assert_eq!((&shown["type"], is_private(&shown)), (&json!(4), false));
        let controls = shown.to_string().matches("custom_id").count();
        assert_eq!(controls, 1, "{shown}");
        if person == 20 {
            let again = answer(&fixture, UserId(person), HERE, moment(2)).await;
            assert_eq!(again, error(InteractionError::MomentTooSoon));
        }
        sleep(Duration::from_secs(60)).await;
    }
    let sixth = answer(&fixture, UserId(30), HERE, moment(1)).await;
    assert_eq!(sixth, error(InteractionError::MomentsSpent));
}

#[tokio::test(start_paused = true)]
async fn a_moment_that_discord_refuses_is_reported_and_does_not_count() {
    let fixture = with_finished_game().await;
    for person in 20..=25 {
        fixture.discord.refuse_next("answer interaction", 200_000);
        let click = click_of(&fixture, UserId(person), HERE, moment(1));
        fixture.discord.take();
        fixture.dispatcher.serve(click).await;
        let answers = fixture.discord.answers(INTERACTION);
        assert!(!is_private(&answers[0]), "{answers:?}");
        assert_eq!(answers[1], error(InteractionError::RefusedByDiscord));
    }
    let shown = answer(&fixture, UserId(26), HERE, moment(1)).await;
    assert!(!is_private(&shown), "{shown}");
}

#[tokio::test]
async fn no_moment_is_shown_for_a_person_who_may_not_write_there() {
    let fixture = with_finished_game().await;
    let mut click = click_of(&fixture, BOB, HERE, moment(1));
    let context = click.context.as_mut().expect("it is in a server");
    context.member_permissions = Permissions::VIEW_CHANNEL;
    let refused = fixture.serve_interaction(click).await;
    assert_eq!(refused, error(InteractionError::MayNotPost));
}

#[tokio::test]
async fn no_moment_is_posted_where_the_bot_may_not_post() {
    let fixture = with_finished_game().await;
    let mut click = click_of(&fixture, BOB, HERE, moment(1));
    let context = click.context.as_mut().expect("it is in a server");
    context.bot_permissions = Permissions::VIEW_CHANNEL;
    let missing = InteractionError::MissingPermission(Permission::Send);
    assert_eq!(fixture.serve_interaction(click).await, error(missing));
}

#[tokio::test(start_paused = true)]
async fn an_evening_is_shown_and_posted_only_where_it_was_played_whatever_a_control_names() {
    let fixture = Fixture::with_burst(100).await;
    let mut entries = finished_game();
    let computer = ResultPlayer::Computer(Strength::Tiger);
    let players = [ResultPlayer::Person(ADA), computer];
    entries.last_mut().expect("a last move").result = Some(Box::new(result(1, &players)));
    store(&fixture, &entries).await;
    let evening = |game| PageIntent::Evening { game, games: 9 };
    let posted = |game| PageIntent::ShowEvening { game, games: 9 };
    for intent in [evening(1), posted(1)] {
        let refused = answer(&fixture, BOB, (GUILD, ELSEWHERE), intent).await;
        assert_eq!(refused, error(InteractionError::NoStory));
        let elsewhere = answer(&fixture, ADA, (GUILD, ELSEWHERE), intent).await;
        assert_eq!(elsewhere, error(InteractionError::MomentElsewhere));
    }
    for intent in [evening(2), posted(u16::MAX), evening(0)] {
        let refused = answer(&fixture, ADA, HERE, intent).await;
        assert_eq!(refused, error(InteractionError::NoStory));
    }
    for (intent, flags) in [(evening(1), 64), (posted(1), 4096)] {
        let first = answer(&fixture, BOB, HERE, intent).await;
        assert_eq!(first, json!({ "type": 5, "data": { "flags": flags } }));
        let sent = fixture.discord.take();
        let shown = sent.last().expect("the evening follows");
        assert!(shown.call.file().is_some(), "{}", shown.body);
        let text = shown.body.to_string();
        for told in [
            "The evening in 1 game",
            "Player 0 won and Player 1 exploded",
        ] {
            assert!(text.contains(told), "{text}");
        }
    }
    let again = answer(&fixture, BOB, HERE, posted(1)).await;
    assert_eq!(again, error(InteractionError::CardTooSoon));
}
