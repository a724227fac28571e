//! Tests of the round trip between controls and custom ids, and of the values chosen in menus.

use players::Strength;
use proptest::prelude::*;
use rules::{
    AttackRule, ChoiceAnswer, Combos, Decks, EditionId, FavorRule, Order, RecipeCode, Title,
};

use super::*;
use crate::ids::{ChannelId, UserId};
use crate::intent::{CALL_PLAYERS, REMOVE_COMPUTER};
use crate::option_value::{OptionKind, OptionPage, OptionValue};
use crate::options::{FirstPlayer, LeaverPolicy, RatingPolicy};
use crate::pace::Pace;
use crate::pages::daily::DailyRequest;
use crate::pages::leaderboard::{BoardView, Measure, Window};
use crate::pages::practice::{PracticeMenu, PracticeRequest, PracticeSetup};
use crate::pages::recipes::{RecipeGroup, RecipeMenu, RecipeRequest, Shelf};
use crate::pages::rules_page::{Book, RulesView, Topic};
use crate::pages::settings::{ServerChange, WeeklyBoard};
use crate::pages::statistics::StatsView;
use crate::pages::story::{GamesList, StoryPage};
use crate::personal_data::DataRequest;
use crate::preference_value::{PreferenceKind, PreferenceValue};
use crate::recipe_list::ChosenRecipe;
use crate::results::Badge;
use crate::text::Locale;
use crate::watch_speed::WatchSpeed;

const LAST: Seat = Seat::ALL[8];
const LONGEST: Title = Title::RainbowRalphingCat;

/// Returns the next intent to test. The match is exhaustive, so a new variant cannot be forgotten.
fn next_variant(intent: Intent) -> Option<Intent> {
    Some(match intent {
        Intent::Join => Intent::Remove(UserId(u64::MAX)),
        Intent::Remove(user) => Intent::LetIn(user),
        Intent::LetIn(user) => Intent::HandOver(user),
        Intent::HandOver(_) => Intent::TakeOver,
        Intent::TakeOver => Intent::CallPlayers,
        Intent::CallPlayers => Intent::SetDoor { closed: true },
        Intent::SetDoor { closed: true } => Intent::SetDoor { closed: false },
        Intent::SetDoor { closed: false } => Intent::Leave { confirmed: false },
        Intent::Leave { confirmed: false } => Intent::Leave { confirmed: true },
        Intent::Leave { confirmed: true } => Intent::AddComputer(Strength::Kitten),
        Intent::AddComputer(_) => Intent::RemoveComputer,
        Intent::RemoveComputer => Intent::PlayNow,
        Intent::PlayNow => Intent::Start,
        Intent::Start => Intent::OpenOptions(OptionPage::Look),
        Intent::OpenOptions(_) => Intent::CloseOptions,
        Intent::CloseOptions => Intent::SetOption(OptionValue::SelfNope(true)),
        Intent::SetOption(_) => Intent::OpenHand,
        Intent::OpenHand => Intent::PostTable,
        Intent::PostTable => Intent::Rules(None),
        Intent::Rules(None) => Intent::Rules(Some(LONGEST)),
        Intent::Rules(Some(_)) => Intent::Show(PanelStep::Hand),
        Intent::Show(_) => Intent::Draw,
        Intent::Draw => Intent::Play(Play::single(LONGEST)),
        Intent::Play(_) => Intent::Nope { layer: u8::MAX },
        Intent::Nope { .. } => Intent::Pass,
        Intent::Pass => Intent::AutoPass(true),
        Intent::AutoPass(true) => Intent::AutoPass(false),
        Intent::AutoPass(false) => Intent::Answer(ChoiceAnswer::Place(u8::MAX)),
        Intent::Answer(ChoiceAnswer::Place(_)) => Intent::PlaceAnywhere,
        Intent::PlaceAnywhere => Intent::Answer(ChoiceAnswer::Give(LONGEST)),
        Intent::Answer(ChoiceAnswer::Give(_)) => Intent::Answer(ChoiceAnswer::Take(LONGEST)),
        Intent::Answer(ChoiceAnswer::Take(_)) => Intent::Answer(ChoiceAnswer::Stop),
        Intent::Answer(ChoiceAnswer::Stop) => Intent::Answer(ChoiceAnswer::Order(order())),
        Intent::Answer(ChoiceAnswer::Order(_)) => Intent::Answer(ChoiceAnswer::Put(LONGEST)),
        Intent::Answer(ChoiceAnswer::Put(_)) => Intent::Answer(ChoiceAnswer::Aim(LAST)),
        Intent::Answer(ChoiceAnswer::Aim(_)) => Intent::PickBlindly,
        Intent::PickBlindly => Intent::VoteAway(LAST),
        Intent::VoteAway(_) => Intent::Predict(None),
        Intent::Predict(None) => Intent::Predict(Some(LAST)),
        Intent::Predict(Some(_)) => Intent::WatchAt(WatchSpeed::Normal),
        Intent::WatchAt(_) => Intent::End { confirmed: false },
        Intent::End { confirmed: false } => Intent::End { confirmed: true },
        Intent::End { confirmed: true } => end_in(false),
        Intent::EndIn { confirmed, .. } if !confirmed => end_in(true),
        Intent::EndIn { .. } => Intent::Rematch,
        Intent::Rematch => Intent::NewTable,
        Intent::NewTable => return None,
    })
}

/// Returns the next page intent to test. This match is exhaustive too.
fn next_page(intent: PageIntent) -> Option<PageIntent> {
    Some(match intent {
        PageIntent::Read(_) => PageIntent::MyData(DataRequest::Extract),
        PageIntent::MyData(DataRequest::Extract) => PageIntent::MyData(DataRequest::Forget),
        PageIntent::MyData(DataRequest::Forget) => PageIntent::ForgetMe,
        PageIntent::ForgetMe => PageIntent::Prefer(PreferenceValue::DirectHand(true)),
        PageIntent::Prefer(_) => PageIntent::AskServerReset,
        PageIntent::AskServerReset => PageIntent::ChangeServer(ServerChange::Reset),
        PageIntent::ChangeServer(_) => story(StoryPage::Cards),
        PageIntent::Story { page, .. } => match page {
            StoryPage::Cards => story(StoryPage::First),
            StoryPage::First => story(StoryPage::Step(u16::MAX)),
            StoryPage::Step(_) => story(StoryPage::Last),
            StoryPage::Last => story(StoryPage::Fair),
            StoryPage::Fair => moment(),
        },
        PageIntent::ShowMoment { game, .. } => PageIntent::Evening { game, games: game },
        PageIntent::Evening { game, games } => PageIntent::ShowEvening { game, games },
        PageIntent::ShowEvening { .. } => PageIntent::Coach { game: u16::MAX },
        PageIntent::Coach { game } => PageIntent::CoachPicture { game },
        PageIntent::CoachPicture { .. } => PageIntent::Games(GamesList::Channel),
        PageIntent::Games(GamesList::Channel) => PageIntent::Games(GamesList::Own),
        PageIntent::Games(GamesList::Own) => board(),
        PageIntent::Leaderboard(_) => PageIntent::Boards(Window::Month),
        PageIntent::Boards(_) => PageIntent::Stats(StatsView::Own),
        PageIntent::Stats(_) => PageIntent::ShowCard(StatsView::Own),
        PageIntent::ShowCard(_) => PageIntent::Badges(StatsView::Own, None),
        PageIntent::Badges(..) => PageIntent::Curve(StatsView::Own),
        PageIntent::Curve(_) => PageIntent::Daily(DailyRequest::Open),
        PageIntent::Daily(_) => PageIntent::Practice(PracticeRequest::Learn),
        // Recipes have no table: see `recipe_controls`.
        PageIntent::Practice(_) | PageIntent::Recipe(_) => PageIntent::CallMe(true),
        PageIntent::CallMe(true) => PageIntent::CallMe(false),
        PageIntent::CallMe(false) => return None,
    })
}

fn practice_setup() -> PracticeSetup {
    PracticeSetup {
        edition: EditionId::TWO_PLAYER,
        opponents: u8::MAX,
        strength: Strength::Kitten,
    }
}

fn board() -> PageIntent {
    PageIntent::Leaderboard(BoardView {
        window: Window::Season,
        back: u8::MAX,
        measure: Measure::SurvivedOdds,
        page: u16::MAX,
    })
}

/// Returns the next change to test. This match is exhaustive too.
fn next_change(change: ServerChange) -> Option<ServerChange> {
    let board = WeeklyBoard {
        channel: ChannelId(u64::MAX),
        language: Locale::nearest("zh-TW"),
    };
    Some(match change {
        ServerChange::Reset => ServerChange::SetOption(OptionValue::SelfNope(true)),
        ServerChange::SetOption(_) => ServerChange::AllowChannel(board.channel),
        ServerChange::AllowChannel(_) => ServerChange::ForgetChannel(board.channel),
        ServerChange::ForgetChannel(_) => ServerChange::PostBoard(Some(board)),
        ServerChange::PostBoard(Some(_)) => ServerChange::PostBoard(None),
        ServerChange::PostBoard(None) => ServerChange::BoardRefused(board.channel),
        ServerChange::BoardRefused(_) => ServerChange::AllowCalls(true),
        ServerChange::AllowCalls(true) => ServerChange::AllowCalls(false),
        ServerChange::AllowCalls(false) => ServerChange::OnlyListed(true),
        ServerChange::OnlyListed(_) => return None,
    })
}

fn standings(view: StatsView) -> [PageIntent; 5] {
    let badge = Badge::StatisticallyDead;
    [
        PageIntent::Stats(view),
        PageIntent::ShowCard(view),
        PageIntent::Badges(view, None),
        PageIntent::Badges(view, Some(badge)),
        PageIntent::Curve(view),
    ]
}

fn end_in(confirmed: bool) -> Intent {
    let channel = ChannelId(u64::MAX);
    Intent::EndIn { channel, confirmed }
}

fn moment() -> PageIntent {
    let (game, step) = (u16::MAX, u16::MAX);
    PageIntent::ShowMoment { game, step }
}

fn story(page: StoryPage) -> PageIntent {
    let game = u16::MAX;
    PageIntent::Story { game, page }
}

fn intents() -> Vec<Intent> {
    let mut intents: Vec<Intent> =
        std::iter::successors(Some(Intent::Join), |&intent| next_variant(intent)).collect();
    intents.extend(WatchSpeed::ALL.map(Intent::WatchAt));
    intents.extend(steps().into_iter().map(Intent::Show));
    intents.extend(plays().into_iter().map(Intent::Play));
    intents.extend(option_values().into_iter().map(Intent::SetOption));
    intents.extend(Title::ALL.map(|title| Intent::Answer(ChoiceAnswer::Give(title))));
    intents
}

fn pages() -> Vec<PageIntent> {
    let longest = PageIntent::Read(RulesView {
        book: EditionId::TWO_PLAYER.into(),
        topic: Topic::Card(LONGEST),
    });
    let mut pages: Vec<PageIntent> =
        std::iter::successors(Some(longest), |&intent| next_page(intent)).collect();
    let changes = std::iter::successors(Some(ServerChange::Reset), |&change| next_change(change));
    pages.extend(changes.map(PageIntent::ChangeServer));
    let of = StatsView::Of(UserId(u64::MAX));
    let views = [StatsView::Own, StatsView::Everywhere, of];
    pages.extend(views.into_iter().flat_map(standings));
    let daily = [DailyRequest::Open, DailyRequest::Proof, DailyRequest::Post];
    pages.extend(daily.map(PageIntent::Daily));
    let practices = [
        PracticeRequest::Open(practice_setup()),
        PracticeRequest::Continue,
        PracticeRequest::Deal(practice_setup()),
    ];
    pages.extend(practices.map(PageIntent::Practice));
    let preferences = PreferenceKind::ALL
        .into_iter()
        .flat_map(PreferenceValue::all);
    pages.extend(preferences.map(PageIntent::Prefer));
    let topics = [
        Topic::Guide,
        Topic::Cards,
        Topic::Combos,
        Topic::Window,
        Topic::House,
        Topic::About,
    ];
    let edition = EditionId::CLASSIC;
    pages.extend(topics.map(|topic| {
        PageIntent::Read(RulesView {
            book: edition.into(),
            topic,
        })
    }));
    pages
}

fn order() -> Order {
    Order::new(&[2, 0, 1]).expect("three fit")
}

fn targeted_plays() -> [TargetedPlay; 5] {
    [
        TargetedPlay::Pair(LONGEST, 1),
        TargetedPlay::Triple(LONGEST, 2),
        TargetedPlay::Single(Title::Favor),
        TargetedPlay::Pair(LONGEST, 0),
        TargetedPlay::Triple(LONGEST, 0),
    ]
}

fn steps() -> Vec<PanelStep> {
    let mut steps = vec![
        PanelStep::Hand,
        PanelStep::Explained,
        PanelStep::Title(LONGEST),
        PanelStep::Naming {
            title: LONGEST,
            wild: 0,
            on: LAST,
        },
        PanelStep::Five,
        PanelStep::Giving(LONGEST),
        PanelStep::Places { from: u8::MAX },
        PanelStep::Order(order()),
        PanelStep::Order(Order::unchanged(0)),
    ];
    steps.extend(targeted_plays().map(PanelStep::Target));
    steps
}

fn plays() -> [Play; 6] {
    [
        Play::single(Title::Skip),
        Play::single(Title::Favor),
        Play::aimed(Title::Favor, LAST),
        Play::Pair {
            title: LONGEST,
            wild: 0,
            on: LAST,
        },
        Play::Triple {
            title: LONGEST,
            wild: 0,
            on: LAST,
            naming: LONGEST,
        },
        Play::Five {
            titles: [LONGEST; 5],
        },
    ]
}

fn option_values() -> Vec<OptionValue> {
    let mut values = vec![
        OptionValue::Combos(None),
        OptionValue::Attack(None),
        OptionValue::Favor(None),
        OptionValue::SelfNope(true),
        OptionValue::SelfNope(false),
        OptionValue::Decks(Decks::One),
        OptionValue::Decks(Decks::Two),
        OptionValue::First(FirstPlayer::Random),
        OptionValue::First(FirstPlayer::Person(UserId(u64::MAX))),
    ];
    values.extend(EditionId::all().map(OptionValue::Edition));
    values.extend(Combos::ALL.map(|combos| OptionValue::Combos(Some(combos))));
    values.extend(Pace::ALL.map(OptionValue::Pace));
    values.extend(AttackRule::ALL.map(|attack| OptionValue::Attack(Some(attack))));
    values.extend(FavorRule::ALL.map(|favor| OptionValue::Favor(Some(favor))));
    values.extend(LeaverPolicy::ALL.map(OptionValue::Leavers));
    values.extend(RatingPolicy::ALL.map(OptionValue::Rating));
    values.extend(Locale::all().map(OptionValue::Language));
    values
}

fn menus() -> Vec<Menu> {
    let naming = Menu::Naming {
        title: LONGEST,
        wild: 0,
        on: LAST,
    };
    let computers = Menu::Computers { players: u8::MAX };
    let mut menus = vec![
        naming,
        computers,
        Menu::Five,
        Menu::Place,
        Menu::Give,
        Menu::Take,
    ];
    menus.extend(targeted_plays().map(Menu::Target));
    menus.extend(OptionKind::ALL.map(Menu::Option));
    menus
}

fn page_menus() -> Vec<PageMenu> {
    let season = PageMenu::Measure {
        window: Window::Season,
        back: u8::MAX,
    };
    let jump = PageMenu::Jump {
        game: u16::MAX,
        page: u8::MAX,
    };
    let badge = PageMenu::Badge(StatsView::Of(UserId(u64::MAX)));
    let mut menus = vec![season, jump, badge];
    menus.extend(Measure::ALL.map(PageMenu::Window));
    menus.extend(OptionKind::ALL.map(PageMenu::ServerOption));
    menus.extend(PreferenceKind::ALL.map(PageMenu::Preference));
    let practice = [
        PracticeMenu::Edition(practice_setup()),
        PracticeMenu::Opponents(practice_setup()),
        PracticeMenu::Strength(practice_setup()),
    ];
    menus.extend(practice.map(PageMenu::Practice));
    menus
}

fn stamp() -> Stamp {
    Stamp {
        table: TableId(u64::MAX),
        revision: Revision(u32::MAX),
    }
}

fn controls() -> Vec<Control> {
    let buttons = intents().into_iter().map(|intent| stamp().button(intent));
    let pages = pages().into_iter().map(|intent| stamp().button(intent));
    let menus = menus().into_iter().map(|menu| stamp().menu(menu));
    let page_menus = page_menus().into_iter().map(|menu| stamp().page_menu(menu));
    let tables = buttons.chain(menus).chain(pages).chain(page_menus);
    tables.chain(recipe_controls()).collect()
}

/// Returns the controls of recipe pages, with the longest possible code. They do not belong to a table.
fn recipe_controls() -> Vec<Control> {
    let code: RecipeCode = "0".repeat(RecipeCode::MAX_LENGTH).parse().expect("letters");
    let requests = [
        RecipeRequest::Cookbook,
        RecipeRequest::Try(code, u8::MAX),
        RecipeRequest::Share(code),
        RecipeRequest::Open(code, UserId(u64::MAX)),
    ];
    let shelves = Shelf::ALL.into_iter().flat_map(|shelf| {
        [
            RecipeRequest::AskName(code, shelf),
            RecipeRequest::Save(code, shelf),
            RecipeRequest::Delete(code, shelf),
        ]
    });
    let groups = RecipeGroup::ALL.map(|group| RecipeRequest::Show(code, group));
    let requests = requests.into_iter().chain(shelves).chain(groups);
    let fields = RecipeGroup::ALL.into_iter().flat_map(RecipeGroup::fields);
    let menus = [RecipeMenu::Group(code), RecipeMenu::Players(code)]
        .into_iter()
        .chain(Shelf::ALL.map(RecipeMenu::Shelf))
        .chain(fields.map(|field| RecipeMenu::Field(code, field)));
    let rules = PageIntent::Read(RulesView {
        book: Book::from(ChosenRecipe {
            name: "0123456789".repeat(3).as_str().try_into().ok(),
            code,
        }),
        topic: Topic::Card(LONGEST),
    });
    let buttons = requests.map(PageIntent::Recipe).chain([rules]);
    let menus = menus.map(|menu| NO_TABLE.page_menu(PageMenu::Recipe(menu)));
    buttons
        .map(|intent| NO_TABLE.button(intent))
        .chain(menus)
        .collect()
}

/// This also checks that no two of these controls share an id, and no two values of an option share a word.
#[test]
fn every_control_parses_back_from_an_id_of_at_most_a_hundred_characters() {
    for control in controls() {
        let id = control.to_string();
        assert!(id.len() <= 100, "{id}");
        assert_eq!(id.parse(), Ok(control), "{id}");
    }
}

#[test]
fn an_id_of_another_version_or_with_anything_added_does_not_parse() {
    for control in controls() {
        let id = control.to_string();
        let newer = id.replacen("v1", "v2", 1);
        for changed in [newer, format!("{id}:"), format!(" {id}")] {
            assert_eq!(changed.parse::<Control>(), Err(ControlError));
        }
    }
    let cut = ["", ":", "v1", "v1:", "v1:1:1:"];
    for id in cut.into_iter().chain(["v1:01:1:draw", "v1:+1:1:draw"]) {
        assert_eq!(id.parse::<Control>(), Err(ControlError), "{id}");
    }
}

#[test]
fn a_menu_accepts_only_values_that_it_offered() {
    let choose = |menu, values: &[&str]| stamp().menu(menu).with_values(values);
    let skip = Intent::Answer(ChoiceAnswer::Give(Title::Skip));
    assert_eq!(choose(Menu::Give, &["skip"]), Ok(skip.into()));
    let seventh = Intent::Answer(ChoiceAnswer::Place(7));
    assert_eq!(choose(Menu::Place, &["7"]), Ok(seventh.into()));
    let pair = TargetedPlay::Pair(LONGEST, 0);
    assert_eq!(choose(Menu::Target(pair), &["8"]), Ok(pair.on(LAST).into()));
    let five = ["skip", "nope", "attack", "tacocat", "defuse"];
    let played = choose(Menu::Five, &five);
    assert!(matches!(
        played,
        Ok(Meaning::Table(Intent::Play(Play::Five { .. })))
    ));
    let favor = Menu::Target(TargetedPlay::Single(Title::Favor));
    for (menu, values) in [
        (Menu::Five, &five[..4]),
        (favor, &["9"]),
        (Menu::Place, &["-1"]),
        (Menu::Give, &[]),
        (Menu::Give, &["skip", "skip"]),
    ] {
        assert_eq!(choose(menu, values), Err(ControlError), "{values:?}");
    }
    let badge = stamp().page_menu(PageMenu::Badge(StatsView::Own));
    assert_eq!(badge.with_values(&["best-of-all"]), Err(ControlError));
    let draw = stamp().button(Intent::Draw).with_values(&["skip"]);
    assert_eq!(draw, Err(ControlError));
}

proptest! {
    #[test]
    fn garbage_never_panics(text in ".{0,120}", values in prop::collection::vec(".{0,40}", 0..6)) {
        prop_assert_eq!(text.parse::<Control>(), Err(ControlError));
        for control in controls() {
            let _ = control.with_values(&values);
        }
    }

    #[test]
    fn a_mangled_id_is_refused_or_parses_as_the_control_that_writes_it(
        index in 0usize..1000, at in 0usize..100, letter in "[a-z0-9:+-]"
    ) {
        let all = controls();
        let mut id: Vec<char> = all[index % all.len()].to_string().chars().collect();
        let at = at % id.len();
        // A recipe's name in an id need not be ASCII.
        id.splice(at..=at, letter.chars());
        let id = String::from_iter(id);
        if let Ok(control) = id.parse::<Control>() {
            prop_assert_eq!(control.to_string(), id);
        }
    }
}

#[test]
fn the_menu_of_computers_adds_a_strength_or_removes_one_and_takes_nothing_else() {
    let menu = stamp().menu(Menu::Computers { players: 2 });
    for strength in Strength::ALL {
        let added = menu.with_values(&[strength.to_string()]);
        assert_eq!(added, Ok(Intent::AddComputer(strength).into()));
    }
    let removed = menu.with_values(&[REMOVE_COMPUTER]);
    assert_eq!(removed, Ok(Intent::RemoveComputer.into()));
    let called = menu.with_values(&[CALL_PLAYERS]);
    assert_eq!(called, Ok(Intent::CallPlayers.into()));
    for foreign in [&["lion"][..], &[""], &[], &["cat", "cat"]] {
        assert_eq!(menu.with_values(foreign), Err(ControlError), "{foreign:?}");
    }
}

#[test]
fn a_menu_of_moments_leads_to_a_step_of_its_game() {
    let menu = stamp().page_menu(PageMenu::Jump { game: 3, page: 0 });
    let (game, page) = (3, StoryPage::Step(17));
    let chosen = menu.with_values(&["17"]);
    assert_eq!(chosen, Ok(PageIntent::Story { game, page }.into()));
    for foreign in [&["-1"][..], &["65536"], &["last"], &[], &["1", "2"]] {
        assert_eq!(menu.with_values(foreign), Err(ControlError), "{foreign:?}");
    }
}
