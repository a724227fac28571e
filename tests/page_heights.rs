//! The heights of a game's screens and of pages, on a phone of 390 × 844 pixels, in every language. A message must
//! leave room in the channel for everything else that a person needs to see.

use std::collections::BTreeMap;

use kit::virtual_user::click_choice::choose_click;
use kit::virtual_user::component::{Component, components, enabled_button};
use kit::virtual_user::outcome::Outcome;
use rand::SeedableRng as _;
use rand::rngs::SmallRng;
use rules::{Edition, EditionId, HazardCount, Recipe, Title};
use serde_json::{Value, json};
use table::intent::{Intent, Meaning, OptionPage};
use table::pages::daily::DailyRequest;
use table::pages::practice::{PracticeMenu, PracticeRequest, PracticeSetup};
use table::pages::recipes::{RecipeGroup, RecipeMenu};
use table::pages::{PageIntent, PageMenu};
use table::text::Locale;

use crate::browser::Browser;
use crate::player::play_to_the_end;
use crate::walk::{Walk, start_bot};

/// A seed with which each kind of screen occurs.
const SEED: u64 = 12;
const MAX_CLICKS: u32 = 60;
/// The height in pixels of the line with the commitment, which lobbies of seeded games lack.
const PROOF_HEIGHT: f64 = 26.0;
/// The additional height in pixels that a table or window may have: after a death, two lines wrap in Italian.
const LONG_EVENTS: f64 = 10.0;
/// The additional height in pixels that the screens of an expansion may have.
const EXPANSION_HEIGHT: f64 = 60.0;

/// Script that returns a [`Row`] for each message. The height excludes the line about the command or the message that
/// it responds to.
const MESSAGES: &str = r#"
    const rows = [...document.querySelectorAll('#messages [data-message-id]')];
    const enabled = row => [...row.querySelectorAll('[data-custom-id]:not(:disabled)')];
    return rows.map(row => ({
        controls: enabled(row).map(one => one.dataset.customId),
        offers_explanation: row.querySelector('.primary[data-custom-id$=":explain"]') !== null,
        text: row.innerText,
        height: row.getBoundingClientRect().height - (row.querySelector('.origin')?.offsetHeight ?? 0),
    }));
"#;

#[derive(Debug, serde::Deserialize)]
struct Row {
    /// The ids of the enabled controls.
    controls: Vec<String>,
    offers_explanation: bool,
    text: String,
    height: f64,
}

/// A kind of screen that has a maximum height.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Lobby,
    Options(OptionPage),
    FirstHand,
    /// A freshly dealt hand in a later game.
    Hand,
    Table,
    NopeWindow,
}

impl Kind {
    fn limit(self) -> f64 {
        match self {
            Self::Lobby => 560.0 - PROOF_HEIGHT,
            Self::NopeWindow => 560.0 + LONG_EVENTS,
            Self::FirstHand => 560.0,
            Self::Table => 450.0 + LONG_EVENTS,
            Self::Hand | Self::Options(_) => 500.0,
        }
    }

    /// Returns the kind of a message; `None` if its height is not limited.
    fn of(row: &Row) -> Option<Self> {
        let has = |ending: &str| row.controls.iter().any(|id| id.ends_with(ending));
        if has(":options-close") {
            // The current page's button is disabled.
            let mut pages = OptionPage::ALL.into_iter();
            return pages
                .find(|page| !has(&format!(":options:{}", page.id())))
                .map(Self::Options);
        }
        if row.offers_explanation {
            Some(Self::FirstHand)
        } else if has(":explain") {
            Some(Self::Hand)
        } else if has(":join") {
            Some(Self::Lobby)
        } else if !has(":hand") {
            None
        } else if has(":pass") {
            Some(Self::NopeWindow)
        } else {
            Some(Self::Table)
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn screens_fit_a_phone_in_every_language() {
    look_at("original", 0.0).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn screens_of_streaking_are_little_higher_in_every_language() {
    look_at("streaking", EXPANSION_HEIGHT).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn screens_of_barking_are_little_higher_in_every_language() {
    look_at("barking", EXPANSION_HEIGHT).await;
}

/// Checks the screens of an edition in every language. They may exceed their limits by `allowance` pixels.
async fn look_at(edition: &str, allowance: f64) {
    let browser = Browser::start().await;
    for locale in Locale::all() {
        let harness = start_bot(SEED).await;
        let names = ["Ada", "Bruno", "Clara"];
        let mut look = Look {
            walk: Walk::new(&harness, &browser, &names, locale.id()).await,
            options: json!({"language": locale.id(), "edition": edition}),
            highest: BTreeMap::new(),
        };
        look.open_first_hands().await;
        look.play().await;
        look.walk.close_phones().await;
        let kinds = look.highest.keys();
        assert_eq!(kinds.len(), 9, "a screen of each kind: {kinds:?}");
        for (kind, row) in &look.highest {
            let limit = kind.limit() + allowance;
            let Row { height, text, .. } = row;
            println!("{edition} {locale:?} {kind:?} {height} of {limit}");
            assert!(*height <= limit, "{locale:?} {kind:?}, {height}: {text}");
        }
        harness.stop().await;
    }
    browser.stop().await;
}

struct Look<'w> {
    walk: Walk<'w>,
    options: Value,
    highest: BTreeMap<Kind, Row>,
}

impl Look<'_> {
    async fn open_first_hands(&mut self) {
        self.walk.open_lobby(&self.options).await;
        self.walk.open_phones(self.walk.users.len()).await;
        self.await_kind(Kind::Lobby).await;
        for page in OptionPage::ALL {
            let open = Intent::OpenOptions(page);
            let view = self.walk.view(0).await;
            let mut shown = view.messages.iter().flat_map(components);
            let button = shown
                .rfind(|one| one.enabled && one.intent() == Some(open))
                .unwrap_or_else(|| panic!("no button of {page:?}"));
            self.walk.click(0, &button, &[]).await;
            self.await_kind(Kind::Options(page)).await;
        }
        self.walk.start_game().await;
        self.await_kind(Kind::FirstHand).await;
        // Makes the bot reload people's stored preferences.
        for person in 0..self.walk.users.len() {
            let pictures_first = json!({"text-first": false});
            let chosen = self.walk.command(person, "me", &pictures_first).await;
            assert!(chosen.is_answered());
        }
    }

    /// Plays a second game, in which hands no longer offer an explanation, and measures the table after each click.
    async fn play(&mut self) {
        self.walk.open_lobby(&self.options).await;
        self.walk.open_phones(1).await;
        self.walk.start_game().await;
        self.await_kind(Kind::Hand).await;
        let (walk, highest) = (&self.walk, &mut self.highest);
        let look = async |_: usize, _: &Component, _: &Outcome| {
            // The table looks the same to everyone.
            measure(walk, 0, &[Kind::Table, Kind::NopeWindow], highest).await;
        };
        walk.play_clicks((SEED, MAX_CLICKS), look).await;
    }

    async fn await_kind(&mut self, kind: Kind) {
        let (walk, highest) = (&self.walk, &mut self.highest);
        let look = async || {
            for person in 0..walk.phones() {
                measure(walk, person, &[kind], highest).await;
            }
            highest.contains_key(&kind).then_some(())
        };
        walk.wait_for("such a screen", look).await;
    }
}

/// Records the tallest message of each of these kinds on a person's phone.
async fn measure(
    walk: &Walk<'_>,
    person: usize,
    kinds: &[Kind],
    highest: &mut BTreeMap<Kind, Row>,
) {
    let rows: Vec<Row> = walk.run(person, MESSAGES).await;
    for row in rows {
        let Some(kind) = Kind::of(&row).filter(|kind| kinds.contains(kind)) else {
            continue;
        };
        let before = highest.get(&kind);
        if before.is_none_or(|before| before.height < row.height) {
            highest.insert(kind, row);
        }
    }
}

/// The maximum height in pixels of a private page, which must fit between the bars at the top and bottom of a phone.
const PAGE_LIMIT: f64 = 735.0;

#[tokio::test(flavor = "multi_thread")]
async fn pages_about_results_games_alone_and_recipes_fit_on_a_phone_in_every_language() {
    let browser = Browser::start().await;
    let recipe = high_recipe();
    for locale in Locale::all() {
        let harness = start_bot(SEED).await;
        let mut walk = Walk::new(&harness, &browser, &["Ada", "Bruno"], locale.id()).await;
        walk.open_lobby(&json!({})).await;
        walk.start_game().await;
        play_to_the_end(&harness, &walk.users, &walk.channel, SEED).await;
        walk.open_phones(1).await;
        for command in ["rules", "stats", "leaderboard"] {
            let page = walk.command(0, command, &json!({})).await;
            // The statistics appear after a first answer, once their picture is drawn.
            let id = &page.message()["id"];
            let look = async || {
                let view = walk.view(0).await;
                let mut messages = view.messages.into_iter();
                messages.find(|one| one["id"] == *id && !components(one).is_empty())
            };
            let shown = walk.wait_for("the page", look).await;
            let height = height_of(&walk, &shown).await;
            println!("{locale:?} {command} {height} of {PAGE_LIMIT}");
            assert!(height <= PAGE_LIMIT, "{locale:?} {command}: {height}");
        }
        for (game, height) in [
            ("daily", play_daily(&walk).await),
            ("practice", play_practice(&walk).await),
        ] {
            println!("{locale:?} {game} {height} of {PAGE_LIMIT}");
            assert!(height <= PAGE_LIMIT, "{locale:?} {game}: {height}");
        }
        look_at_recipe(&walk, &recipe, locale).await;
        walk.close_phones().await;
        harness.stop().await;
    }
    browser.stop().await;
}

/// The maximum height in pixels of a page about recipes, which must leave some of the channel in view.
const RECIPE_LIMIT: f64 = 600.0;

/// Returns a recipe whose page has more menus and lines than most.
fn high_recipe() -> Recipe {
    let mut recipe = Recipe::of_edition(Edition::built_in(EditionId::IMPLODING));
    // The number of Imploding Kittens depends on the number of players, so the page has one more menu.
    let (fewer, at_least) = (4, 1);
    let hazard = HazardCount::FewerThanPlayers { fewer, at_least };
    recipe.set_hazard(Title::ImplodingKitten, hazard);
    // One Defuse is too few, which the page says in an extra line.
    assert_eq!(recipe.set_count(Title::Defuse, 1), Ok(()));
    recipe
}

async fn look_at_recipe(walk: &Walk<'_>, recipe: &Recipe, locale: Locale) {
    let page = walk.command(0, "recipe", &json!({})).await;
    let height = height_of(walk, page.message()).await;
    assert!(height <= RECIPE_LIMIT, "{locale:?} cookbook: {height}");
    let code = json!({ "recipe": recipe.code().as_str() });
    let page = walk.command(0, "recipe", &code).await;
    for group in RecipeGroup::ALL {
        let menus = components(page.message());
        let is_groups = |one: &&Component| {
            matches!(
                one.page_menu(),
                Some(PageMenu::Recipe(RecipeMenu::Group(_)))
            )
        };
        let menu = menus.iter().find(is_groups).expect("a menu of groups");
        let shown = walk.click(0, menu, &[group.id().to_owned()]).await;
        let height = height_of(walk, shown.message()).await;
        println!("{locale:?} {} {height} of {RECIPE_LIMIT}", group.id());
        assert!(height <= RECIPE_LIMIT, "{locale:?} {group:?}: {height}");
    }
}

/// Plays a daily game and returns the height of its first or last page, whichever is taller. The hands in between are
/// dealt differently in each run.
async fn play_daily(walk: &Walk<'_>) -> f64 {
    let page = walk.command(0, "today", &json!({})).await;
    let result = PageIntent::Daily(DailyRequest::Open);
    let heights = play_alone(walk, page.message(), Intent::Start.into(), result).await;
    heights[0].max(heights[heights.len() - 1])
}

/// Plays a practice game and returns the height of its tallest page. Its hands look like daily hands, but are the same
/// in each run.
async fn play_practice(walk: &Walk<'_>) -> f64 {
    let page = walk.command(0, "practice", &json!({})).await;
    let setup = PracticeSetup::default();
    let menu = PageMenu::Practice(PracticeMenu::Opponents(setup));
    let offered = components(page.message());
    let opponents = offered.iter().find(|one| one.page_menu() == Some(menu));
    let (menu, three) = (opponents.expect("a menu"), ["3".to_owned()]);
    let page = walk.click(0, menu, &three).await;
    let setup = PracticeSetup {
        opponents: 3,
        ..setup
    };
    let deal = PageIntent::Practice(PracticeRequest::Deal(setup));
    let result = PageIntent::Practice(PracticeRequest::Continue);
    let heights = play_alone(walk, page.message(), deal.into(), result).await;
    heights.into_iter().fold(0.0, f64::max)
}

/// Plays a solo game, from its first page to its result, and returns the height of every page.
async fn play_alone(walk: &Walk<'_>, page: &Value, begin: Meaning, result: PageIntent) -> Vec<f64> {
    let mut rng = SmallRng::seed_from_u64(SEED);
    let mut heights = vec![height_of(walk, page).await];
    let button = |offered: &[Component], meaning| {
        enabled_button(offered, meaning).map(|one| (one.clone(), Vec::new()))
    };
    let mut page = page.clone();
    let mut next = button(&components(&page), begin);
    while let Some(click) = next {
        page = page_after(walk, &page, click).await;
        heights.push(height_of(walk, &page).await);
        let offered = components(&page);
        next = choose_click(&offered, &mut rng).or_else(|| button(&offered, result.into()));
    }
    heights
}

/// Clicks, and returns the page once the click has changed it. The click may be acknowledged before that.
async fn page_after(walk: &Walk<'_>, page: &Value, click: (Component, Vec<String>)) -> Value {
    let clicked = walk.click(0, &click.0, &click.1).await;
    if !clicked.message().is_null() {
        return clicked.message().clone();
    }
    let look = async || {
        let view = walk.view(0).await;
        let mut messages = view.messages.into_iter();
        messages.find(|one| one["id"] == page["id"] && one["components"] != page["components"])
    };
    walk.wait_for("the changed page", look).await
}

/// Returns the height of a message, once the phone shows its controls.
async fn height_of(walk: &Walk<'_>, message: &Value) -> f64 {
    let shown = components(message);
    let enabled = shown.iter().filter(|one| one.enabled);
    let wanted: Vec<_> = enabled.map(|one| one.custom_id.clone()).collect();
    let look = async || {
        let rows: Vec<Row> = walk.run(0, MESSAGES).await;
        let row = rows.into_iter().rfind(|row| row.controls == wanted);
        row.map(|row| row.height)
    };
    walk.wait_for("the message", look).await
}
