//! A server's settings and who may change them.

use table::control::NO_TABLE;
use table::options::OptionValue;
use table::pace::Pace;
use table::pages::PageIntent;
use table::pages::settings::{ServerChange, WeeklyBoard};

use super::*;

const HERE: table::ids::ChannelId = table::ids::ChannelId(CHANNEL.get());
const ELSEWHERE: table::ids::ChannelId = table::ids::ChannelId(CHANNEL.get() + 1);

fn change(change: ServerChange) -> InteractionRequest {
    click_on(PageIntent::ChangeServer(change))
}

/// Returns true if the panel has the button that stops the weekly board.
fn offers_to_stop(panel: &Value) -> bool {
    let stop = NO_TABLE.button(PageIntent::ChangeServer(ServerChange::PostBoard(None)));
    panel.to_string().contains(&stop.to_string())
}

impl Fixture {
    /// Serves a request from a person who may manage the server, and returns the answer.
    async fn manage(&self, request: InteractionRequest) -> Value {
        self.manage_where(request, |_| {}).await
    }

    async fn manage_where(
        &self,
        request: InteractionRequest,
        change: impl FnOnce(&mut ChannelContext),
    ) -> Value {
        self.serve_where(request, |context| {
            context.member_permissions = Permissions::MANAGE_GUILD;
            change(context);
        })
        .await
    }

    /// Serves a request in a channel other than [`CHANNEL`], or in a thread of `parent`.
    async fn serve_in(
        &self,
        parent: ChannelId,
        is_thread: bool,
        request: InteractionRequest,
    ) -> Value {
        self.serve_where(request, |context| {
            context.channel = ChannelId::new(CHANNEL.get() + 1);
            context.parent_channel = parent;
            context.is_thread = is_thread;
        })
        .await
    }
}

#[tokio::test(start_paused = true)]
async fn new_tables_begin_with_the_settings_unless_their_host_chooses_something_else() {
    let fixture = Fixture::with_burst(20).await;
    for value in [
        OptionValue::Edition(EditionId::TRAVEL),
        OptionValue::Pace(Pace::Slow),
        OptionValue::Language(Locale::nearest("de")),
    ] {
        let answer = fixture.manage(change(ServerChange::SetOption(value))).await;
        let panel = answer.to_string();
        assert!(panel.contains(&value.word()), "{panel}");
    }
    let command = NewTableCommand {
        pace: Some(Pace::Fast),
        ..NewTableCommand::default()
    };
    let lobby = fixture.serve(InteractionRequest::NewTable(command)).await;
    let (lobby, german) = (lobby.to_string(), Language::of(Locale::nearest("de")));
    let edition = german.edition_name(EditionId::TRAVEL);
    for expected in [edition, german.pace_name(Pace::Fast)] {
        assert!(lobby.contains(&expected), "{expected} in {lobby}");
    }
}

#[tokio::test(start_paused = true)]
async fn only_people_who_may_manage_the_server_can_see_and_change_its_settings() {
    let fixture = Fixture::with_burst(20).await;
    let forged = [
        InteractionRequest::Settings,
        change(ServerChange::AllowChannel(HERE)),
        change(ServerChange::SetOption(OptionValue::Pace(Pace::Slow))),
        click_on(PageIntent::AskServerReset),
        change(ServerChange::Reset),
    ];
    for request in forged {
        let answer = fixture.serve(request).await;
        assert_eq!(answer, error(InteractionError::ManageServerOnly));
    }
    let panel = fixture.manage(InteractionRequest::Settings).await;
    let everywhere = fixture.manage(change(ServerChange::Reset)).await;
    assert_eq!(
        panel["data"]["components"],
        everywhere["data"]["components"]
    );
}

#[tokio::test(start_paused = true)]
async fn the_button_that_resets_everything_asks_first() {
    let fixture = Fixture::with_burst(20).await;
    let allowed = fixture
        .manage(change(ServerChange::AllowChannel(HERE)))
        .await;
    assert!(!allowed.to_string().contains("server-reset\""), "{allowed}");
    let question = fixture.manage(click_on(PageIntent::AskServerReset)).await;
    assert!(
        question.to_string().contains("server-reset\""),
        "{question}"
    );
    let panel = fixture.manage(InteractionRequest::Settings).await;
    assert_eq!(panel["data"]["components"], allowed["data"]["components"]);
}

#[tokio::test(start_paused = true)]
async fn tables_are_opened_only_in_named_channels_and_their_threads() {
    let fixture = Fixture::with_burst(20).await;
    fixture
        .manage(change(ServerChange::AllowChannel(HERE)))
        .await;
    let refusal = error(InteractionError::OtherChannels([HERE].into()));
    let other = ChannelId::new(ELSEWHERE.0);
    for request in [
        new_table(),
        click_on(Intent::NewTable),
        click_on(Intent::Rematch),
    ] {
        for is_thread in [false, true] {
            let answer = fixture.serve_in(other, is_thread, request.clone()).await;
            assert_eq!(answer, refusal, "{request:?}");
            tokio::time::advance(Duration::from_secs(10)).await;
        }
        let answer = fixture.serve_in(CHANNEL, true, request).await;
        assert_ne!(answer, refusal);
    }
    let answer = fixture.serve_in(other, false, click_on(Intent::Join));
    assert_ne!(answer.await, refusal, "a table that is there goes on");
}

#[tokio::test(start_paused = true)]
async fn only_the_channel_of_the_click_is_named() {
    let fixture = Fixture::with_burst(20).await;
    for forged in [
        ServerChange::AllowChannel(ELSEWHERE),
        ServerChange::ForgetChannel(ELSEWHERE),
        ServerChange::PostBoard(Some(WeeklyBoard {
            channel: ELSEWHERE,
            language: Locale::nearest("de"),
        })),
    ] {
        let answer = fixture.manage(change(forged)).await;
        assert_eq!(answer, error(InteractionError::UnknownButton));
    }
}

#[tokio::test(start_paused = true)]
async fn the_weekly_board_is_posted_only_where_the_bot_may_post() {
    let fixture = Fixture::with_burst(20).await;
    let here = WeeklyBoard {
        channel: HERE,
        language: Locale::nearest("it"),
    };
    let post_here = ServerChange::PostBoard(Some(here));
    let refused = fixture.manage_where(change(post_here), |context| {
        context.bot_permissions = Permissions::VIEW_CHANNEL;
    });
    let sentence = refused.await.to_string();
    assert!(sentence.contains("permission"), "{sentence}");
    fixture.discord.refuse_next("read channel", 50_001);
    let refused = fixture.manage_where(change(post_here), |context| {
        context.access_condition = Some(AccessCondition::Membership);
    });
    assert_eq!(refused.await, error(InteractionError::NotInThread));
    let panel = fixture.manage(change(post_here)).await;
    assert!(offers_to_stop(&panel), "{panel}");
    let none = fixture.manage(change(ServerChange::PostBoard(None))).await;
    assert!(!offers_to_stop(&none), "{none}");
}

#[tokio::test(start_paused = true)]
async fn options_that_do_not_go_together_and_a_first_player_are_refused() {
    let fixture = Fixture::with_burst(20).await;
    let two_decks = OptionValue::Decks(rules::Decks::Two);
    let answer = fixture
        .manage(change(ServerChange::SetOption(two_decks)))
        .await;
    let refusal = screen::refusal(&Refusal::OptionsDoNotFit, Language::of(Locale::fallback()));
    assert_eq!(answer, private_answer(&refusal));
    let first = OptionValue::First(table::options::FirstPlayer::Person(ADA));
    let answer = fixture.manage(change(ServerChange::SetOption(first))).await;
    assert_eq!(answer, error(InteractionError::UnknownValue));
}

#[tokio::test(start_paused = true)]
async fn the_weekly_board_chosen_in_a_thread_is_posted_in_that_thread() {
    let fixture = Fixture::with_burst(20).await;
    for (channel, is_taken) in [(ELSEWHERE, true), (HERE, false)] {
        let board = WeeklyBoard {
            channel,
            language: Locale::nearest("it"),
        };
        let post = change(ServerChange::PostBoard(Some(board)));
        let posted = fixture.manage_where(post, |context| {
            (context.channel, context.is_thread) = (ChannelId::new(ELSEWHERE.0), true);
        });
        let answer = posted.await;
        let is_refused = answer == error(InteractionError::UnknownButton);
        assert_eq!(is_refused, !is_taken, "{answer}");
        assert_eq!(offers_to_stop(&answer), is_taken, "{answer}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_channel_that_was_deleted_while_the_bot_was_down_is_no_longer_named() {
    let fixture = Fixture::with_burst(20).await;
    let allow = async || {
        fixture
            .manage(change(ServerChange::AllowChannel(HERE)))
            .await
    };
    let mention = format!("<#{HERE}>");
    assert!(allow().await.to_string().contains(&mention));
    fixture.discord.refuse_next("read channel", 10_003);
    let other = ChannelId::new(ELSEWHERE.0);
    let lobby = fixture.serve_in(other, false, new_table()).await;
    assert_eq!(lobby["data"]["flags"].as_u64().unwrap() & 64, 0, "{lobby}");
    allow().await;
    fixture.discord.refuse_next("read channel", 50_001);
    let panel = fixture.manage(InteractionRequest::Settings).await;
    assert!(panel.to_string().contains(&mention), "only hidden: {panel}");
    fixture.discord.refuse_next("read channel", 10_003);
    let panel = fixture.manage(InteractionRequest::Settings).await;
    assert!(!panel.to_string().contains(&mention), "{panel}");
}

#[tokio::test(start_paused = true)]
async fn a_full_list_of_channels_says_why_no_other_can_be_added() {
    let fixture = Fixture::with_burst(100).await;
    for number in 1_001..=1_020 {
        let allow = change(ServerChange::AllowChannel(table::ids::ChannelId(number)));
        let allowed = fixture.manage_where(allow, |context| {
            context.parent_channel = ChannelId::new(number);
        });
        let panel = allowed.await.to_string();
        assert!(!panel.contains("20 is the most"), "{panel}");
    }
    let panel = fixture.manage(InteractionRequest::Settings).await;
    assert!(panel.to_string().contains("20 is the most"), "{panel}");
}
