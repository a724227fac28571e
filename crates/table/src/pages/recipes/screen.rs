//! The pages about recipes: the cookbook, a recipe with its menus, and the public card.

use players::TrialResults;
use rules::{Recipe, RecipeCode, Seat, Title};

use super::field::{RecipeField, RecipeGroup, RecipeRule};
use super::wording::{changes, part, unplayable};
use super::{RecipeMenu, RecipeRequest, Shelf, wording};
use crate::control::{Control, NO_TABLE};
use crate::display_mode::DisplayMode;
use crate::form::Form;
use crate::ids::UserId;
use crate::pages::settings::ServerChange;
use crate::pages::{PageIntent, PageMenu};
use crate::recipe_list::{ChosenRecipe, MAX_NAME, RecipeList, RecipeName, SavedRecipe};
use crate::screen::game_context::join_lines;
use crate::screen::{
    Accent, Button, ButtonStyle, Element, Emoji, Icon, Screen, Select, SelectOption,
};
use crate::text::{DeckName, Language, Message, Verbatim};

/// The input of [`cookbook`].
pub struct Cookbook<'a> {
    /// The reader's display mode.
    pub display_mode: DisplayMode,
    /// The reader's recipes.
    pub own: &'a RecipeList,
    /// The server's recipes; empty in direct messages.
    pub server: &'a RecipeList,
    /// True if new tables on the server may use only the server's own recipes.
    pub only_listed: bool,
    /// True if the reader may manage the server.
    pub may_manage: bool,
}

/// The input of [`recipe_page`].
pub struct RecipePage {
    /// The reader's display mode.
    pub display_mode: DisplayMode,
    /// The recipe to show.
    pub recipe: Recipe,
    /// The group of menus to show.
    pub group: RecipeGroup,
    /// The recipe's name in the reader's list or the server's.
    pub name: Option<RecipeName>,
    /// The lists that contain the recipe.
    pub shelves: Vec<Shelf>,
    /// True if the reader may change the server's list.
    pub may_manage: bool,
    /// The results of trial games between computers, preceded by the number of players in each game.
    pub trial: Option<(u8, TrialResults)>,
}

/// The input of [`recipe_card`].
pub struct RecipeCard {
    /// The recipe that is shared.
    pub recipe: Recipe,
    /// The name under which the person or the server saved the recipe; `None` if neither did.
    pub name: Option<RecipeName>,
    /// The person who shares the recipe. If they saved the recipe, tables opened from the card use their name for it.
    pub owner: UserId,
}

fn button(request: RecipeRequest, label: &Message<'_>, icon: Icon, language: &Language) -> Button {
    Button::labelled(NO_TABLE, PageIntent::Recipe(request), label, language).emoji(icon)
}

fn menu(menu: RecipeMenu) -> Control {
    NO_TABLE.page_menu(PageMenu::Recipe(menu))
}

/// Returns the private page with every list of recipes that is not empty.
pub fn cookbook(view: &Cookbook<'_>, language: &Language) -> Screen {
    let [title, about] =
        [Message::RecipeCookbook, Message::RecipeCookbookAbout].map(|one| language.translate(&one));
    let saved = |list: &RecipeList| {
        list.iter()
            .filter_map(|one| saved_option(one, language))
            .collect()
    };
    let built_in = Recipe::built_in().iter().map(|(id, recipe)| {
        let [name, about] = language.built_in_recipe(id);
        let option = SelectOption::new(recipe.code().as_str(), name).emoji(Icon::Recipe);
        option.description(about)
    });
    let boxes = rules::EditionId::all().map(|edition| {
        let recipe = Recipe::of_edition(rules::Edition::built_in(edition));
        let name = language.edition_name(edition);
        SelectOption::new(recipe.code().as_str(), name).emoji(Icon::Box)
    });
    let shelves = [
        (Shelf::Own, Message::RecipeShelfOwn, saved(view.own)),
        (
            Shelf::Server,
            Message::RecipeShelfServer,
            saved(view.server),
        ),
        (
            Shelf::BuiltIn,
            Message::RecipeShelfBuiltIn,
            built_in.collect(),
        ),
        (Shelf::Boxes, Message::RecipeShelfBoxes, boxes.collect()),
    ];
    let heading = format!("### {} {title}\n-# {about}", Emoji::Icon(Icon::Recipe));
    let select = |(shelf, label, options): (Shelf, Message<'_>, Vec<SelectOption>)| {
        let placeholder = language.translate(&label);
        (!options.is_empty())
            .then(|| Select::one(menu(RecipeMenu::Shelf(shelf)), placeholder, options))
    };
    shelves
        .into_iter()
        .filter_map(select)
        .fold(Screen::new(Accent::Private).text(heading), Screen::select)
        .buttons(view.may_manage.then(|| only_listed_button(view, language)))
        .displayed_as(view.display_mode)
}

/// Returns the button that restricts new tables to the server's recipes, or lifts that restriction.
fn only_listed_button(view: &Cookbook<'_>, language: &Language) -> Button {
    let (change, label) = if view.only_listed {
        (ServerChange::OnlyListed(false), Message::ButtonRecipesAll)
    } else {
        (ServerChange::OnlyListed(true), Message::ButtonRecipesListed)
    };
    Button::labelled(NO_TABLE, PageIntent::ChangeServer(change), &label, language)
        .emoji(Icon::Options)
        .enabled(view.only_listed || !view.server.is_empty())
}

fn saved_option(saved: &SavedRecipe, language: &Language) -> Option<SelectOption> {
    // A recipe whose code this release cannot read is left out.
    Recipe::from_code(saved.code.as_str()).ok()?;
    let label = language.recipe_label(&ChosenRecipe::from(*saved));
    Some(SelectOption::new(saved.code.as_str(), label).emoji(Icon::Recipe))
}

/// Returns the number of cards, and the numbers of players if the recipe can be played.
fn facts(recipe: &Recipe, language: &Language) -> String {
    let cards = recipe.cards() as u32;
    language.translate(&match wording::players(recipe) {
        Some(players) => Message::RecipeFacts { cards, players },
        None => Message::RecipeFactsNobody { cards },
    })
}

fn title(recipe: ChosenRecipe, language: &Language) -> String {
    let is_named = language.known_recipe_name(&recipe).is_some();
    let recipe = DeckName::Recipe(recipe);
    language.translate(&if is_named {
        Message::RecipeTitle { recipe }
    } else {
        Message::RecipeNew
    })
}

/// Returns the private page of a recipe: its facts, a group of menus, the results of a trial, and buttons.
pub fn recipe_page(view: &RecipePage, language: &Language) -> Screen {
    let code = view.recipe.code();
    let name = view.name;
    let title = title(ChosenRecipe { name, code }, language);
    let heading = format!("### {} {title}", Emoji::Icon(Icon::Recipe));
    let lines = [
        Some(heading),
        Some(facts(&view.recipe, language)),
        risk(&view.recipe, language),
        view.recipe.obstacle().map(|error| {
            let reason = unplayable(error, &view.recipe, language);
            format!("{} {reason}", Emoji::Icon(Icon::No))
        }),
        Some(format!("-# `{code}`")),
    ];
    let groups = RecipeGroup::ALL.map(|group| {
        let icon = group
            .fields()
            .first()
            .copied()
            .map_or(Icon::Computer.into(), icon);
        SelectOption::new(group.id(), language.recipe_group(group))
            .emoji(icon)
            .chosen(group == view.group)
    });
    let fields = view.group.fields().into_iter();
    fields
        .filter_map(|field| field_menu(field, view, code, language))
        .fold(
            Screen::new(Accent::Private)
                .text(join_lines(lines))
                .select(Select::setting(
                    menu(RecipeMenu::Group(code)),
                    groups.to_vec(),
                )),
            Screen::select,
        )
        .element(
            (view.group == RecipeGroup::Try)
                .then(|| try_menu(view, code, language))
                .flatten(),
        )
        .lines([view
            .trial
            .as_ref()
            .map(|trial| trial_lines(trial, language))])
        .packed_buttons(page_buttons(view, code, language))
        .displayed_as(view.display_mode)
}

/// Returns the line with the chance of an explosion in the first round, for the fewest and the most players.
fn risk(recipe: &Recipe, language: &Language) -> Option<String> {
    let range = recipe.players().ok()?;
    let percent = |players: u8| {
        let rules = recipe.check(players.into()).ok()?;
        Some(format!("{:.0}", 100.0 * rules.first_round_explosion()))
    };
    let (least, most) = (percent(range.min)?, percent(range.max)?);
    let percent = if least == most {
        least
    } else {
        format!("{least}–{most}")
    };
    Some(language.translate(&Message::RecipeRisk {
        percent: Verbatim(percent),
    }))
}

fn trial_lines((players, results): &(u8, TrialResults), language: &Language) -> String {
    let percent =
        |count: u32, all: u32| format!("{:.0}", 100.0 * f64::from(count) / f64::from(all.max(1)));
    let seats = Seat::ALL.into_iter().take((*players).into());
    let shares = seats.map(|seat| {
        let share = percent(results.wins[seat.index()], results.games);
        format!("{}\u{a0}{share}", Emoji::Seat(seat))
    });
    let deaths: u32 = results.deaths.iter().sum();
    let [exploded, imploded, barked] = results.deaths.map(|count| Verbatim(percent(count, deaths)));
    let messages = [
        Message::RecipeTrialTurns {
            games: results.games,
            players: (*players).into(),
            turns: Verbatim(format!("{:.0}", results.mean_turns())),
        },
        Message::RecipeTrialSeats {
            shares: Verbatim(shares.collect::<Vec<_>>().join(" ")),
        },
        Message::RecipeTrialEnds {
            exploded,
            imploded,
            barked,
        },
    ];
    // If every death was an explosion, the line about the causes of death says nothing new.
    let lines = if results.deaths[0] < deaths { 3 } else { 2 };
    let messages = messages.into_iter().take(lines);
    join_lines(messages.map(|message| Some(language.translate(&message))))
}

fn field_menu(
    field: RecipeField,
    view: &RecipePage,
    code: RecipeCode,
    language: &Language,
) -> Option<Select> {
    let chosen = part(field, &view.recipe, language);
    let option = |word: String| {
        let changed = field.changed(view.recipe, &word)?;
        let value = part(field, &changed, language);
        let is_chosen = value == chosen;
        let is_number = field.counts() && word.parse::<u8>().is_ok();
        // The chosen option names the part, so a number is enough for the other options.
        let label = match (is_chosen, is_number) {
            (false, true) => word.clone(),
            _ => value,
        };
        let option = SelectOption::new(word, label).emoji(icon(field));
        Some(option.chosen(is_chosen))
    };
    let options: Vec<_> = field
        .words(&view.recipe)
        .into_iter()
        .filter_map(option)
        .collect();
    let control = menu(RecipeMenu::Field(code, field));
    (!options.is_empty()).then(|| Select::one(control, chosen, options))
}

fn icon(field: RecipeField) -> Emoji {
    match field {
        RecipeField::Copies(title) | RecipeField::Hazard(title) | RecipeField::AtLeast(title) => {
            title.into()
        }
        RecipeField::Dealt => Icon::Hand.into(),
        RecipeField::Stash | RecipeField::Rule(RecipeRule::Decks) => Icon::Pile.into(),
        RecipeField::SpareLimit | RecipeField::SparesKept => Title::Defuse.into(),
        RecipeField::Depth => Title::SeeTheFuture.into(),
        RecipeField::Rule(RecipeRule::Spare) => Title::Defuse.into(),
        RecipeField::Rule(RecipeRule::Combos) => Icon::Pair.into(),
        RecipeField::Rule(RecipeRule::Attack) => Title::Attack.into(),
        RecipeField::Rule(RecipeRule::Favor) => Title::Favor.into(),
        RecipeField::Rule(RecipeRule::Shuffle) => Title::Shuffle.into(),
        RecipeField::Rule(RecipeRule::DeadHand) => Icon::Dead.into(),
        RecipeField::Rule(RecipeRule::SelfNope) => Title::Nope.into(),
    }
}

/// Returns the menu for trying the recipe with a number of players; `None` if the recipe cannot be played.
fn try_menu(view: &RecipePage, code: RecipeCode, language: &Language) -> Option<Element> {
    let range = view.recipe.players().ok()?;
    let option = |players: u8| {
        let label = language.translate(&Message::RecipeTryWith {
            players: players.into(),
        });
        SelectOption::new(players.to_string(), label).emoji(Icon::Computer)
    };
    let options = (range.min..=range.max).map(option).collect();
    let placeholder = language.translate(&Message::RecipeTry);
    let control = menu(RecipeMenu::Players(code));
    Some(Element::Select(Select::one(control, placeholder, options)))
}

fn page_buttons(view: &RecipePage, code: RecipeCode, language: &Language) -> Vec<Button> {
    let plays = view.recipe.players().is_ok();
    let shelf = |shelf: Shelf, save: Message<'_>, delete: Message<'_>| {
        if view.shelves.contains(&shelf) {
            let request = RecipeRequest::Delete(code, shelf);
            button(request, &delete, Icon::Discard, language)
        } else {
            let request = RecipeRequest::AskName(code, shelf);
            button(request, &save, Icon::Recipe, language).enabled(plays)
        }
    };
    let own = shelf(
        Shelf::Own,
        Message::ButtonRecipeSave,
        Message::ButtonRecipeDelete,
    );
    let server = view.may_manage.then(|| {
        let (save, delete) = (
            Message::ButtonRecipeToServer,
            Message::ButtonRecipeOffServer,
        );
        shelf(Shelf::Server, save, delete)
    });
    let is_named = view.name.is_some() || view.shelves.contains(&Shelf::BuiltIn);
    let share = button(
        RecipeRequest::Share(code),
        &Message::ButtonRecipeShare,
        Icon::News,
        language,
    );
    let back = button(
        RecipeRequest::Cookbook,
        &Message::ButtonBack,
        Icon::Back,
        language,
    );
    [
        Some(own),
        Some(share.enabled(plays && is_named)),
        Some(back),
        server,
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// Returns the public card that shares a recipe.
pub fn recipe_card(card: &RecipeCard, language: &Language) -> Screen {
    let code = card.recipe.code();
    let heading = format!(
        "## {} {}\n-# {}",
        Emoji::Icon(Icon::Recipe),
        title(
            ChosenRecipe {
                name: card.name,
                code
            },
            language
        ),
        facts(&card.recipe, language)
    );
    let open = RecipeRequest::Open(code, card.owner);
    Screen::new(Accent::Gathering)
        .text(heading)
        .text(changes(&card.recipe, language))
        .text(format!("`{code}`"))
        .buttons([
            button(open, &Message::ButtonRecipeOpen, Icon::NewTable, language)
                .style(ButtonStyle::Success),
        ])
}

/// Returns the form that asks for the name under which to save a recipe.
pub fn name_form(code: RecipeCode, shelf: Shelf, language: &Language) -> Form {
    let request = RecipeRequest::Save(code, shelf);
    Form {
        control: NO_TABLE.button(PageIntent::Recipe(request)),
        title: language.translate(&Message::RecipeNameTitle),
        label: language.translate(&Message::RecipeNameLabel),
        max_length: MAX_NAME,
    }
}
