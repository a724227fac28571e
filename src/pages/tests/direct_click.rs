//! Clicks in direct messages, including forged ones, and the tables that they reach.

use table::intent::OptionPage;
use tokio::time::advance;

use super::*;

/// Returns a click of this person in a direct message, on a control of this table.
fn click_in(
    fixture: &Fixture,
    user: UserId,
    table: TableId,
    intent: Intent,
) -> IncomingInteraction {
    let stamp = Stamp { table, ..STAMP };
    let request = InteractionRequest::UseControl(stamp.button(intent), intent.into());
    let mut incoming = fixture.interaction(request);
    incoming.context = None;
    incoming.callback = Callback {
        clicked: Some(ClickedMessage {
            direct: true,
            ..CLICKED
        }),
        ..callback(INTERACTION, user)
    };
    incoming.person.id = user;
    incoming
}

async fn open_table(fixture: &Fixture) -> TableId {
    let mut incoming = fixture.interaction(new_table());
    // A click with the same interaction id would count as a second delivery.
    incoming.callback = callback(INTERACTION + 1, ADA);
    fixture.dispatcher.serve(incoming).await;
    sleep(Duration::from_millis(100)).await;
    let running = fixture.dispatcher.registry.running_in(GUILD).await;
    running.expect("the journal is readable")[0].table
}

/// The time after which an identical refusal is sent again.
const UNTIL_WORDS_ARE_SENT_AGAIN: Duration = Duration::from_secs(1);

#[tokio::test(start_paused = true)]
async fn a_click_in_direct_messages_reaches_the_table_of_its_control() {
    let fixture = Fixture::with_burst(20).await;
    let table = open_table(&fixture).await;
    let answer = fixture
        .serve_interaction(click_in(&fixture, ADA, table, Intent::OpenHand))
        .await;
    assert_eq!(
        answer,
        refused(Refusal::NotStarted),
        "her seat is known there"
    );
}

#[tokio::test(start_paused = true)]
async fn forged_clicks_in_direct_messages_are_refused_in_private() {
    let fixture = Fixture::with_burst(50).await;
    let table = open_table(&fixture).await;
    let stranger = UserId(77);
    for intent in [Intent::Join, Intent::OpenHand, Intent::Start, Intent::Draw] {
        let click = click_in(&fixture, stranger, table, intent);
        let answer = fixture.serve_interaction(click).await;
        assert_eq!(answer, refused(Refusal::NotSeated), "{intent:?}");
        advance(UNTIL_WORDS_ARE_SENT_AGAIN).await;
    }
    for intent in [
        Intent::Start,
        Intent::OpenOptions(OptionPage::Game),
        Intent::PostTable,
    ] {
        let click = click_in(&fixture, ADA, table, intent);
        let answer = fixture.serve_interaction(click).await;
        assert_eq!(answer, refused(Refusal::OnlyAtTheTable), "{intent:?}");
        advance(UNTIL_WORDS_ARE_SENT_AGAIN).await;
    }
}

#[tokio::test(start_paused = true)]
async fn a_direct_message_of_a_table_that_is_gone_loses_its_buttons() {
    let fixture = Fixture::with_burst(20).await;
    let click = click_in(&fixture, ADA, TableId(999), Intent::Draw);
    let answer = fixture.serve_interaction(click).await;
    assert_eq!(answer["type"], 7, "the message is replaced");
    assert!(!answer.to_string().contains("custom_id"));
}

#[tokio::test(start_paused = true)]
async fn a_click_outside_of_servers_and_of_the_bots_direct_messages_reaches_no_table() {
    let fixture = Fixture::with_burst(20).await;
    let table = open_table(&fixture).await;
    let mut click = click_in(&fixture, ADA, table, Intent::OpenHand);
    click.callback.clicked = click.callback.clicked.map(|clicked| ClickedMessage {
        direct: false,
        ..clicked
    });
    let answer = fixture.serve_interaction(click).await;
    assert_eq!(answer, error(InteractionError::ServersOnly));
}

#[tokio::test(start_paused = true)]
async fn without_a_journal_a_click_in_direct_messages_is_answered_with_an_error() {
    let fixture = Fixture::with_burst(20).await;
    let table = open_table(&fixture).await;
    fixture.journal.faults().unavailable = true;
    let click = click_in(&fixture, ADA, table, Intent::OpenHand);
    let answer = fixture.serve_interaction(click).await;
    assert_eq!(answer, error(InteractionError::Internal));
}
