//! A person of a test who plays a whole game by clicking what he sees and nothing else: his newest
//! panel, and the table for what no panel offers.

use std::time::Duration;

use rand::RngExt as _;
use rand::rngs::SmallRng;
use rand::seq::{IndexedRandom as _, SliceRandom as _};
use serde_json::{Value, json};
use table::control::{Control, ControlAction};
use table::intent::{Intent, Menu};

use crate::harness::{Component, Outcome, User, World, components};

/// Far beyond what any game takes, also on a machine that has much else to do.
const A_GAME: Duration = Duration::from_secs(20 * 60);

/// What one person sees of a channel.
pub(crate) struct Sight {
    pub(crate) revision: u64,
    pub(crate) messages: Vec<Value>,
}

impl Sight {
    /// The newest public message that has controls: the table.
    pub(crate) fn table(&self) -> Vec<Component> {
        self.newest(false, |_| true)
    }

    /// The newest private message with a hand in it, if there is one.
    pub(crate) fn panel(&self) -> Vec<Component> {
        self.newest(true, |seen| seen.iter().any(belongs_to_a_panel))
    }

    fn newest(&self, private: bool, wanted: impl Fn(&[Component]) -> bool) -> Vec<Component> {
        let all = self.messages.iter().rev().map(components);
        let mut fitting = all.filter(|seen| {
            seen.first().is_some_and(|first| first.private == private) && wanted(seen)
        });
        fitting.next().unwrap_or_default()
    }

    /// Whether the table shows that the game is over.
    pub(crate) fn is_over(&self) -> bool {
        self.table()
            .iter()
            .any(|component| intent(component) == Some(Intent::Rematch))
    }
}

/// What a button means; nothing for a menu and for a foreign id.
pub(crate) fn intent(component: &Component) -> Option<Intent> {
    match component.custom_id.parse::<Control>().ok()?.action {
        ControlAction::Button(intent) => Some(intent),
        ControlAction::Menu(_) => None,
    }
}

fn menu(component: &Component) -> Option<Menu> {
    match component.custom_id.parse::<Control>().ok()?.action {
        ControlAction::Button(_) => None,
        ControlAction::Menu(menu) => Some(menu),
    }
}

fn belongs_to_a_panel(component: &Component) -> bool {
    let by_intent = intent(component).is_some_and(|intent| {
        matches!(
            intent,
            Intent::Draw
                | Intent::Play(_)
                | Intent::Show(_)
                | Intent::Place(_)
                | Intent::Give(_)
                | Intent::Take(_)
                | Intent::Stop
        )
    });
    by_intent || menu(component).is_some_and(|menu| !matches!(menu, Menu::Option(_)))
}

pub(crate) async fn look(world: &World, user: &User, channel: &str) -> Sight {
    let (revision, messages) = world.messages(user, channel).await;
    Sight { revision, messages }
}

/// Opens a lobby, seats everybody, starts and waits for the table; the first user is the host.
pub(crate) async fn start_game(world: &World, users: &[User], channel: &str, options: Value) {
    let (host, guests) = users.split_first().expect("a game has a host");
    let opened = world.command(host, channel, "new", options).await;
    assert!(opened.answered(), "the lobby opens: {opened:?}");
    for guest in guests {
        press(world, guest, channel, Intent::Join).await;
    }
    press(world, host, channel, Intent::Start).await;
    find(world, host, channel, Intent::OpenHand).await;
}

/// Presses the button on the table that means this, as soon as it is there and enabled.
pub(crate) async fn press(world: &World, user: &User, channel: &str, wanted: Intent) -> Outcome {
    loop {
        let component = find(world, user, channel, wanted).await;
        let outcome = world.click(user, channel, &component, &[]).await;
        if outcome.answered() {
            return outcome;
        }
    }
}

/// The button on the table that means this, as soon as it is there and enabled.
pub(crate) async fn find(world: &World, user: &User, channel: &str, wanted: Intent) -> Component {
    loop {
        let sight = look(world, user, channel).await;
        let mut table = sight.table().into_iter();
        if let Some(found) = table.find(|seen| seen.enabled && intent(seen) == Some(wanted)) {
            return found;
        }
        world.wait_after(sight.revision).await;
    }
}

/// Plays until the table shows that the game is over. Every click must be answered.
pub(crate) async fn play_to_the_end(
    world: &World,
    users: &[User],
    channel: &str,
    chance: &mut SmallRng,
) {
    ends(async { while play_on(world, users, channel, chance).await {} }).await;
}

/// A game that does not end fails its test instead of holding up all others.
pub(crate) async fn ends<T>(game: impl Future<Output = T>) -> T {
    tokio::time::timeout(A_GAME, game)
        .await
        .expect("the game comes to its end")
}

/// One look and at most one click of everybody; waits for a change if nobody had anything to click.
/// Every click must be answered. Returns whether the game goes on.
pub(crate) async fn play_on(
    world: &World,
    users: &[User],
    channel: &str,
    chance: &mut SmallRng,
) -> bool {
    let answered = |outcome: &Outcome| {
        assert!(outcome.answered(), "a click was not answered: {outcome:?}");
    };
    match play_round(world, users, channel, chance, answered).await {
        Round::Over => false,
        Round::Played => true,
        Round::Idle { revision } => {
            world.wait_after(revision).await;
            true
        }
    }
}

/// The same while things go wrong: clicks may go unanswered, and whoever does not see how the game
/// goes on asks for it.
pub(crate) async fn play_amid_faults(
    world: &World,
    users: &[User],
    channel: &str,
    chance: &mut SmallRng,
) -> bool {
    match play_round(world, users, channel, chance, |_| ()).await {
        Round::Over => return false,
        Round::Played => return true,
        Round::Idle { revision } => {
            if world.wait_after(revision).await > revision {
                return true;
            }
        }
    }
    for user in users {
        let table = look(world, user, channel).await.table();
        let hand = table
            .into_iter()
            .find(|seen| seen.enabled && intent(seen) == Some(Intent::OpenHand));
        match hand {
            Some(hand) => world.click(user, channel, &hand, &[]).await,
            None => world.command(user, channel, "table", json!({})).await,
        };
    }
    true
}

/// What came of one look of everybody.
enum Round {
    Over,
    Played,
    /// Nobody had anything to click at this revision.
    Idle {
        revision: u64,
    },
}

async fn play_round(
    world: &World,
    users: &[User],
    channel: &str,
    chance: &mut SmallRng,
    judge: impl Fn(&Outcome),
) -> Round {
    let mut acted = false;
    let mut revision = 0;
    for user in users {
        let sight = look(world, user, channel).await;
        if sight.is_over() {
            return Round::Over;
        }
        revision = sight.revision;
        if let Some(outcome) = act(world, user, channel, &sight, chance).await {
            judge(&outcome);
            acted = true;
        }
    }
    if acted {
        Round::Played
    } else {
        Round::Idle { revision }
    }
}

/// One click of one person, if he sees anything to click. A click refused by the sandbox itself
/// (the screen changed in between) is no click.
async fn act(
    world: &World,
    user: &User,
    channel: &str,
    sight: &Sight,
    chance: &mut SmallRng,
) -> Option<Outcome> {
    let panel = sight.panel();
    let (component, values) = if panel.is_empty() {
        let hand = sight
            .table()
            .into_iter()
            .find(|seen| seen.enabled && intent(seen) == Some(Intent::OpenHand));
        (hand?, Vec::new())
    } else {
        choose(&panel, chance)?
    };
    let outcome = world.click(user, channel, &component, &values).await;
    Some(outcome).filter(|outcome| !outcome.was_impossible())
}

/// One of the things that this panel offers; drawing more often than not, so that games end.
fn choose(panel: &[Component], chance: &mut SmallRng) -> Option<(Component, Vec<String>)> {
    let mut offered: Vec<&Component> = panel
        .iter()
        .filter(|seen| seen.enabled && plays_on(seen))
        .collect();
    offered.shuffle(chance);
    let draw = offered
        .iter()
        .find(|seen| intent(seen) == Some(Intent::Draw));
    let chosen = match draw {
        Some(draw) if chance.random_bool(0.4) => draw,
        _ => offered.first()?,
    };
    Some(((*chosen).clone(), values(chosen, chance)))
}

fn plays_on(component: &Component) -> bool {
    match intent(component) {
        Some(intent) => !matches!(
            intent,
            Intent::Leave { .. }
                | Intent::End { .. }
                | Intent::Rules
                | Intent::OpenHand
                | Intent::PostTable
                | Intent::VoteAway(_)
        ),
        None => menu(component).is_some(),
    }
}

/// Values that the menu offers, as many as it wants.
fn values(component: &Component, chance: &mut SmallRng) -> Vec<String> {
    let wanted = if menu(component) == Some(Menu::Five) {
        5
    } else {
        1
    };
    component.values.sample(chance, wanted).cloned().collect()
}
