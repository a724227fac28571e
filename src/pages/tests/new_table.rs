//! New tables: where they are opened, in which kind of thread, and when they are refused.

use super::*;

#[tokio::test(start_paused = true)]
async fn a_second_table_is_refused_with_a_link_or_by_the_servers_limit() {
    let fixture = Fixture::with_burst(20).await;
    fixture.serve(new_table()).await;
    let answer = fixture.serve(new_table()).await.to_string();
    let link = format!("https://discord.com/channels/{GUILD}/{CHANNEL}/");
    assert!(answer.contains(&link), "{answer}");
    let elsewhere = fixture.serve_where(new_table(), |context| {
        context.channel = ChannelId::new(CHANNEL.get() + 1);
    });
    assert_eq!(elsewhere.await, error(InteractionError::AtCapacity));
}

#[tokio::test(start_paused = true)]
async fn a_table_in_a_thread_is_posted_there_and_the_command_gets_a_link() {
    let fixture = Fixture::with_burst(20).await;
    let answer = fixture.serve(new_table_in_thread()).await;
    let requests = fixture.discord.names();
    assert_eq!(requests[0], "open thread");
    assert!(requests.contains(&"post message"), "{requests:?}");
    // The fake Discord's ids start at 9001.
    assert!(answer.to_string().contains("<#9001>"), "{answer}");
}

#[tokio::test(start_paused = true)]
async fn no_thread_is_opened_without_permission_or_in_a_full_server() {
    let fixture = Fixture::with_burst(20).await;
    let refused = fixture.serve_where(new_table_in_thread(), |context| {
        context.member_permissions = Permissions::SEND_MESSAGES;
    });
    assert_eq!(refused.await, error(InteractionError::MayNotOpenThreads));
    assert_eq!(fixture.discord.names(), ["answer interaction"]);
    fixture.serve(new_table_in_thread()).await;
    let answer = fixture.serve(new_table_in_thread()).await;
    assert_eq!(answer, error(InteractionError::AtCapacity));
    assert_eq!(fixture.discord.names(), ["answer interaction"]);
}

#[tokio::test(start_paused = true)]
async fn a_thread_has_the_type_that_its_channel_takes_and_a_refusal_of_it_is_named() {
    use InteractionError::{NoThreadsHere, RefusedByDiscord, ThreadNameBlocked, ThreadsFull};
    let fixture = Fixture::with_burst(100).await;
    let missing = InteractionError::MissingPermission(Permission::CreateThreads);
    let (public, news) = (ChannelType::PublicThread, ChannelType::NewsThread);
    for (thread_type, code, refusal) in [
        (None, 0, NoThreadsHere),
        (Some(public), 50_013, missing),
        (Some(news), 50_024, NoThreadsHere),
        (Some(public), 160_006, ThreadsFull),
        (Some(news), 200_001, ThreadNameBlocked),
        (Some(public), 40_004, RefusedByDiscord),
    ] {
        fixture.discord.refuse_next("open thread", code);
        let command = new_table_in_thread();
        let answer = fixture.serve_where(command, |context| context.thread_type = thread_type);
        assert_eq!(answer.await, error(refusal), "{code}");
        let sent = fixture.discord.take();
        let opened = sent.iter().find(|sent| sent.call.name() == "open thread");
        let sent_type = opened.map(|sent| sent.body["type"].clone());
        assert_eq!(sent_type, thread_type.map(|kind| json!(u8::from(kind))));
        assert!(opened.is_none_or(|sent| sent.body["auto_archive_duration"] == 10_080));
    }
}

#[tokio::test(start_paused = true)]
async fn a_command_in_a_server_without_the_bot_explains_how_to_add_it() {
    let fixture = Fixture::with_burst(20).await;
    let ask = async |granted: Permissions, guild: GuildId, request: InteractionRequest| {
        let answer = fixture.serve_where(request, |context| {
            (context.bot_permissions, context.guild) = (granted, guild);
        });
        answer.await.to_string()
    };
    let (nowhere, cut) = (
        GuildId::new(700),
        Permissions::EMBED_LINKS | Permissions::ATTACH_FILES,
    );
    let link = "oauth2/authorize?client_id=";
    for request in [
        new_table(),
        InteractionRequest::TableCommand(Intent::OpenHand),
    ] {
        let answer = ask(cut, nowhere, request.clone()).await;
        assert!(answer.contains(link), "{answer}");
        let hidden = Permissions::SEND_MESSAGES;
        for (granted, guild) in [(cut, GUILD), (hidden, nowhere)] {
            let answer = ask(granted, guild, request.clone()).await;
            assert!(answer.contains("View Channel"), "a member: {answer}");
        }
    }
    let rules = InteractionRequest::Rules {
        edition: None,
        card: None,
    };
    let answer = ask(cut, nowhere, rules).await;
    assert!(!answer.contains(link), "it needs no bot: {answer}");
}

#[tokio::test(start_paused = true)]
async fn a_thread_is_removed_if_no_table_can_be_opened_in_it() {
    for (granted, removal) in [
        (Permissions::ADMINISTRATOR, "delete thread"),
        (
            Permissions::all() - Permissions::ADMINISTRATOR - Permissions::MANAGE_THREADS,
            "archive thread",
        ),
    ] {
        let fixture = Fixture::with_burst(20).await;
        fixture.journal.faults().unavailable = true;
        let command = new_table_in_thread();
        let answer = fixture.serve_where(command, |context| context.bot_permissions = granted);
        assert_eq!(answer.await, error(InteractionError::Internal));
        let requests = fixture.discord.names();
        // The answer does not wait for the removal, which may take longer than an answer is allowed to.
        assert_eq!(requests, ["open thread", "answer interaction", removal]);
    }
}

#[tokio::test(start_paused = true)]
async fn another_game_at_a_table_that_the_bot_could_not_show_is_refused_as_a_new_one_is() {
    let fixture = Fixture::with_burst(20).await;
    for request in [
        new_table(),
        click_on(Intent::NewTable),
        click_on(Intent::Rematch),
    ] {
        fixture.discord.refuse_next("read channel", 50_001);
        let answer = fixture.serve_where(request, |context| {
            context.access_condition = Some(AccessCondition::Membership);
        });
        assert_eq!(answer.await, error(InteractionError::NotInThread));
    }
}
