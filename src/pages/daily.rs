//! `/kittens today`: the Kitten of the day, in private messages in a channel and in direct messages. Every click loads
//! the person's attempts. A move replays the game, and is stored only if the attempt has not changed since: if two
//! devices or processes race, the first move wins, and the other device shows the result. Any process can serve any
//! click. The day is derived from the click's id, which contains the time on Discord's clock, because a secret shown
//! early by a wrong clock could not be taken back. The game and its pages: `table::pages::daily`.

use std::collections::HashMap;

use discord::{Callback, ClickedMessage, acknowledgement};
use fairness::Secret;
use journal::JournalError;
use parking_lot::Mutex;
use serenity::model::id::InteractionId;
use table::game_file::PlayedGame;
use table::ids::{GuildId, Millis, UserId};
use table::intent::{Intent, Meaning, PanelStep};
use table::pages::PageIntent;
use table::pages::daily::{
    self, Attempt, AttemptResult, DailyGame, DailyOutcome, DailyRequest, DailyView, Day, ResultPost,
};
use table::refusal::Refusal;
use table::screen::{InteractionError, Screen, interaction_error};
use table::text::{Language, Locale};
use tracing::warn;

use super::story::unreadable;
use super::{Dispatcher, PageRequest, may_post, require_writer};

type Served<T> = Result<T, InteractionError>;

const OPEN: Meaning = Meaning::Page(PageIntent::Daily(DailyRequest::Open));
const PROOF: Meaning = Meaning::Page(PageIntent::Daily(DailyRequest::Proof));
const POST: Meaning = Meaning::Page(PageIntent::Daily(DailyRequest::Post));

/// A click or command, with the person's stored attempts.
struct DailyClick<'r> {
    request: &'r PageRequest,
    meaning: Meaning,
    now: Millis,
    attempts: Vec<Attempt>,
}

/// When this process last showed each person a screen of a solo game without storing the time.
pub(super) type ShownSteps = Mutex<HashMap<UserId, Millis>>;

impl DailyClick<'_> {
    fn current(&self) -> (Day, Option<&Attempt>) {
        daily::current(self.now, &self.attempts)
    }

    /// Returns true if the click starts the person's game of the day.
    fn begins(&self) -> bool {
        let (day, attempt) = self.current();
        attempt.is_none()
            && self.meaning == Meaning::Table(Intent::Start)
            && self.clicked_day() == Some(day)
    }

    fn clicked_day(&self) -> Option<Day> {
        Day::of_table(self.request.stamp?.table)
    }

    fn attempt_at(&self, day: Option<Day>) -> Option<&Attempt> {
        let mut attempts = self.attempts.iter();
        attempts.find(|attempt| Some(attempt.day) == day)
    }

    fn guild(&self) -> Option<GuildId> {
        self.request
            .context
            .map(|context| GuildId(context.guild.get()))
    }
}

impl Dispatcher {
    pub(super) async fn daily(&self, request: &PageRequest, meaning: Meaning) -> Served<()> {
        let callback = &request.callback;
        let now = created_at(callback.interaction);
        let click = self.read_daily(request, meaning, now).await?;
        let screen = match meaning {
            Meaning::Table(Intent::Rules(_)) => {
                return self.reply_with_rules(request, None, None).await;
            }
            PROOF => return self.show_daily_proof(&click).await,
            POST => return self.post_daily(&click).await,
            _ if click.begins() && !self.daily_deals.is_chosen(click.current().0) => {
                return self.begin_deferred(&click).await;
            }
            _ => self.play_daily(&click).await?,
        };
        match screen {
            Some(screen) => self.answer_daily(callback, &screen).await,
            None => self.send(callback, &acknowledgement()).await,
        }
        Ok(())
    }

    async fn read_daily<'r>(
        &self,
        request: &'r PageRequest,
        meaning: Meaning,
        now: Millis,
    ) -> Served<DailyClick<'r>> {
        let attempts = self.results.attempts_of(request.person.id).await;
        Ok(DailyClick {
            request,
            meaning,
            now,
            attempts: attempts.map_err(internal)?,
        })
    }

    /// Starts the day's game or makes a move in it, if the click asks for that. Returns the screen to show; `None` if a
    /// click that reopens a finished game came too soon.
    async fn play_daily(&self, click: &DailyClick<'_>) -> Served<Option<Screen>> {
        let (day, attempt) = click.current();
        match attempt {
            Some(attempt) if attempt.result.is_none() => {
                self.move_daily(click, attempt).await.map(Some)
            }
            None if click.begins() => self.begin_daily(click, day).await.map(Some),
            Some(attempt) if click.meaning == OPEN && self.is_unseen(click, attempt) => Ok(None),
            Some(_) | None => {
                self.note_shown(click.request.person.id, click.now);
                self.daily_page(click, day).await.map(Some)
            }
        }
    }

    /// Starts the day's game if its deal is not in memory. Defers the answer, because choosing a deal may take long.
    async fn begin_deferred(&self, click: &DailyClick<'_>) -> Served<()> {
        let callback = &click.request.callback;
        self.defer_daily(callback).await;
        let begun = self.begin_daily(click, click.current().0).await;
        let language = click.request.language();
        let screen = begun.unwrap_or_else(|error| interaction_error(&error, language));
        self.complete(callback, &screen).await;
        Ok(())
    }

    async fn begin_daily(&self, click: &DailyClick<'_>, day: Day) -> Served<Screen> {
        let secret = self.day_secret(day).await?;
        let deal = self
            .daily_deals
            .number(day, secret.clone())
            .await
            .map_err(internal)?;
        let attempt = Attempt {
            day,
            deal,
            version: 0,
            moves: DailyGame::begin(day, &secret, deal).moves(),
            shown_at: click.now,
            result: None,
            name: click.request.person.name.clone(),
            post: ResultPost::None,
        };
        self.store_daily(click, attempt).await?;
        let click = self
            .read_daily(click.request, click.meaning, click.now)
            .await?;
        match click.current() {
            (_, Some(_)) => self.show_daily(&click).await,
            // The person started the game and has been erased since.
            (_, None) => Err(InteractionError::DailySpent),
        }
    }

    async fn move_daily(&self, click: &DailyClick<'_>, attempt: &Attempt) -> Served<Screen> {
        let intent = click.meaning.table();
        let is_current = click.request.stamp == Some(attempt.stamp());
        let is_unseen = self.is_unseen(click, attempt);
        let mut game = self.replay_daily(attempt).await?;
        let (step, refusal) = match intent {
            _ if is_current && is_unseen => (PanelStep::Hand, Some(Refusal::TapAgain)),
            Some(Intent::Show(step)) if is_current => (step, None),
            Some(intent) if intent.is_move() && is_current => {
                (PanelStep::Hand, game.play(intent).err())
            }
            // For example, the person tapped twice, and the hand shows the result of the first tap.
            Some(intent) if intent.is_move() && !is_unseen => {
                (PanelStep::Hand, Some(Refusal::MovedOn))
            }
            _ => (PanelStep::Hand, None),
        };
        let after = Attempt {
            moves: game.moves(),
            shown_at: click.now,
            result: game.result(&click.attempts, click.now, click.guild()),
            name: click.request.person.name.clone(),
            ..attempt.clone()
        };
        let goes_on = after.result.is_none();
        let person = &click.request.person;
        let next = if goes_on {
            Some(game.screen(person, step, refusal))
        } else {
            game.death_screen(person)
        };
        let is_stored = if goes_on && after.moves == attempt.moves {
            self.note_shown(click.request.person.id, click.now);
            true
        } else {
            self.store_daily(click, after).await?
        };
        if let Some(next) = next.filter(|_| is_stored) {
            return Ok(next);
        }
        let click = self
            .read_daily(click.request, click.meaning, click.now)
            .await?;
        self.show_daily(&click).await
    }

    /// Stores the next version of an attempt. Returns false if another click was faster, or if the person was erased
    /// after an attempt on that day.
    async fn store_daily(&self, click: &DailyClick<'_>, attempt: Attempt) -> Served<bool> {
        let person = click.request.person.id;
        let mark = attempt
            .day
            .anonymous_attempt_id(&self.day_secret(attempt.day).await?, person);
        let next = Attempt {
            version: attempt.version + 1,
            ..attempt
        };
        let stored = self.results.store_attempt(person, mark, next).await;
        stored.map_err(internal)
    }

    /// Returns the screen of the person's running game, or the page of the day if no game is running.
    async fn show_daily(&self, click: &DailyClick<'_>) -> Served<Screen> {
        match click.current() {
            (_, Some(attempt)) if attempt.result.is_none() => {
                let game = self.replay_daily(attempt).await?;
                Ok(game.screen(&click.request.person, PanelStep::Hand, None))
            }
            (day, _) => self.daily_page(click, day).await,
        }
    }

    async fn daily_page(&self, click: &DailyClick<'_>, day: Day) -> Served<Screen> {
        let reader = &click.request.person;
        let attempt = click.attempt_at(Some(day));
        let finished = attempt.and_then(|attempt| Some((attempt, attempt.result?)));
        let outcome = match finished {
            Some((attempt, result)) => Some(self.daily_outcome(click, attempt, result).await?),
            None => None,
        };
        let board = match click.guild().filter(|_| outcome.is_some()) {
            Some(guild) => self.results.daily_board(guild, day, reader.id).await,
            None => Ok(Vec::new()),
        };
        let before = daily::streak_before(day, &click.attempts).0;
        let request = click.request;
        let may_post = request.elsewhere.is_some_and(|place| place.may_post)
            || request
                .context
                .is_some_and(|context| may_post(context) && require_writer(context).is_ok());
        let secret = self.day_secret(day).await?;
        if outcome.is_none() {
            self.daily_deals.prepare(day, secret.clone());
        }
        let view = DailyView {
            day,
            commitment: shown_commitment(day, &secret),
            streak: outcome
                .as_ref()
                .map_or(before, |outcome| outcome.result.streak),
            outcome,
            board: &board.map_err(internal)?,
            reader: reader.id,
            may_post: may_post && attempt.is_some_and(|attempt| attempt.may_be_posted(click.now)),
            played_day_before: click
                .attempt_at(Some(day.back(1)))
                .is_some_and(|attempt| attempt.result.is_some()),
            tells_day_before: self
                .revealed_secret(day.back(1), click.now)
                .await?
                .is_some(),
        };
        Ok(daily::daily_page(&view, reader.language()))
    }

    /// Returns the outcome of a finished game. The trail is replayed from the stored game, and is empty if the
    /// replay fails.
    async fn daily_outcome(
        &self,
        click: &DailyClick<'_>,
        attempt: &Attempt,
        result: AttemptResult,
    ) -> Served<DailyOutcome> {
        let (person, score) = (click.request.person.id, result.score());
        let compared = match click.guild() {
            Some(guild) => {
                let others = self
                    .results
                    .daily_comparison(guild, attempt.day, person, score);
                daily::better_than(others.await.map_err(internal)?)
            }
            None => None,
        };
        Ok(DailyOutcome {
            result,
            trail: self
                .replay_daily(attempt)
                .await
                .map_or_else(|_| String::new(), |game| game.trail()),
            better_than: compared,
        })
    }

    /// Shows the secret of the clicked day. A person who has finished the game also gets the game as a file.
    async fn show_daily_proof(&self, click: &DailyClick<'_>) -> Served<()> {
        let (person, callback) = (&click.request.person, &click.request.callback);
        let day = click
            .clicked_day()
            .ok_or(InteractionError::DailySecretUnavailable)?;
        let secret = self
            .revealed_secret(day, click.now)
            .await?
            .ok_or(InteractionError::DailySecretUnavailable)?;
        let numbers = (shown_commitment(day, &secret), secret.into());
        let attempt = click.attempt_at(Some(day));
        let Some((attempt, result)) = attempt.and_then(|one| Some((one, one.result?))) else {
            let screen = daily::daily_proof(day, numbers, None, person.language());
            self.answer_daily(callback, &screen).await;
            return Ok(());
        };
        let screen = daily::daily_proof(day, numbers, Some(&result), person.language());
        let game = self.replay_daily(attempt).await?;
        let played = game.into_played(person, result.finished_at);
        let file = played.to_file().map_err(unreadable)?;
        self.answer_with_file(callback, &screen, file, person.language())
            .await;
        Ok(())
    }

    /// Posts the person's result for the clicked day in the channel, once. The post is the answer to the click.
    async fn post_daily(&self, click: &DailyClick<'_>) -> Served<()> {
        let (person, callback) = (&click.request.person, &click.request.callback);
        let locale = self.post_locale(click.request).await?;
        let attempt = click.attempt_at(click.clicked_day());
        let Some((attempt, result)) = attempt.and_then(|one| Some((one, one.result?))) else {
            let screen = self.show_daily(click).await?;
            self.answer_daily(callback, &screen).await;
            return Ok(());
        };
        if self.is_unseen(click, attempt) {
            self.send(callback, &acknowledgement()).await;
            return Ok(());
        }
        let with_post = |post, version| Attempt {
            post,
            version,
            ..attempt.clone()
        };
        let begun = with_post(ResultPost::Begun(click.now), attempt.version);
        if !attempt.may_be_posted(click.now) || !self.store_daily(click, begun).await? {
            return Err(InteractionError::DailyPosted);
        }
        let language = Language::of(locale);
        let outcome = self.daily_outcome(click, attempt, result).await?;
        let post = daily::daily_post(attempt.day, &outcome, &person.name, language);
        let sent = self.post(callback, &post).await;
        let outcome = match sent {
            Ok(()) => ResultPost::Done,
            Err(_) => ResultPost::None,
        };
        // If storing fails, the person may post again later.
        let _ = self
            .store_daily(click, with_post(outcome, attempt.version + 1))
            .await;
        sent
    }

    /// Returns the language of a post, or an error if the result may not be posted where the person clicked.
    async fn post_locale(&self, request: &PageRequest) -> Served<Locale> {
        if let Some(elsewhere) = request.elsewhere {
            let allowed = elsewhere.may_post.then_some(elsewhere.locale);
            return allowed.ok_or(InteractionError::MayNotPost);
        }
        let context = self.require_posting(request)?;
        let settings = self.settings_allowing(context).await?;
        let options = settings.options(self.editions(), context.server_locale);
        Ok(options.language)
    }

    /// Records in memory when a person was shown a screen whose time is not stored.
    pub(super) fn note_shown(&self, person: UserId, now: Millis) {
        let seen_after = self.registry.env().table_config.min_tap_delay;
        let mut shown = self.shown_steps.lock();
        shown.retain(|_, at| now.since(*at) < seen_after);
        shown.insert(person, now);
    }

    /// Returns true if the click is too early for the screen shown at `shown_at`, or for a later screen recorded
    /// with [`Self::note_shown`].
    pub(super) fn is_unseen_by(&self, person: UserId, shown_at: Millis, now: Millis) -> bool {
        let step = self.shown_steps.lock().get(&person).copied();
        let shown_at = shown_at.max(step.unwrap_or_default());
        now.since(shown_at) < self.registry.env().table_config.min_tap_delay
    }

    /// Returns a person's finished game of a day whose secret may be revealed.
    pub(super) async fn daily_story(&self, request: &PageRequest, day: Day) -> Served<PlayedGame> {
        let now = created_at(request.callback.interaction);
        let click = self.read_daily(request, OPEN, now).await?;
        let revealed = self.revealed_secret(day, now).await?;
        let attempt = click.attempt_at(Some(day)).filter(|_| revealed.is_some());
        let finished = attempt.and_then(|attempt| Some((attempt, attempt.result?)));
        let (attempt, result) = finished.ok_or(InteractionError::NoStory)?;
        let game = self.replay_daily(attempt).await?;
        Ok(game.into_played(&request.person, result.finished_at))
    }

    /// Returns true for a tap that comes before the person can have seen the controls, and so was meant for the
    /// previous screen.
    fn is_unseen(&self, click: &DailyClick<'_>, attempt: &Attempt) -> bool {
        let chooses = match click.meaning {
            Meaning::Table(Intent::Show(PanelStep::Naming { .. })) | POST => true,
            OPEN => click.request.stamp.is_some(),
            Meaning::Table(intent) => intent.is_move(),
            Meaning::Page(_) => false,
        };
        chooses && self.is_unseen_by(click.request.person.id, attempt.shown_at, click.now)
    }

    /// Changes the clicked message if only the person sees it; otherwise answers with a new private message.
    pub(super) async fn answer_daily(&self, callback: &Callback, screen: &Screen) {
        if is_own_message(callback) {
            self.change(callback, screen).await
        } else {
            self.reply(callback, screen).await
        }
    }

    /// Defers the answer that [`Self::answer_daily`] would send. [`Dispatcher::complete`] must then send it.
    pub(super) async fn defer_daily(&self, callback: &Callback) {
        if is_own_message(callback) {
            self.send(callback, &acknowledgement()).await;
        } else {
            self.defer(callback).await;
        }
    }

    async fn replay_daily(&self, attempt: &Attempt) -> Served<DailyGame> {
        let secret = self.day_secret(attempt.day).await?;
        let game = DailyGame::replay(attempt.day, &secret, attempt.deal, &attempt.moves);
        game.map_err(|error| {
            warn!(%error, day = attempt.day.0, "could not continue a daily game");
            InteractionError::Internal
        })
    }

    /// Returns the secret of a day, and draws it on first use.
    async fn day_secret(&self, day: Day) -> Served<Secret> {
        let fresh = Secret::new(rand::random());
        let secret = self.results.daily_secret(day, Some(fresh)).await;
        secret.map_err(internal)?.ok_or(InteractionError::Internal)
    }

    /// Returns the secret of a day once all its games are over. Returns `None` while games may still be running, or if
    /// no secret was drawn for the day, or if the stored secret is unreadable.
    async fn revealed_secret(&self, day: Day, now: Millis) -> Served<Option<Secret>> {
        if now < day.closes() {
            return Ok(None);
        }
        match self.results.daily_secret(day, None).await {
            Err(JournalError::Unreadable(_)) => Ok(None),
            secret => secret.map_err(internal),
        }
    }
}

/// Returns when Discord created an interaction, according to its id.
pub(super) fn created_at(interaction: InteractionId) -> Millis {
    const DISCORD_EPOCH: Millis = Millis(1_420_070_400_000);
    DISCORD_EPOCH.after(Millis(interaction.get() >> 22))
}

/// Returns true for a click on a message that only the person sees.
fn is_own_message(callback: &Callback) -> bool {
    let is_own = |clicked: ClickedMessage| clicked.private || clicked.direct;
    callback.clicked.is_some_and(is_own)
}

fn shown_commitment(day: Day, secret: &Secret) -> String {
    secret.commitment(day.game_id()).to_string()
}

fn internal(error: JournalError) -> InteractionError {
    warn!(%error, "could not read or store a daily game");
    InteractionError::Internal
}
