//! Dispatches interactions: answers those that need no table, and forwards the others to the table of
//! their channel. Every interaction gets an answer, in its person's language. Which process runs a
//! table is decided in [`crate::registry`]; an answer that fails is not repeated.
//!
//! - ending tables of other channels: `moderation`
//! - the requests themselves: `replies`; the suggestions while a card's name is typed: `suggestions`

mod moderation;
mod replies;
mod suggestions;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use journal::Journal;
use rules::{EditionId, Editions};
use serde_json::json;
use serenity::model::id::ChannelId;
use table::control::Stamp;
use table::ids::UserId;
use table::input::{ClickOrigin, Clicker};
use table::intent::Intent;
use table::options::{Setting, TableOptions};
use table::preferences::{LanguagePreference, Preferences};
use table::refusal::Refusal;
use table::screen::{self, InteractionError, Notice, Permission, RulesView, TableLink, Topic};
use table::text::{Language, Locale};
use tracing::warn;

use crate::budget::{Budget, Verdict};
use crate::discord::callback::Callback;
use crate::discord::from_discord::{
    ChannelContext, IncomingInteraction, InteractionRequest, NewTableCommand,
};
use crate::discord::permissions::{
    may_create_threads, missing_for_table, missing_for_thread, missing_to_post,
};
use crate::discord::to_discord;
use crate::language_cache::LanguageCache;
use crate::mailbox::SendError;
use crate::outbox::RestClient;
use crate::registry::{OpenError, Registry};
use crate::table_message::{OpenRequest, TableRequest};
use replies::Replies;
use suggestions::{matching_cards, suggestions};

/// Serves the interactions of the whole process.
pub struct Dispatcher<J> {
    replies: Replies,
    registry: Arc<Registry<J>>,
    languages: LanguageCache,
    budget: Budget,
}

impl<J: Journal + 'static> Dispatcher<J> {
    /// Creates a dispatcher that answers through `rest`, finds tables in `registry`, keeps people's
    /// languages in `preferences` and grants each person `budget`.
    pub fn new(
        rest: RestClient,
        registry: Arc<Registry<J>>,
        preferences: Arc<dyn Preferences>,
        budget: Budget,
    ) -> Self {
        Self {
            replies: Replies::new(rest),
            registry,
            languages: LanguageCache::new(preferences),
            budget,
        }
    }

    /// Serves one interaction: answers it, or hands it to a table that does. Takes it out of the
    /// person's budget before anything else, so that a flood costs no database read and no search, and
    /// in the end not even an answer.
    pub async fn serve(&self, mut incoming: IncomingInteraction) {
        let received = incoming.callback.received;
        match self.budget.take(incoming.person.id, received) {
            Verdict::Granted => {}
            Verdict::Refused => return self.refuse_over_budget(&incoming).await,
            Verdict::Ignored => return,
        }
        let discord_locale = incoming.person.locale;
        incoming.person.locale = self.load_locale(&incoming.person).await;
        let (callback, language) = (
            incoming.callback.clone(),
            Language::of(incoming.person.locale),
        );
        if let Err(error) = self.dispatch(incoming, discord_locale, language).await {
            self.replies
                .reply(&callback, &screen::interaction_error(&error, language))
                .await;
        }
    }

    /// Answers a person who has spent their budget. Does no I/O but the answer itself, so the
    /// language is the one last known.
    async fn refuse_over_budget(&self, incoming: &IncomingInteraction) {
        let IncomingInteraction {
            callback,
            person,
            request,
            ..
        } = incoming;
        if let InteractionRequest::Autocomplete { .. } = request {
            // A list of suggestions has no room for a sentence.
            return self.replies.send(callback, &suggestions(&[])).await;
        }
        let preference = self.languages.last_known(person.id);
        let language = Language::of(preference.resolve(person.locale));
        let refusal = screen::interaction_error(&InteractionError::RateLimited, language);
        self.replies.reply(callback, &refusal).await;
    }

    /// `discord_locale` is the language of the person's Discord client, `language` the one to answer
    /// in.
    async fn dispatch(
        &self,
        incoming: IncomingInteraction,
        discord_locale: Locale,
        language: &Language,
    ) -> Result<(), InteractionError> {
        let IncomingInteraction {
            callback,
            person,
            context,
            request,
        } = incoming;
        let table_request = |origin, intent| TableRequest {
            callback: callback.clone(),
            person: person.clone(),
            origin,
            intent,
            may_post: context.is_some_and(|context| {
                missing_to_post(context.bot_permissions, context.is_thread).is_none()
            }),
            answered: false,
        };
        match (request, context) {
            (InteractionRequest::UnknownControl, _) => Err(InteractionError::UnknownButton),
            (InteractionRequest::UnknownValue, _) => Err(InteractionError::UnknownValue),
            (InteractionRequest::Autocomplete { edition, typed }, _) => {
                let edition = edition.map(|id| self.editions().get(id));
                let body = suggestions(&matching_cards(edition, &typed, language));
                self.replies.send(&callback, &body).await;
                Ok(())
            }
            (InteractionRequest::UseControl(_, Intent::Read(page)), _) => {
                self.show_rules_page(&callback, &page, language).await;
                Ok(())
            }
            (
                InteractionRequest::Rules {
                    edition: None,
                    card: None,
                },
                Some(context),
            ) if self.registry.has(context.channel) => {
                self.forward(context, table_request(ClickOrigin::Command, Intent::Rules))
                    .await
            }
            (InteractionRequest::Rules { edition, card }, _) => {
                self.reply_with_rules(&callback, edition, card, language)
                    .await
            }
            (InteractionRequest::Me { chosen }, _) => {
                self.set_language(&callback, (person.id, discord_locale), chosen)
                    .await
            }
            (_, None) => Err(InteractionError::ServersOnly),
            (InteractionRequest::NewTable(command), Some(context)) => {
                let request = table_request(ClickOrigin::Command, Intent::NewTable);
                self.open_table(request, context, command).await
            }
            (
                InteractionRequest::UseControl(control, intent @ Intent::EndIn(channel)),
                Some(context),
            ) => {
                let origin = click_origin(&callback, control.stamp);
                self.end_elsewhere(table_request(origin, intent), channel, context)
                    .await
            }
            (InteractionRequest::UseControl(control, intent), Some(context)) => {
                let origin = click_origin(&callback, control.stamp);
                self.forward(context, table_request(origin, intent)).await
            }
            (InteractionRequest::TableCommand(intent), Some(context)) => {
                self.forward(context, table_request(ClickOrigin::Command, intent))
                    .await
            }
        }
    }

    /// Returns the language that the person chose, else that of their Discord client. If the choice
    /// cannot be read, the one read last applies.
    async fn load_locale(&self, person: &Clicker) -> Locale {
        let preference = self.languages.get(person.id).await;
        let preference = preference.unwrap_or_else(|error| {
            warn!(%error, "could not read a language preference");
            self.languages.last_known(person.id)
        });
        preference.resolve(person.locale)
    }

    /// Stores the language that the person chose, if they chose one, and replies which language now
    /// applies, in that language.
    async fn set_language(
        &self,
        callback: &Callback,
        (user, discord_locale): (UserId, Locale),
        chosen: Option<LanguagePreference>,
    ) -> Result<(), InteractionError> {
        let preference = match chosen {
            Some(chosen) => {
                let stored = self.languages.set(user, chosen).await;
                stored.map(|()| chosen)
            }
            None => self.languages.get(user).await,
        };
        let preference = preference.map_err(|error| {
            warn!(%error, "could not read or store a language preference");
            InteractionError::Internal
        })?;
        let language = Language::of(preference.resolve(discord_locale));
        self.replies
            .reply(
                callback,
                &screen::notice(Notice::LanguageChosen(preference), language),
            )
            .await;
        Ok(())
    }

    fn editions(&self) -> &Editions {
        &self.registry.table_config().editions
    }

    /// Replies with the rules of an edition, or of the card with this id or name.
    async fn reply_with_rules(
        &self,
        callback: &Callback,
        edition: Option<EditionId>,
        card: Option<String>,
        language: &Language,
    ) -> Result<(), InteractionError> {
        let topic = match card {
            None => Topic::Guide,
            // A chosen suggestion is sent as the card's id, typed text as it is.
            Some(text) => {
                let card = language.find_card(&text, edition.map(|id| self.editions().get(id)));
                Topic::Card(card.ok_or(InteractionError::UnknownCard)?)
            }
        };
        let edition = edition.unwrap_or(EditionId::Original);
        self.replies
            .reply(
                callback,
                &screen::rules(&RulesView { edition, topic }, self.editions(), language),
            )
            .await;
        Ok(())
    }

    /// Shows another page of the rules: in the private message that was clicked, or as a reply.
    async fn show_rules_page(&self, callback: &Callback, page: &RulesView, language: &Language) {
        let screen = screen::rules(page, self.editions(), language);
        if callback.clicked.is_some_and(|clicked| clicked.private) {
            self.replies
                .send(
                    callback,
                    &json!({ "type": 7, "data": to_discord::change(&screen) }),
                )
                .await;
        } else {
            self.replies.reply(callback, &screen).await;
        }
    }

    /// Forwards a request to the table of its channel, if the bot has the permissions for it.
    async fn forward(
        &self,
        context: ChannelContext,
        request: TableRequest,
    ) -> Result<(), InteractionError> {
        let (granted, in_thread) = (context.bot_permissions, context.is_thread);
        require(match request.intent {
            Intent::Start => missing_for_table(granted, in_thread),
            Intent::Leave { .. } | Intent::End { .. } | Intent::EndIn(_) | Intent::Rules => None,
            // A click resumes a table that was paused for a missing permission, so it is forwarded
            // only once the permission is there.
            _ => missing_to_post(granted, in_thread),
        })?;
        let (callback, by_command) = (
            request.callback.clone(),
            request.origin == ClickOrigin::Command,
        );
        let language = Language::of(request.person.locale);
        let ends = matches!(request.intent, Intent::End { .. });
        match self.registry.send(context.channel, request).await {
            Ok(()) => Ok(()),
            Err(SendError::Unavailable) => Err(InteractionError::Internal),
            Err(SendError::MailboxFull) => Err(InteractionError::RateLimited),
            Err(SendError::NoTable) if by_command && ends => {
                self.list_tables(&callback, context, language).await
            }
            Err(SendError::NoTable) if by_command => Err(InteractionError::NoGame),
            Err(SendError::NoTable) => {
                self.replies
                    .reply(&callback, &screen::refusal(&Refusal::Closed, language))
                    .await;
                Ok(())
            }
        }
    }

    /// Opens a table in the channel of the command, or in a new thread of it.
    async fn open_table(
        &self,
        request: TableRequest,
        context: ChannelContext,
        command: NewTableCommand,
    ) -> Result<(), InteractionError> {
        if command.in_thread && !context.is_thread {
            return self.open_table_in_thread(request, context, command).await;
        }
        require(missing_for_table(
            context.bot_permissions,
            context.is_thread,
        ))?;
        let open_request = open_request(request, context, command);
        self.open_table_in(context.channel, open_request, context)
            .await
    }

    /// Opens a table in this channel, which is that of the command or a new thread of it.
    async fn open_table_in(
        &self,
        channel: ChannelId,
        open_request: OpenRequest,
        context: ChannelContext,
    ) -> Result<(), InteractionError> {
        let guild = context.guild;
        match self.registry.open(guild, channel, open_request).await {
            Ok(()) => Ok(()),
            Err(OpenError::Occupied { message }) => {
                let link = TableLink {
                    guild: table::ids::GuildId(guild.get()),
                    channel: table::ids::ChannelId(channel.get()),
                    message,
                };
                Err(InteractionError::GameExists {
                    link: link.to_string(),
                })
            }
            Err(OpenError::Quota(error)) => Err(error.into()),
            Err(OpenError::Unavailable) => Err(InteractionError::Internal),
        }
    }

    /// Creates a thread, opens a table in it, and replies to the command with a link to the thread.
    async fn open_table_in_thread(
        &self,
        request: TableRequest,
        context: ChannelContext,
        command: NewTableCommand,
    ) -> Result<(), InteractionError> {
        require(missing_for_thread(context.bot_permissions))?;
        if !may_create_threads(context.member_permissions) {
            return Err(InteractionError::MayNotOpenThreads);
        }
        let guild = context.guild;
        let mut open_request = open_request(request, context, command);
        // Taken before the thread is created, so that a full server gets no empty threads.
        let slot = self.registry.reserve(guild, &open_request)?;
        open_request.reserved = Some(slot);
        let thread = self
            .open_thread(&open_request.request, context, command)
            .await
            .ok_or(InteractionError::Internal)?;
        let request = &mut open_request.request;
        request.answered = true;
        let language = Language::of(request.person.locale);
        let callback = request.callback.clone();
        if let Err(error) = self.open_table_in(thread, open_request, context).await {
            let place = (guild, thread);
            self.replies
                .remove_thread(place, context.bot_permissions)
                .await;
            return Err(error);
        }
        self.replies
            .reply(
                &callback,
                &screen::notice(
                    Notice::OpenedInThread {
                        channel: table::ids::ChannelId(thread.get()),
                    },
                    language,
                ),
            )
            .await;
        Ok(())
    }

    /// Opens a thread named after the person. Returns `None` if Discord refuses or is late.
    async fn open_thread(
        &self,
        request: &TableRequest,
        context: ChannelContext,
        command: NewTableCommand,
    ) -> Option<ChannelId> {
        let locale = command.language.unwrap_or(context.server_locale);
        let name = Language::of(locale).thread_name(&request.person.name);
        let received = request.callback.received;
        self.replies
            .open_thread((context.guild, context.channel), &name, received)
            .await
    }
}

/// Returns an error that names the missing permission, if there is one.
fn require(missing: Option<Permission>) -> Result<(), InteractionError> {
    missing.map_or(Ok(()), |permission| {
        Err(InteractionError::MissingPermission(permission))
    })
}

fn open_request(
    request: TableRequest,
    context: ChannelContext,
    command: NewTableCommand,
) -> OpenRequest {
    OpenRequest {
        request,
        options: table_options(command, context.server_locale),
        computers: command.computers,
        reserved: None,
    }
}

fn table_options(command: NewTableCommand, server_locale: Locale) -> TableOptions {
    let edition = command.edition.unwrap_or(EditionId::Original);
    let options = TableOptions::of(edition, command.language.unwrap_or(server_locale));
    match command.pace {
        Some(pace) => options.with(Setting::Pace(pace)),
        None => options,
    }
}

fn click_origin(callback: &Callback, stamp: Stamp) -> ClickOrigin {
    match callback.clicked {
        Some(clicked) if clicked.private => ClickOrigin::Panel(stamp),
        _ => ClickOrigin::Table(stamp),
    }
}
