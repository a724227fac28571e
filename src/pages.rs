//! Serves every interaction: shows the pages that need no table, and forwards requests for a table to that table.
//! Private answers are in the person's language. Must never decide anything about a table's running game, nor change
//! the game except by forwarding to the table.
//!
//! - opening tables: `new_table`; ending tables of other channels: `end_elsewhere`; direct messages: `direct_click`
//! - `/kittens me`: `me`, `preference_cache` and `personal_data`; `/kittens settings`: `settings`
//! - finished games: `finished_games`, `story` and `evening`; reviews of how a person played: `coach`
//! - results: `statistics` and `leaderboard`; last week's leaderboard, posted on Mondays: `weekly_board`
//! - solo games: `practice`; the Kitten of the day: `daily` and `daily_deals`
//! - recipes, and tables opened with them: `recipes`
//! - the rules of an edition or of a card: `rules_page`; suggestions of card names: `card_suggestions`
//! - people who want to be called to a table: `calls`; the greeting on a new server: `greeting`
//! - limits on clicks: `click_rate_limit`; limits on expensive requests: `request_limit`
//! - answers and other requests to Discord: `replies`; pictures: `pictures`

mod calls;
mod card_suggestions;
pub mod click_rate_limit;
mod coach;
mod daily;
mod daily_deals;
mod direct_click;
mod end_elsewhere;
mod evening;
mod finished_games;
mod greeting;
mod leaderboard;
mod me;
mod new_table;
pub mod personal_data;
mod pictures;
mod practice;
mod preference_cache;
mod recipes;
mod replies;
mod request_limit;
mod rules_page;
mod settings;
mod statistics;
mod story;
#[cfg(test)]
mod tests;
pub(crate) mod weekly_board;

use std::sync::Arc;

use discord::Callback;
use discord::RestClient;
use journal::{Results, StoredTables};
use parking_lot::Mutex;
use rules::Editions;
use serenity::model::id::GuildId;
use table::control::Stamp;
use table::input::{ClickOrigin, Clicker};
use table::intent::{Intent, Meaning};
use table::pages::PageIntent;
use table::pages::daily::Day;
use table::pages::practice::Practice;
use table::pages::recipes::RecipeRequest;
use table::pages::settings::{ServerSettings, ServerSettingsStore};
use table::preferences::{PreferenceChange, Preferences};
use table::refusal::Refusal;
use table::screen::{self, InteractionError, Permission};
use table::screen_format::ScreenFormat;
use table::text::Language;
use tracing::warn;

use crate::interaction::{
    ChannelContext, Elsewhere, IncomingInteraction, InteractionRequest, Suggested,
};
use crate::pages::click_rate_limit::{ClickRateLimit, Verdict};
use crate::pages::daily::ShownSteps;
use crate::pages::daily_deals::DailyDeals;
use crate::pages::finished_games::FinishedGames;
use crate::pages::personal_data::DataRequests;
use crate::pages::preference_cache::{PreferenceCache, RECIPES_CAPACITY, RecentValues};
use crate::pages::recipes::TRIAL_INTERVAL;
use crate::pages::request_limit::RequestLimit;
use crate::permissions::{invite_link, may_be_without_bot, missing_for_table, missing_to_post};
use crate::tables::mailbox::{SendError, TableRequest};
use crate::tables::registry::Registry;
use card_suggestions::suggestions;
use coach::CoachDesk;

/// The host of the links that add the bot to a server.
const DISCORD: &str = "https://discord.com";

/// Serves all interactions of the process.
pub struct Dispatcher {
    rest: RestClient,
    registry: Arc<Registry>,
    preferences: PreferenceCache,
    servers: Arc<dyn ServerSettingsStore>,
    /// A cache of server settings, used only for recipes. Everything else reads the settings from the store.
    server_recipes: RecentValues<GuildId, ServerSettings>,
    tables: Arc<dyn StoredTables>,
    data_requests: Arc<DataRequests>,
    finished_games: FinishedGames,
    results: Arc<dyn Results>,
    click_rate_limit: ClickRateLimit,
    daily_deals: Arc<DailyDeals>,
    coach: CoachDesk,
    shown_steps: ShownSteps,
    trial_limit: Mutex<RequestLimit>,
    card_limit: Mutex<RequestLimit>,
}

impl Dispatcher {
    /// Creates a dispatcher that answers through `rest` and finds running tables in `registry`. People's preferences
    /// are in `preferences`, the settings of servers in `servers`, and stored games in `tables`. Requests about stored
    /// data go to `data_requests`, and `click_rate_limit` limits how often a person may click.
    pub fn new(
        rest: RestClient,
        registry: Arc<Registry>,
        preferences: Arc<dyn Preferences>,
        servers: Arc<dyn ServerSettingsStore>,
        tables: Arc<dyn StoredTables>,
        data_requests: Arc<DataRequests>,
        click_rate_limit: ClickRateLimit,
    ) -> Self {
        Self {
            rest,
            registry,
            preferences: PreferenceCache::new(preferences),
            servers,
            server_recipes: RecentValues::new(RECIPES_CAPACITY),
            finished_games: FinishedGames::new(Arc::clone(&tables)),
            tables,
            daily_deals: DailyDeals::new(Arc::clone(&data_requests.store)),
            results: Arc::clone(&data_requests.store),
            data_requests,
            click_rate_limit,
            coach: CoachDesk::default(),
            shown_steps: ShownSteps::default(),
            trial_limit: Mutex::new(RequestLimit::every(TRIAL_INTERVAL)),
            card_limit: Mutex::default(),
        }
    }

    /// Serves one interaction: answers it, or forwards it to a table. The person's click rate limit is checked first,
    /// so that a flood costs no database reads and no searches, and eventually not even answers.
    pub async fn serve(&self, mut incoming: IncomingInteraction) {
        let received = incoming.callback.received;
        let verdict = self.click_rate_limit.take(incoming.person.id, received);
        self.count_served(&incoming, verdict);
        match verdict {
            Verdict::Granted => {}
            Verdict::Refused => return self.refuse_over_click_rate(&incoming).await,
            Verdict::Ignored => return,
        }
        let pictures = &self.registry.env().end_pictures;
        pictures.note_avatar(incoming.person.id, incoming.avatar);
        self.load_preferences(&mut incoming.person).await;
        let (callback, language) = (incoming.callback.clone(), incoming.person.language());
        if let Err(error) = self.dispatch(incoming).await {
            self.reply(&callback, &screen::interaction_error(&error, language))
                .await;
        }
    }

    /// Answers a person who clicks too fast. Uses the last known language, because it must do no I/O besides sending
    /// the answer.
    async fn refuse_over_click_rate(&self, incoming: &IncomingInteraction) {
        let IncomingInteraction {
            callback,
            person,
            request,
            ..
        } = incoming;
        if let InteractionRequest::Autocomplete { .. } = request {
            // A list of suggestions cannot show a sentence.
            return self.send(callback, &suggestions(&[])).await;
        }
        let preferences = self.preferences.last_known(person.id);
        let language = Language::of(preferences.language.resolve(person.discord_locale));
        let refusal = screen::interaction_error(&InteractionError::RateLimited, language);
        self.reply(callback, &refusal).await;
    }

    async fn dispatch(&self, incoming: IncomingInteraction) -> Result<(), InteractionError> {
        let IncomingInteraction {
            callback,
            person,
            context,
            elsewhere,
            request,
            avatar: _,
        } = incoming;
        let asked = PageRequest {
            callback,
            person,
            stamp: None,
            context,
            elsewhere,
        };
        match request {
            InteractionRequest::UnknownControl => Err(InteractionError::UnknownButton),
            InteractionRequest::UnknownValue => Err(InteractionError::UnknownValue),
            InteractionRequest::Autocomplete { of, typed } => match of {
                Suggested::Cards(edition) => self.suggest_cards(&asked, edition, &typed).await,
                Suggested::Recipes => self.suggest_recipes(&asked, &typed).await,
            },
            InteractionRequest::Recipe(text) => {
                self.serve_recipe_command(&asked, text.as_deref()).await
            }
            InteractionRequest::NameRecipe(code, shelf, name) => {
                self.save_recipe(&asked, (code, shelf), name.as_deref())
                    .await
            }
            InteractionRequest::Rules { edition, card } => {
                self.serve_rules(asked, edition, card).await
            }
            InteractionRequest::Me { change, request } => {
                self.serve_me(&asked, change, request).await
            }
            InteractionRequest::StoryOf(message) => self.show_story_of(asked, message).await,
            InteractionRequest::Settings => self.show_settings(&asked).await,
            InteractionRequest::NewTable(command) => {
                let recipe = match &command.recipe {
                    Some(text) => Some(self.find_recipe(&asked, text).await?),
                    None => None,
                };
                self.open_table(asked, &command, recipe).await
            }
            InteractionRequest::PageCommand(intent) => self.serve_page(&asked, intent).await,
            InteractionRequest::TableCommand(intent) => {
                let context = asked.channel()?;
                self.forward(context, asked.typed(intent)).await
            }
            InteractionRequest::UseControl(control, meaning) => {
                let asked = PageRequest {
                    stamp: Some(control.stamp),
                    ..asked
                };
                match meaning {
                    Meaning::Page(PageIntent::Recipe(RecipeRequest::Open(code, owner))) => {
                        self.open_shared(asked, code, owner).await
                    }
                    Meaning::Page(intent) => self.serve_page(&asked, intent).await,
                    Meaning::Table(intent) => self.serve_click(asked, control.stamp, intent).await,
                }
            }
        }
    }

    /// Shows a page, or performs the action of one of its controls. A new page needs a match arm here.
    async fn serve_page(
        &self,
        request: &PageRequest,
        intent: PageIntent,
    ) -> Result<(), InteractionError> {
        match intent {
            PageIntent::Read(page) => self.show_rules_page(request, &page).await,
            PageIntent::Prefer(value) => self.serve_me(request, value.into(), None).await,
            PageIntent::MyData(asked) => {
                self.serve_me(request, PreferenceChange::default(), Some(asked))
                    .await
            }
            PageIntent::ForgetMe => self.forget(request).await,
            PageIntent::AskServerReset => self.ask_for_reset(request).await,
            PageIntent::ChangeServer(change) => self.change_settings(request, change).await,
            PageIntent::Story { game, page } => self.show_story(request, game, page).await,
            PageIntent::ShowMoment { game, step } => self.show_moment(request, game, step).await,
            PageIntent::Evening { game, games } => self.show_evening(request, game, games).await,
            PageIntent::ShowEvening { game, games } => {
                self.post_evening(request, game, games).await
            }
            PageIntent::Coach { game } => self.show_coach(request, game, false).await,
            PageIntent::CoachPicture { game } => self.show_coach(request, game, true).await,
            PageIntent::Games(list) => self.list_games(request, list).await,
            PageIntent::Leaderboard(view) => self.show_leaderboard(request, view).await,
            PageIntent::Boards(window) => self.show_boards(request, window).await,
            PageIntent::ShowCard(view) => self.post_card(request, view).await,
            PageIntent::Stats(view) => self.show_stats(request, view).await,
            PageIntent::Badges(view, badge) => self.show_badges(request, view, badge).await,
            PageIntent::Curve(view) => self.show_curve(request, view).await,
            PageIntent::CallMe(is_called) => self.set_called(request, is_called).await,
            PageIntent::Recipe(asked) => self.serve_recipes(request, asked).await,
            PageIntent::Daily(_) => self.daily(request, intent.into()).await,
            PageIntent::Practice(asked) => self.practice(request, asked).await,
        }
    }

    /// Serves a click on a control of a solo game, or of a table in a server or in a direct message.
    async fn serve_click(
        &self,
        asked: PageRequest,
        stamp: Stamp,
        intent: Intent,
    ) -> Result<(), InteractionError> {
        if Day::of_table(stamp.table).is_some() {
            return self.daily(&asked, intent.into()).await;
        }
        if Practice::is_table(stamp.table) {
            return self.practice_click(&asked, intent).await;
        }
        let callback = &asked.callback;
        let (origin, is_direct) = (click_origin(callback, stamp), is_direct(callback));
        match asked.context {
            Some(context) => {
                let request = asked.for_table(origin, intent);
                if let Intent::EndIn { channel, .. } = intent {
                    return self.end_elsewhere(request, channel, context).await;
                }
                self.forward(context, request).await
            }
            None if is_direct && self.rest.lease().cluster().is_whole() => {
                self.forward_direct(stamp.table, asked.for_table(origin, intent))
                    .await
            }
            None => asked.channel().map(drop),
        }
    }

    /// Adds the person's preferences. If they cannot be read, the last known preferences apply and are marked as not
    /// current: a table must not end direct messages because of a failed read.
    async fn load_preferences(&self, person: &mut Clicker) {
        let preferences = self.preferences.get(person.id).await;
        person.are_preferences_current = preferences.is_ok();
        person.preferences = preferences.unwrap_or_else(|error| {
            warn!(%error, "could not read a person's preferences");
            self.preferences.last_known(person.id)
        });
    }

    fn editions(&self) -> &Editions {
        &self.registry.env().table_config.editions
    }

    /// Returns the channel if both the bot and the person may post in it.
    fn require_posting(&self, request: &PageRequest) -> Result<ChannelContext, InteractionError> {
        let context = request.channel()?;
        let missing = missing_to_post(context.bot_permissions, context.is_thread);
        self.require(&request.callback, context, missing)?;
        require_writer(context)?;
        Ok(context)
    }

    /// Returns an error if a permission is missing. The error names the permission, or says that the bot is not a
    /// member of the server.
    fn require(
        &self,
        callback: &Callback,
        context: ChannelContext,
        missing: Option<Permission>,
    ) -> Result<(), InteractionError> {
        let Some(permission) = missing else {
            return Ok(());
        };
        let is_listed = self.registry.is_listed_member(context.guild);
        if is_listed || !may_be_without_bot(context.bot_permissions) {
            return Err(InteractionError::MissingPermission(permission));
        }
        let link = invite_link(DISCORD, callback.application.get());
        Err(InteractionError::NotAMember { link })
    }

    /// Forwards a request to its channel's table, if the bot has the necessary permissions and, for calls and new
    /// games, if the server's settings allow them.
    async fn forward(
        &self,
        context: ChannelContext,
        request: TableRequest,
    ) -> Result<(), InteractionError> {
        let (granted, in_thread) = (context.bot_permissions, context.is_thread);
        let missing = match request.intent {
            Intent::Start => missing_for_table(granted, in_thread),
            Intent::Leave { .. } | Intent::End { .. } | Intent::EndIn { .. } | Intent::Rules(_) => {
                None
            }
            // A click resumes a table that was paused for a missing permission, so it is forwarded only once
            // the permission has been granted.
            _ => missing_to_post(granted, in_thread),
        };
        self.require(&request.callback, context, missing)?;
        if request.intent == Intent::CallPlayers {
            self.require_calls(context).await?;
        }
        if let Intent::NewTable | Intent::Rematch = request.intent {
            self.settings_allowing(context).await?;
            self.require_access(context).await?;
        }
        let (callback, by_command) = (
            request.callback.clone(),
            request.origin == ClickOrigin::Command,
        );
        let language = request.person.language();
        let ends = matches!(request.intent, Intent::End { .. });
        match self.registry.send(context.channel, request) {
            Ok(()) => Ok(()),
            Err(SendError::MailboxFull) => Err(InteractionError::RateLimited),
            Err(SendError::NoTable) if by_command && ends => {
                self.list_tables(&callback, context, language).await
            }
            Err(SendError::NoTable) if by_command => Err(InteractionError::NoGame),
            Err(SendError::NoTable) => {
                self.reply(&callback, &screen::refusal(&Refusal::Closed, language))
                    .await;
                Ok(())
            }
        }
    }
}

struct PageRequest {
    callback: Callback,
    person: Clicker,
    /// The stamp of the clicked control; `None` for a command. Untrusted.
    stamp: Option<Stamp>,
    /// The server channel of the interaction. `None` in direct messages, for example, and if `elsewhere` is set.
    context: Option<ChannelContext>,
    elsewhere: Option<Elsewhere>,
}

impl PageRequest {
    /// Returns the server channel of the interaction.
    ///
    /// # Errors
    /// [`InteractionError::AloneOnly`] if `elsewhere` is set, otherwise [`InteractionError::ServersOnly`].
    fn channel(&self) -> Result<ChannelContext, InteractionError> {
        self.context.ok_or_else(|| match self.elsewhere {
            None => InteractionError::ServersOnly,
            Some(_) => InteractionError::AloneOnly {
                link: invite_link(DISCORD, self.callback.application.get()),
            },
        })
    }

    fn format(&self) -> ScreenFormat {
        self.person.format()
    }

    fn language(&self) -> &'static Language {
        self.person.language()
    }

    /// Converts a command to a request for a table.
    fn typed(self, intent: Intent) -> TableRequest {
        self.for_table(ClickOrigin::Command, intent)
    }

    fn for_table(self, origin: ClickOrigin, intent: Intent) -> TableRequest {
        TableRequest {
            callback: self.callback,
            person: self.person,
            origin,
            intent,
            may_post: self.context.is_some_and(may_post),
            answered: false,
        }
    }
}

fn may_post(context: ChannelContext) -> bool {
    missing_to_post(context.bot_permissions, context.is_thread).is_none()
}

/// Returns an error if the person may not write in the channel. Using commands is a separate permission.
fn require_writer(context: ChannelContext) -> Result<(), InteractionError> {
    match missing_to_post(context.member_permissions, context.is_thread) {
        None => Ok(()),
        Some(_) => Err(InteractionError::MayNotPost),
    }
}

fn is_direct(callback: &Callback) -> bool {
    callback.clicked.is_some_and(|clicked| clicked.direct)
}

fn click_origin(callback: &Callback, stamp: Stamp) -> ClickOrigin {
    match callback.clicked {
        Some(clicked) if clicked.private => ClickOrigin::Panel(stamp),
        Some(clicked) if clicked.direct => ClickOrigin::Direct {
            stamp,
            message: clicked.message.get(),
        },
        _ => ClickOrigin::Table(stamp),
    }
}
