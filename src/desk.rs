//! The front desk: every interaction comes by here. It answers what needs no table and passes the
//! rest on to the table that it is meant for. Whatever comes, it gets an answer in its language.

use std::sync::Arc;
use std::time::Duration;

use journal::Journal;
use rules::EditionId;
use serde_json::{Value, json};
use serenity::model::id::ChannelId;
use table::control::Stamp;
use table::ids::UserId;
use table::input::{ClickOrigin, Clicker};
use table::intent::Intent;
use table::options::{Setting, TableOptions};
use table::preferences::{LanguagePreference, Preferences};
use table::refusal::Refusal;
use table::screen::{self, InteractionError, Notice, Permission, RulesView, Screen, Topic};
use table::text::{Language, Locale};
use tracing::{debug, warn};

use crate::budget::Budget;
use crate::discord::from_discord::{Inbound, Opening, Place, Request};
use crate::discord::permissions::{missing_for_table, missing_for_thread, missing_to_speak};
use crate::discord::to_discord;
use crate::outbox::{Call, Callback, RequestError, RestClient, private_answer, send_answer};
use crate::registry::{OpenError, Registry, SendError};
use crate::table_message::{OpenRequest, TableRequest};

/// The most choices that a completion may offer.
const CHOICES: usize = 25;

/// Discord's number for the kind of thread that anybody may join.
const PUBLIC_THREAD: u8 = 11;
/// Minutes of silence after which Discord hides a thread.
const A_DAY: u16 = 1440;
/// The command that asks for a thread has to be answered in three seconds, the thread included.
const THREAD_WITHIN: Duration = Duration::from_millis(2_000);

/// The desk. One for the whole process.
pub struct Desk<J> {
    pub rest: RestClient,
    pub registry: Arc<Registry<J>>,
    pub preferences: Arc<dyn Preferences>,
    pub budget: Budget,
}

impl<J: Journal + 'static> Desk<J> {
    /// Serves one interaction: answers it, or sees to it that a table does.
    pub async fn serve(&self, mut inbound: Inbound) {
        let told = inbound.person.locale;
        inbound.person.locale = self.locale(&inbound.person).await;
        let (callback, language) = (
            inbound.callback.clone(),
            Language::of(inbound.person.locale),
        );
        if let Err(obstacle) = self.attend(inbound, told, language).await {
            self.tell(&callback, &screen::interaction_error(&obstacle, language))
                .await;
        }
    }

    /// `told` is the language that Discord says, `language` the one that holds.
    async fn attend(
        &self,
        inbound: Inbound,
        told: Locale,
        language: &Language,
    ) -> Result<(), InteractionError> {
        let Inbound {
            callback,
            person,
            place,
            request,
        } = inbound;
        if let Request::Complete { edition, typed } = request {
            self.send(&callback, &self.choices(edition, &typed, language))
                .await;
            return Ok(());
        }
        if !self.budget.take(person.id, callback.received) {
            return Err(InteractionError::RateLimited);
        }
        let wish = |origin, intent| TableRequest {
            callback: callback.clone(),
            person: person.clone(),
            origin,
            intent,
            answered: false,
        };
        match (request, place) {
            (Request::UnknownControl, _) => Err(InteractionError::UnknownButton),
            (Request::UnknownValue | Request::Complete { .. }, _) => {
                Err(InteractionError::UnknownValue)
            }
            (Request::Use(_, Intent::Read(page)), _) => {
                self.turn_page(&callback, &page, language).await;
                Ok(())
            }
            (
                Request::Rules {
                    edition: None,
                    card: None,
                },
                Some(place),
            ) if self.registry.has(place.channel) => {
                self.pass_on(place, wish(ClickOrigin::Command, Intent::Rules))
                    .await
            }
            (Request::Rules { edition, card }, _) => {
                self.explain(&callback, edition, card, language).await
            }
            (Request::Me { reading }, _) => {
                self.settle(&callback, (person.id, told), reading).await
            }
            (_, None) => Err(InteractionError::ServersOnly),
            (Request::Open(opening), Some(place)) => {
                self.open(wish(ClickOrigin::Command, Intent::NewTable), place, opening)
                    .await
            }
            (Request::Use(control, intent), Some(place)) => {
                self.pass_on(place, wish(origin(&callback, control.stamp), intent))
                    .await
            }
            (Request::Ask(intent), Some(place)) => {
                self.pass_on(place, wish(ClickOrigin::Command, intent))
                    .await
            }
        }
    }

    /// What he has chosen, else what Discord says; without a store he is still understood.
    async fn locale(&self, person: &Clicker) -> Locale {
        let reading = self.preferences.language(person.id).await;
        let reading = reading.unwrap_or_else(|error| {
            warn!(%error, "a preference was not read");
            LanguagePreference::default()
        });
        reading.resolve(person.locale)
    }

    /// Keeps what he chooses, if anything, and tells him what holds, in the language that holds.
    async fn settle(
        &self,
        callback: &Callback,
        (user, told): (UserId, Locale),
        chosen: Option<LanguagePreference>,
    ) -> Result<(), InteractionError> {
        let reading = match chosen {
            Some(reading) => {
                let kept = self.preferences.set_language(user, reading).await;
                kept.map(|()| reading)
            }
            None => self.preferences.language(user).await,
        };
        let reading = reading.map_err(|error| {
            warn!(%error, "a preference was not kept");
            InteractionError::Internal
        })?;
        let language = Language::of(reading.resolve(told));
        self.tell(
            callback,
            &screen::notice(Notice::LanguageChosen(reading), language),
        )
        .await;
        Ok(())
    }

    /// Answers an interaction that could not even be read.
    pub async fn apologise(&self, callback: &Callback, language: &Language) {
        self.tell(
            callback,
            &screen::interaction_error(&InteractionError::UnknownButton, language),
        )
        .await;
    }

    async fn explain(
        &self,
        callback: &Callback,
        edition: Option<EditionId>,
        card: Option<String>,
        language: &Language,
    ) -> Result<(), InteractionError> {
        let editions = &self.registry.table_config().editions;
        let topic = match card {
            None => Topic::Guide,
            // Choices are sent by the card's id; what somebody typed and did not choose is a name.
            Some(text) => {
                let card = language.find_card(&text, edition.map(|id| editions.get(id)));
                Topic::Card(card.ok_or(InteractionError::UnknownCard)?)
            }
        };
        let edition = edition.unwrap_or(EditionId::Original);
        self.tell(
            callback,
            &screen::rules(&RulesView { edition, topic }, editions, language),
        )
        .await;
        Ok(())
    }

    fn choices(&self, edition: Option<EditionId>, typed: &str, language: &Language) -> Value {
        let editions = &self.registry.table_config().editions;
        let edition = edition.map(|id| editions.get(id));
        let found = language.search_cards(typed, edition).into_iter();
        let choices: Vec<_> = found
            .take(CHOICES)
            .map(|(title, name)| json!({ "name": name, "value": title.id() }))
            .collect();
        json!({ "type": 8, "data": { "choices": choices } })
    }

    async fn turn_page(&self, callback: &Callback, page: &RulesView, language: &Language) {
        let editions = &self.registry.table_config().editions;
        let screen = screen::rules(page, editions, language);
        if callback.clicked.is_some_and(|clicked| clicked.private) {
            self.send(
                callback,
                &json!({ "type": 7, "data": to_discord::change(&screen) }),
            )
            .await;
        } else {
            self.tell(callback, &screen).await;
        }
    }

    async fn pass_on(&self, place: Place, wish: TableRequest) -> Result<(), InteractionError> {
        may_play(match wish.intent {
            Intent::Start => missing_for_table(place.granted, place.thread),
            Intent::Leave { .. } | Intent::End { .. } | Intent::Rules => None,
            // The table stands still until somebody clicks who finds it allowed to speak.
            _ => missing_to_speak(place.granted, place.thread),
        })?;
        let (callback, by_command) = (wish.callback.clone(), wish.origin == ClickOrigin::Command);
        let language = Language::of(wish.person.locale);
        match self.registry.send(place.channel, wish).await {
            Ok(()) => Ok(()),
            Err(SendError::Unavailable) => Err(InteractionError::Internal),
            Err(SendError::MailboxFull) => Err(InteractionError::RateLimited),
            Err(SendError::NoTable) if by_command => Err(InteractionError::NoGame),
            Err(SendError::NoTable) => {
                self.tell(&callback, &screen::refusal(&Refusal::Closed, language))
                    .await;
                Ok(())
            }
        }
    }

    async fn open(
        &self,
        wish: TableRequest,
        place: Place,
        opening: Opening,
    ) -> Result<(), InteractionError> {
        if opening.thread && !place.thread {
            return self.open_in_thread(wish, place, opening).await;
        }
        may_play(missing_for_table(place.granted, place.thread))?;
        self.open_at(place.channel, wish, place, opening).await
    }

    async fn open_at(
        &self,
        channel: ChannelId,
        wish: TableRequest,
        place: Place,
        opening: Opening,
    ) -> Result<(), InteractionError> {
        let options = options(opening, place.language);
        let opening = OpenRequest {
            request: wish,
            options,
            computers: opening.computers,
        };
        match self.registry.open(place.guild, channel, opening).await {
            Ok(()) => Ok(()),
            Err(OpenError::Occupied { message }) => {
                let (guild, message) = (
                    place.guild,
                    message.map(|id| format!("/{id}")).unwrap_or_default(),
                );
                Err(InteractionError::GameExists {
                    link: format!("https://discord.com/channels/{guild}/{channel}{message}"),
                })
            }
            Err(OpenError::ServerFull) => Err(InteractionError::AtCapacity),
            Err(OpenError::Unavailable) => Err(InteractionError::Internal),
        }
    }

    /// The table's first message is posted in the thread; the command is answered with the way there.
    async fn open_in_thread(
        &self,
        wish: TableRequest,
        place: Place,
        opening: Opening,
    ) -> Result<(), InteractionError> {
        may_play(missing_for_thread(place.granted))?;
        let thread = self
            .make_thread(&wish, place, opening)
            .await
            .ok_or(InteractionError::Internal)?;
        let language = Language::of(wish.person.locale);
        let callback = wish.callback.clone();
        self.open_at(
            thread,
            TableRequest {
                answered: true,
                ..wish
            },
            place,
            opening,
        )
        .await?;
        self.tell(
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

    async fn make_thread(
        &self,
        wish: &TableRequest,
        place: Place,
        opening: Opening,
    ) -> Option<ChannelId> {
        let name =
            Language::of(opening.language.unwrap_or(place.language)).thread_name(&wish.person.name);
        let body = json!({ "name": name, "type": PUBLIC_THREAD, "auto_archive_duration": A_DAY });
        let call = Call::OpenThread {
            channel: place.channel,
        };
        match self
            .rest
            .send(&call, Some(&body), wish.callback.received + THREAD_WITHIN)
            .await
        {
            Ok(thread) => thread["id"]
                .as_str()?
                .parse::<u64>()
                .ok()
                .filter(|&id| id != 0)
                .map(ChannelId::new),
            Err(failure) => {
                warn!(%failure, "a thread was not opened");
                None
            }
        }
    }

    async fn tell(&self, callback: &Callback, screen: &Screen) {
        self.send(callback, &private_answer(screen)).await;
    }

    async fn send(&self, callback: &Callback, body: &Value) {
        match send_answer(&self.rest, callback, body, false).await {
            Ok(_) => {}
            // Delivered twice, or to another process too.
            Err(RequestError::AlreadyAnswered) => debug!("an interaction had its answer already"),
            Err(failure) => warn!(%failure, "an interaction was not answered"),
        }
    }
}

fn may_play(missing: Option<Permission>) -> Result<(), InteractionError> {
    missing.map_or(Ok(()), |permission| {
        Err(InteractionError::MissingPermission(permission))
    })
}

fn options(opening: Opening, language: Locale) -> TableOptions {
    let edition = opening.edition.unwrap_or(EditionId::Original);
    let options = TableOptions::of(edition, opening.language.unwrap_or(language));
    match opening.pace {
        Some(pace) => options.with(Setting::Pace(pace)),
        None => options,
    }
}

fn origin(callback: &Callback, stamp: Stamp) -> ClickOrigin {
    match callback.clicked {
        Some(clicked) if clicked.private => ClickOrigin::Panel(stamp),
        _ => ClickOrigin::Table(stamp),
    }
}
