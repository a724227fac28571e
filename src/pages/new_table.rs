//! Opens tables: in the channel of the command, or in a new thread there.

use serde_json::json;
use table::ids::{ChannelId, UserId};
use table::intent::Intent;
use table::options::{OptionValue, TableOptions};
use table::pages::settings::ServerSettings;
use table::recipe_list::ChosenRecipe;
use table::screen::{self, InteractionError, Notice};
use table::text::Language;

use super::{Dispatcher, PageRequest};
use crate::interaction::{ChannelContext, NewTableCommand};
use crate::permissions::{may_create_threads, missing_for_table, missing_for_thread};
use crate::tables::mailbox::OpenRequest;
use crate::tables::registry::OpenError;

/// The minutes of inactivity after which Discord archives a thread. This is the maximum, a week, because a
/// turn of a slow game lasts a day.
const AUTO_ARCHIVE_MINUTES: u16 = 10_080;

impl Dispatcher {
    /// Opens a table in the channel of the command, or in a new thread there, if the server allows tables in
    /// that channel.
    pub(super) async fn open_table(
        &self,
        request: PageRequest,
        command: &NewTableCommand,
        recipe: Option<ChosenRecipe>,
    ) -> Result<(), InteractionError> {
        let context = request.channel()?;
        let settings = self.settings_allowing(context).await?;
        let defaults = settings.options(self.editions(), context.server_locale);
        let mut options = table_options(command, defaults);
        let recipe = allowed_recipe(&settings, command, recipe)?;
        if recipe.is_none() && self.is_first_game(request.person.id).await {
            let is_chosen = command.edition.is_some() || settings.choose_edition();
            options = options.for_first_game(!is_chosen);
        }
        if let Some(recipe) = recipe {
            options = options.with_recipe(recipe);
        }
        options.is_deck_fixed = settings.only_listed();
        options.are_calls_off = !settings.allow_calls();
        let open_request = OpenRequest {
            request: request.typed(Intent::NewTable),
            options: Box::new(options),
            computers: command.computers,
        };
        if command.in_thread && !context.is_thread {
            return self.open_table_in_thread(open_request, context).await;
        }
        let missing = missing_for_table(context.bot_permissions, context.is_thread);
        self.require(&open_request.request.callback, context, missing)?;
        self.require_access(context).await?;
        let (guild, channel) = (context.guild, context.channel);
        let opened = self.registry.open(guild, channel, open_request, None);
        opened.await.map_err(refusal)
    }

    /// Returns true if no result of this person is stored; false also if the results cannot be read.
    async fn is_first_game(&self, user: UserId) -> bool {
        let results = self.results.results_of_person(user, 1).await;
        results.is_ok_and(|results| results.is_empty())
    }

    /// Creates a thread, opens a table in it, and replies to the command with a link to the thread.
    async fn open_table_in_thread(
        &self,
        mut open_request: OpenRequest,
        context: ChannelContext,
    ) -> Result<(), InteractionError> {
        let missing = missing_for_thread(context.bot_permissions);
        self.require(&open_request.request.callback, context, missing)?;
        let thread_type = context.thread_type.ok_or(InteractionError::NoThreadsHere)?;
        if !may_create_threads(context.member_permissions) {
            return Err(InteractionError::MayNotOpenThreads);
        }
        let guild = context.guild;
        // Reserved before the thread is created, so that a full server gets no empty threads.
        let slot = self.registry.reserve(guild, &open_request)?;
        let OpenRequest {
            request, options, ..
        } = &mut open_request;
        let name = Language::of(options.language).thread_name(&request.person.name);
        let body = json!({
            "name": name,
            "type": thread_type,
            "auto_archive_duration": AUTO_ARCHIVE_MINUTES,
        });
        let received = request.callback.received;
        let thread = self
            .open_thread(guild, context.channel, &body, received)
            .await?;
        request.answered = true;
        let language = request.person.language();
        let callback = request.callback.clone();
        let opened = self.registry.open(guild, thread, open_request, Some(slot));
        if let Err(error) = opened.await {
            let refused = screen::interaction_error(&refusal(error), language);
            self.reply(&callback, &refused).await;
            self.remove_thread(guild, thread, context.bot_permissions)
                .await;
            return Ok(());
        }
        let notice = Notice::OpenedInThread {
            channel: ChannelId(thread.get()),
        };
        self.reply(&callback, &screen::notice(notice, language))
            .await;
        Ok(())
    }
}

/// Returns the error to show if a table could not be opened.
fn refusal(error: OpenError) -> InteractionError {
    match error {
        OpenError::Quota(error) => error.into(),
        OpenError::Unavailable => InteractionError::Internal,
    }
}

/// Returns the recipe of a new table. A server that allows only its own recipes refuses other recipes and editions, and
/// defaults to its first recipe.
fn allowed_recipe(
    settings: &ServerSettings,
    command: &NewTableCommand,
    chosen: Option<ChosenRecipe>,
) -> Result<Option<ChosenRecipe>, InteractionError> {
    if !settings.only_listed() {
        return Ok(chosen);
    }
    let listed = settings.recipes();
    let recipe = match chosen {
        Some(chosen) => listed.find(chosen.code),
        None if command.edition.is_none() => listed.iter().next(),
        None => None,
    };
    let recipe = recipe.copied().ok_or(InteractionError::OnlyListedRecipes);
    recipe.map(|saved| Some(saved.into()))
}

/// Returns the server's default options, overridden by the command's options. If the command chooses another edition,
/// that edition's default rules apply.
fn table_options(command: &NewTableCommand, defaults: TableOptions) -> TableOptions {
    let edition = command.edition.filter(|&chosen| chosen != defaults.edition);
    let chosen = [
        edition.map(OptionValue::Edition),
        command.language.map(OptionValue::Language),
        command.pace.map(OptionValue::Pace),
    ]
    .into_iter()
    .flatten();
    chosen.fold(defaults, TableOptions::with)
}
