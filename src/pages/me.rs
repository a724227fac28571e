//! `/kittens me`: a person's preferences and their stored data. `crate::pages::personal_data` reads and deletes
//! the data.

use discord::AttachedFile;
use discord::Callback;
use table::ids::UserId;
use table::pages::me;
use table::personal_data::DataRequest;
use table::preferences::{PersonPreferences, PreferenceChange};
use table::screen::{self, InteractionError, Notice, Screen};
use table::text::Language;
use tokio::time::Instant;
use tracing::warn;

use super::{Dispatcher, PageRequest};
use crate::tables::clock::system_time;

const FILE_NAME: &str = "kittens-data.json";

impl Dispatcher {
    /// Stores the person's choices, if any. Then handles the request about their data; without a request, shows their
    /// preferences, in their language, with a menu for each.
    pub(super) async fn serve_me(
        &self,
        asked: &PageRequest,
        change: PreferenceChange,
        request: Option<DataRequest>,
    ) -> Result<(), InteractionError> {
        let (callback, person) = (&asked.callback, &asked.person);
        let preferences = self.change_preferences(callback.user, change).await?;
        let language = Language::of(preferences.language.resolve(person.discord_locale));
        if !change.is_empty() {
            self.tell_tables(callback.user, preferences, person.discord_locale)
                .await;
        }
        match request {
            None => {
                self.change_or_reply(callback, &me::preferences(preferences, language))
                    .await;
            }
            Some(DataRequest::Forget) => {
                self.reply(callback, &me::forget_question(language)).await;
            }
            Some(DataRequest::Extract) => {
                return self.send_extract(callback, preferences, language).await;
            }
        }
        Ok(())
    }

    /// Stores the person's choices, if any. Returns all their preferences.
    async fn change_preferences(
        &self,
        user: UserId,
        change: PreferenceChange,
    ) -> Result<PersonPreferences, InteractionError> {
        let preferences = if change.is_empty() {
            self.preferences.get(user).await
        } else {
            self.preferences.change(user, change, system_time()).await
        };
        preferences.map_err(|error| {
            warn!(%error, "could not read or store a person's preferences");
            InteractionError::Internal
        })
    }

    /// Sends a person the data that is stored about them, as a file that only they can see. The interaction is answered
    /// first, because preparing the file may take longer than Discord waits for an answer.
    async fn send_extract(
        &self,
        callback: &Callback,
        preferences: PersonPreferences,
        language: &Language,
    ) -> Result<(), InteractionError> {
        let user = callback.user;
        if !self.data_requests.try_begin_extract(user, Instant::now()) {
            return Err(InteractionError::RateLimited);
        }
        let recipes = self.preferences.recipes_of(user).await.map_err(|error| {
            warn!(%error, "could not read a person's recipes");
            InteractionError::Internal
        })?;
        self.defer(callback).await;
        match self.data_requests.extract(user, preferences, recipes).await {
            Ok(content) => {
                let screen = screen::notice(Notice::DataAttached, language);
                let file = AttachedFile {
                    name: FILE_NAME,
                    content,
                };
                self.complete_with_file(callback, &screen, file, language)
                    .await;
            }
            Err(error) => {
                warn!(%error, "could not extract a person's data");
                let screen = screen::interaction_error(&InteractionError::Internal, language);
                self.complete(callback, &screen).await;
            }
        }
        Ok(())
    }

    /// Requests the erasure that a person confirmed, deletes their preferences and recipes, and notifies their tables.
    pub(super) async fn forget(&self, request: &PageRequest) -> Result<(), InteractionError> {
        let (callback, person) = (&request.callback, &request.person);
        let failed = |error: &dyn std::fmt::Display| {
            warn!(%error, "could not record that a person is to be forgotten");
            InteractionError::Internal
        };
        let forgotten = self.data_requests.forget(callback.user).await;
        forgotten.map_err(|error| failed(&error))?;
        let forgotten = self.preferences.forget(callback.user).await;
        forgotten.map_err(|error| failed(&error))?;
        let defaults = PersonPreferences::default();
        self.tell_tables(callback.user, defaults, person.discord_locale)
            .await;
        let screen = screen::notice(Notice::Forgotten, person.language());
        self.change_or_reply(callback, &screen).await;
        Ok(())
    }

    /// Replaces the clicked private message with a screen, or sends the screen as a reply.
    pub(super) async fn change_or_reply(&self, callback: &Callback, screen: &Screen) {
        if callback.clicked.is_some_and(|clicked| clicked.private) {
            self.change(callback, screen).await;
        } else {
            self.reply(callback, screen).await;
        }
    }
}
