//! `/kittens recipe`: the pages on which people build, try, save and share recipes. Also opens tables with shared
//! recipes. Recipe codes in controls and commands are untrusted: a code may define any recipe, but the name shown for
//! it is always looked up in the saved or built-in lists.
//!
//! - the contents of a page: `table::pages::recipes`; the lists: `table::recipe_list`

use std::time::Duration;

use discord::form_answer;
use players::Trial;
use rules::{Recipe, RecipeCode, RecipeCodeError, RecipeError};
use serde_json::{Value, json};
use table::ids::UserId;
use table::pages::recipes::{
    self, Cookbook, RecipeCard, RecipeGroup, RecipePage, RecipeRequest, Shelf,
};
use table::pages::settings::ServerSettings;
use table::recipe_list::{ChosenRecipe, RecipeChange, RecipeList, RecipeName, SavedRecipe};
use table::screen::InteractionError;
use table::store_error::SettingsError;
use table::text::Language;
use tokio::time::Instant;
use tracing::warn;

use super::card_suggestions::{MAX_CHOICES, suggestions};
use super::settings::{require_manager, server};
use super::{Dispatcher, PageRequest};
use crate::interaction::NewTableCommand;
use crate::permissions::may_manage_server;
use crate::tables::clock::system_time;

/// The minimum time between two trials by one person.
pub(super) const TRIAL_INTERVAL: Duration = Duration::from_secs(20);
const TRIAL_GAMES: u32 = 2_000;
/// The number of games in one step of a trial. A step takes a few milliseconds, and then a table may use the thread.
const GAMES_PER_STEP: u32 = 20;
/// The time limit of a trial. After it, the page shows the results of the games played so far.
const TRIAL_TIMEOUT: Duration = Duration::from_secs(10);

type Served<T> = Result<T, InteractionError>;

/// The combined length of a code's version, base and checksum. A shorter text cannot be a code.
const SHORTEST_CODE: usize = 8;

/// All named recipes that a person can choose: their own, the server's and the built-in ones.
struct NamedRecipes {
    own: RecipeList,
    server: ServerSettings,
    built_in: RecipeList,
}

impl NamedRecipes {
    fn shelves(&self) -> [(Shelf, &RecipeList); 3] {
        [
            (Shelf::Own, &self.own),
            (Shelf::Server, self.server.recipes()),
            (Shelf::BuiltIn, &self.built_in),
        ]
    }

    fn iter(&self) -> impl Iterator<Item = &SavedRecipe> {
        self.shelves().into_iter().flat_map(|(_, list)| list.iter())
    }

    fn chosen(&self, code: RecipeCode) -> ChosenRecipe {
        let name = self.name_of(code);
        ChosenRecipe { name, code }
    }

    /// Returns the name that the person or, failing that, the server has given to a recipe.
    fn name_of(&self, code: RecipeCode) -> Option<RecipeName> {
        let [own, server, _] = self.shelves();
        let mut found = [own, server]
            .into_iter()
            .filter_map(|(_, list)| list.find(code));
        found.next().map(|saved| saved.name)
    }
}

impl Dispatcher {
    /// Serves all recipe requests except two: `save_recipe` needs the name from a form; `open_shared` opens a table.
    pub(super) async fn serve_recipes(
        &self,
        request: &PageRequest,
        asked: RecipeRequest,
    ) -> Served<()> {
        match asked {
            RecipeRequest::Cookbook => self.show_cookbook(request).await,
            RecipeRequest::Show(code, group) => self.show_recipe(request, code, group).await,
            RecipeRequest::Try(code, players) => self.try_recipe(request, code, players).await,
            RecipeRequest::AskName(code, shelf) => self.ask_for_name(request, code, shelf).await,
            RecipeRequest::Delete(code, shelf) => {
                self.change_shelf(request, shelf, RecipeChange::Delete(code))
                    .await?;
                self.show_recipe(request, code, RecipeGroup::Deal).await
            }
            RecipeRequest::Share(code) => self.share_recipe(request, code).await,
            RecipeRequest::Save(..) | RecipeRequest::Open(..) => {
                Err(InteractionError::UnknownButton)
            }
        }
    }

    async fn named_recipes(&self, request: &PageRequest) -> Served<NamedRecipes> {
        let own = self.preferences.recipes_of(request.person.id).await;
        let server = match request.context {
            Some(context) => {
                let (guild, store) = (context.guild, &self.servers);
                let read = || store.settings_of(server(guild));
                let settings = self.server_recipes.get(guild, read);
                settings.await.map_err(unavailable)?
            }
            None => ServerSettings::default(),
        };
        Ok(NamedRecipes {
            own: own.map_err(unavailable)?,
            server,
            built_in: request.language().built_in_recipes(),
        })
    }

    /// Finds a recipe by its code, or by its name among the [`NamedRecipes`].
    pub(super) async fn find_recipe(
        &self,
        request: &PageRequest,
        text: &str,
    ) -> Served<ChosenRecipe> {
        let (text, named) = (text.trim(), self.named_recipes(request).await?);
        let is_called =
            |one: &&SavedRecipe| one.name.as_str().to_lowercase() == text.to_lowercase();
        if let Some(saved) = named.iter().find(is_called) {
            let code = read(saved.code)?.code();
            return Ok(named.chosen(code));
        }
        let code = match Recipe::from_code(text) {
            Ok(recipe) => recipe.code(),
            Err(RecipeCodeError::TooLong) => {
                return Err(InteractionError::RecipeCode(RecipeCodeError::TooLong));
            }
            Err(RecipeCodeError::Letters) => return Err(InteractionError::UnknownRecipe),
            Err(_) if text.len() < SHORTEST_CODE => return Err(InteractionError::UnknownRecipe),
            Err(error) => return Err(InteractionError::RecipeCode(error)),
        };
        Ok(named.chosen(code))
    }

    pub(super) async fn suggest_recipes(&self, request: &PageRequest, typed: &str) -> Served<()> {
        let (typed, named) = (
            typed.trim().to_lowercase(),
            self.named_recipes(request).await?,
        );
        let matches = |one: &&SavedRecipe| {
            // A recipe with several names is suggested only under the first.
            let first = named.iter().find(|other| other.code == one.code);
            let is_first = first.is_some_and(|first| std::ptr::eq(first, *one));
            is_first && one.name.as_str().to_lowercase().contains(&typed)
        };
        let choice =
            |one: &SavedRecipe| json!({ "name": one.name.as_str(), "value": one.code.as_str() });
        let choices: Vec<Value> = named
            .iter()
            .filter(matches)
            .take(MAX_CHOICES)
            .map(choice)
            .collect();
        self.send(&request.callback, &suggestions(&choices)).await;
        Ok(())
    }

    /// Shows the recipe that a command names, or the cookbook if it names none.
    pub(super) async fn serve_recipe_command(
        &self,
        request: &PageRequest,
        text: Option<&str>,
    ) -> Served<()> {
        let Some(text) = text else {
            return self.show_cookbook(request).await;
        };
        let found = self.find_recipe(request, text).await?;
        self.show_recipe(request, found.code, RecipeGroup::Deal)
            .await
    }

    pub(super) async fn show_cookbook(&self, request: &PageRequest) -> Served<()> {
        let named = self.named_recipes(request).await?;
        let format = request.format();
        let view = Cookbook {
            display_mode: format.display_mode,
            own: &named.own,
            server: named.server.recipes(),
            only_listed: named.server.only_listed(),
            may_manage: may_manage(request),
        };
        let screen = recipes::cookbook(&view, format.language());
        self.change_or_reply(&request.callback, &screen).await;
        Ok(())
    }

    async fn show_recipe(
        &self,
        request: &PageRequest,
        code: RecipeCode,
        group: RecipeGroup,
    ) -> Served<()> {
        let page = self.recipe_page(request, code, group).await?;
        let screen = recipes::recipe_page(&page, request.language());
        self.change_or_reply(&request.callback, &screen).await;
        Ok(())
    }

    async fn recipe_page(
        &self,
        request: &PageRequest,
        code: RecipeCode,
        group: RecipeGroup,
    ) -> Served<RecipePage> {
        let (recipe, named) = (read(code)?, self.named_recipes(request).await?);
        let holding = named
            .shelves()
            .into_iter()
            .filter(|(_, list)| list.find(code).is_some());
        Ok(RecipePage {
            display_mode: request.format().display_mode,
            recipe,
            group,
            name: named.name_of(code),
            shelves: holding.map(|(shelf, _)| shelf).collect(),
            may_manage: may_manage(request),
            trial: None,
        })
    }

    /// Lets computers play a recipe, and shows the results. Defers the answer, because this takes seconds.
    async fn try_recipe(&self, request: &PageRequest, code: RecipeCode, players: u8) -> Served<()> {
        let recipe = read(code)?;
        let rules = recipe.check(players.into());
        let rules =
            rules.map_err(|error| InteractionError::Unplayable(Box::new((recipe, error))))?;
        let mut page = self.recipe_page(request, code, RecipeGroup::Try).await?;
        let now = Instant::now();
        if !self.trial_limit.lock().try_take(request.person.id, now) {
            return Err(InteractionError::RateLimited);
        }
        self.announce(&request.callback).await;
        let trial = Trial::new(rules, request.callback.interaction.get());
        let step = |trial: &mut Trial| {
            trial.play(GAMES_PER_STEP);
            trial.results().games < TRIAL_GAMES
        };
        let pool = &self.registry.env().search_pool;
        let trial = pool.run_steps(trial, now + TRIAL_TIMEOUT, step).await;
        let results = trial.map(|trial| (players, *trial.results()));
        page.trial = results.filter(|(_, results)| results.games > 0);
        let screen = recipes::recipe_page(&page, request.language());
        self.complete(&request.callback, &screen).await;
        Ok(())
    }

    async fn ask_for_name(
        &self,
        request: &PageRequest,
        code: RecipeCode,
        shelf: Shelf,
    ) -> Served<()> {
        playable(read(code)?)?;
        let form = recipes::name_form(code, shelf, request.language());
        self.send(&request.callback, &form_answer(&form)).await;
        Ok(())
    }

    pub(super) async fn save_recipe(
        &self,
        request: &PageRequest,
        (code, shelf): (RecipeCode, Shelf),
        name: Option<&str>,
    ) -> Served<()> {
        playable(read(code)?)?;
        let name = name
            .and_then(|name| RecipeName::try_from(name).ok())
            .ok_or(InteractionError::RecipeName)?;
        let saved = SavedRecipe { name, code };
        let list = self
            .change_shelf(request, shelf, RecipeChange::Save(saved))
            .await?;
        if !list.contains(&saved) {
            return Err(InteractionError::RecipesFull { most: list.len() });
        }
        self.show_recipe(request, code, RecipeGroup::Deal).await
    }

    async fn change_shelf(
        &self,
        request: &PageRequest,
        shelf: Shelf,
        change: RecipeChange,
    ) -> Served<RecipeList> {
        match shelf {
            Shelf::Own => {
                let user = request.person.id;
                let list = self
                    .preferences
                    .change_recipes(user, change, system_time())
                    .await;
                list.map_err(unavailable)
            }
            Shelf::Server => {
                let context = request.channel()?;
                require_manager(context)?;
                let changed = self
                    .servers
                    .change_server_recipes(server(context.guild), change);
                let settings = changed.await.map_err(unavailable)?;
                let list = settings.recipes().clone();
                self.server_recipes.insert_written(context.guild, settings);
                Ok(list)
            }
            Shelf::BuiltIn | Shelf::Boxes => Err(InteractionError::UnknownButton),
        }
    }

    /// Answers the click with a public card of the recipe.
    async fn share_recipe(&self, request: &PageRequest, code: RecipeCode) -> Served<()> {
        let context = self.require_posting(request)?;
        let recipe = read(code)?;
        playable(recipe)?;
        let named = self.named_recipes(request).await?;
        let card = RecipeCard {
            recipe,
            name: named.name_of(code),
            owner: request.person.id,
        };
        let language = Language::of(context.server_locale);
        self.post(&request.callback, &recipes::recipe_card(&card, language))
            .await
    }

    /// Opens a table with a shared recipe. The recipe gets its name from the owner's list or, if the owner has deleted
    /// it, from this person's or the server's list.
    pub(super) async fn open_shared(
        &self,
        request: PageRequest,
        code: RecipeCode,
        owner: UserId,
    ) -> Served<()> {
        read(code)?;
        let shared = self
            .preferences
            .recipes_of(owner)
            .await
            .map_err(unavailable)?;
        let recipe = match shared.find(code) {
            Some(saved) => (*saved).into(),
            None => self.named_recipes(&request).await?.chosen(code),
        };
        self.open_table(request, &NewTableCommand::default(), Some(recipe))
            .await
    }
}

fn may_manage(request: &PageRequest) -> bool {
    let context = request.context;
    context.is_some_and(|context| may_manage_server(context.member_permissions))
}

fn read(code: RecipeCode) -> Served<Recipe> {
    Recipe::from_code(code.as_str()).map_err(InteractionError::RecipeCode)
}

/// Refuses a recipe that cannot be played with any number of players.
fn playable(recipe: Recipe) -> Served<()> {
    let playable = recipe.players().map(drop);
    playable.map_err(|error: RecipeError| InteractionError::Unplayable(Box::new((recipe, error))))
}

fn unavailable(error: SettingsError) -> InteractionError {
    warn!(%error, "could not read or store recipes");
    InteractionError::Internal
}
