//! `/kittens today`: the Kitten of the day, in private messages of a channel and in direct messages. Every click reads
//! the person's try, plays it again, and stores it only on top of the moves that it has read: of two devices or
//! processes one is first, and the other shows what came of it. Any process serves any click, with no request to
//! Discord but its answer. The game and its pages: `table::daily`, `table::screen`.

use fairness::Secret;
use journal::JournalError;
use outbox::{Callback, ClickedMessage, acknowledgement, public_answer};
use table::daily::{self, Attempt, DailyGame, DailyRequest, Day, MovesError};
use table::ids::{GuildId, Millis};
use table::intent::{Intent, PanelStep};
use table::refusal::Refusal;
use table::screen::{self, DailyView, InteractionError, Screen};
use table::text::Language;
use tracing::warn;

use super::story::unreadable;
use super::{Dispatcher, may_post, require};
use crate::discord::from_discord::ChannelContext;
use crate::discord::permissions::missing_to_post;
use crate::table_message::TableRequest;

impl Dispatcher {
    pub(super) async fn serve_daily(
        &self,
        request: TableRequest,
        context: Option<ChannelContext>,
        now: Millis,
    ) -> Result<(), InteractionError> {
        match request.intent {
            Intent::Rules => {
                let format = request.person.format();
                self.reply_with_rules(&request.callback, None, None, format)
                    .await
            }
            Intent::Daily(DailyRequest::Proof) => self.show_daily_proof(&request, now).await,
            Intent::Daily(DailyRequest::Post) => self.post_daily(&request, context, now).await,
            _ => self.play_daily(&request, context, now).await,
        }
    }

    /// Begins the day's game or makes a move in it, as far as the click asks for it, and shows how things stand.
    async fn play_daily(
        &self,
        request: &TableRequest,
        context: Option<ChannelContext>,
        now: Millis,
    ) -> Result<(), InteractionError> {
        let attempts = self.attempts(request).await?;
        let (day, attempt) = daily::current(now, &attempts);
        let stamp = request.origin.stamp();
        let is_current =
            |attempt: &Attempt| attempt.result.is_none() && stamp == Some(attempt.stamp());
        let is_unseen = |attempt: &Attempt| self.is_unseen(request.intent, attempt, now);
        if attempt.is_some_and(|attempt| is_current(attempt) && is_unseen(attempt)) {
            self.send(&request.callback, &acknowledgement()).await;
            return Ok(());
        }
        match attempt {
            Some(attempt) if attempt.result.is_none() => {
                let screen = self
                    .move_daily(request, context, now, attempt, &attempts)
                    .await?;
                if let Some(screen) = screen {
                    self.answer_daily(&request.callback, &screen).await;
                    return Ok(());
                }
            }
            None if request.intent == Intent::Start
                && stamp.is_some_and(|stamp| stamp.table == day.table()) =>
            {
                self.begin_daily(request, day, now).await?;
            }
            Some(_) | None => {}
        }
        self.show_daily(request, context, now).await
    }

    async fn begin_daily(
        &self,
        request: &TableRequest,
        day: Day,
        now: Millis,
    ) -> Result<(), InteractionError> {
        let person = request.person.id;
        let secret = self.day_secret(day).await?;
        let attempt = Attempt {
            day,
            moves: DailyGame::begin(day, &secret).moves(),
            shown_at: now,
            result: None,
            is_posted: false,
        };
        let mark = day.mark(&secret, person);
        let begun = self.results.begin_attempt(person, mark, attempt).await;
        // Another device may have begun it at the same time; otherwise the person was forgotten since.
        let has_begun = begun.map_err(internal)?
            || daily::current(now, &self.attempts(request).await?)
                .1
                .is_some();
        match has_begun {
            true => Ok(()),
            false => Err(InteractionError::DailySpent),
        }
    }

    /// Makes the move that a click asks for and stores it. Returns the screen of the game; none if it has ended, or if
    /// another click was first.
    async fn move_daily(
        &self,
        request: &TableRequest,
        context: Option<ChannelContext>,
        now: Millis,
        attempt: &Attempt,
        earlier: &[Attempt],
    ) -> Result<Option<Screen>, InteractionError> {
        let mut game = self.replay_daily(attempt).await?;
        let is_current = request.origin.stamp() == Some(attempt.stamp());
        let (step, refusal) = match request.intent {
            Intent::Show(step) if is_current => (step, None),
            intent if intent.is_move() && is_current => (PanelStep::Hand, game.play(intent).err()),
            // A second tap, or a second delivery of the click, is shown what came of the first.
            intent if intent.is_move() && !self.is_unseen(intent, attempt, now) => {
                (PanelStep::Hand, Some(Refusal::MovedOn))
            }
            _ => (PanelStep::Hand, None),
        };
        let after = Attempt {
            moves: game.moves(),
            shown_at: now,
            result: game.result(earlier, now, context.map(guild)),
            ..attempt.clone()
        };
        let goes_on = after.result.is_none();
        let stored = self
            .results
            .advance_attempt(request.person.id, attempt.steps(), after);
        let is_first = stored.await.map_err(internal)?;
        Ok((goes_on && is_first).then(|| game.screen(&request.person, step, refusal)))
    }
    /// Shows the game that has begun, or else the page of the day.
    async fn show_daily(
        &self,
        request: &TableRequest,
        context: Option<ChannelContext>,
        now: Millis,
    ) -> Result<(), InteractionError> {
        let attempts = self.attempts(request).await?;
        let (day, attempt) = daily::current(now, &attempts);
        let screen = match attempt {
            Some(attempt) if attempt.result.is_none() => {
                let game = self.replay_daily(attempt).await?;
                game.screen(&request.person, PanelStep::Hand, None)
            }
            _ => {
                self.daily_page(request, context, now, day, &attempts)
                    .await?
            }
        };
        self.answer_daily(&request.callback, &screen).await;
        Ok(())
    }

    async fn daily_page(
        &self,
        request: &TableRequest,
        context: Option<ChannelContext>,
        now: Millis,
        day: Day,
        attempts: &[Attempt],
    ) -> Result<Screen, InteractionError> {
        let reader = request.person.id;
        let attempt = attempts.iter().find(|attempt| attempt.day == day);
        let result = attempt.and_then(|attempt| attempt.result);
        let board = match (context, result) {
            (Some(context), Some(_)) => {
                let board = self.results.daily_board(guild(context), day, reader);
                board.await.map_err(internal)?
            }
            _ => Vec::new(),
        };
        let view = DailyView {
            day,
            commitment: shown_commitment(day, &self.day_secret(day).await?),
            streak: result.map_or_else(
                || daily::streak_before(day, attempts).0,
                |result| result.streak,
            ),
            result,
            board: &board,
            reader,
            may_post: context.is_some_and(may_post)
                && attempt.is_some_and(|attempt| !attempt.is_posted),
            tells_day_before: self.told_secret(day.back(1), now).await?.is_some(),
        };
        Ok(screen::daily_page(&view, request.person.language()))
    }

    /// Shows the secret of the day that the clicked control names. Whoever has played to the end gets their game as a
    /// file.
    async fn show_daily_proof(
        &self,
        request: &TableRequest,
        now: Millis,
    ) -> Result<(), InteractionError> {
        let untold = InteractionError::DailyUntold;
        let Some(day) = clicked_day(request) else {
            return Err(untold);
        };
        let secret = self.told_secret(day, now).await?.ok_or(untold)?;
        let attempts = self.attempts(request).await?;
        let attempt = attempts.iter().find(|attempt| attempt.day == day);
        let finished = attempt.and_then(|attempt| Some((attempt, attempt.result?)));
        let result = finished.as_ref().map(|(_, result)| result);
        let numbers = (shown_commitment(day, &secret), secret.into());
        let screen = screen::daily_proof(day, numbers, result, request.person.language());
        let Some((attempt, result)) = &finished else {
            self.answer_daily(&request.callback, &screen).await;
            return Ok(());
        };
        let game = self.replay_daily(attempt).await?;
        let played = game.into_played(&request.person, result.finished_at);
        let file = played.to_file().map_err(unreadable)?;
        self.answer_with_file(&request.callback, &screen, file)
            .await;
        Ok(())
    }

    /// Posts the person's result in the channel of the click, once. The answer is the post.
    async fn post_daily(
        &self,
        request: &TableRequest,
        context: Option<ChannelContext>,
        now: Millis,
    ) -> Result<(), InteractionError> {
        let context = context.ok_or(InteractionError::ServersOnly)?;
        require(missing_to_post(context.bot_permissions, context.is_thread))?;
        let settings = self.settings_allowing(context).await?;
        let options = settings.options(self.editions(), context.server_locale);
        let attempts = self.attempts(request).await?;
        let day = clicked_day(request);
        let attempt = attempts.iter().find(|attempt| Some(attempt.day) == day);
        let Some((attempt, result)) = attempt.and_then(|one| Some((one, one.result?))) else {
            return self.show_daily(request, Some(context), now).await;
        };
        if self.is_unseen(request.intent, attempt, now) {
            self.send(&request.callback, &acknowledgement()).await;
            return Ok(());
        }
        let posts = self.results.post_attempt(request.person.id, attempt.day);
        if !posts.await.map_err(internal)? {
            return Err(InteractionError::DailyPosted);
        }
        let language = Language::of(options.language);
        let post = screen::daily_post(attempt.day, &result, &request.person.name, language);
        self.send(&request.callback, &public_answer(&post)).await;
        Ok(())
    }

    /// Returns true for a tap that comes sooner than the person can have seen what they would choose by it: it was
    /// meant for what was there before.
    fn is_unseen(&self, intent: Intent, attempt: &Attempt, now: Millis) -> bool {
        let chooses = intent.is_move()
            || matches!(
                intent,
                Intent::Show(PanelStep::Naming { .. }) | Intent::Daily(DailyRequest::Post)
            );
        chooses && now.since(attempt.shown_at) < self.registry.table_config().step_seen_after
    }

    /// Answers with a private screen: in the message that was clicked, which is private or a direct one unless its id
    /// was made up.
    async fn answer_daily(&self, callback: &Callback, screen: &Screen) {
        let is_own = |clicked: ClickedMessage| clicked.private || clicked.direct;
        match callback.clicked.is_some_and(is_own) {
            true => self.change(callback, screen).await,
            false => self.reply(callback, screen).await,
        }
    }

    async fn replay_daily(&self, attempt: &Attempt) -> Result<DailyGame, InteractionError> {
        let secret = self.day_secret(attempt.day).await?;
        let game = DailyGame::replay(attempt.day, &secret, &attempt.moves);
        game.map_err(|error: MovesError| {
            warn!(%error, day = attempt.day.0, "could not go on with a daily game");
            InteractionError::Internal
        })
    }

    async fn attempts(&self, request: &TableRequest) -> Result<Vec<Attempt>, InteractionError> {
        let attempts = self.results.attempts_of(request.person.id).await;
        attempts.map_err(internal)
    }

    /// Returns the secret of a day. If it is the first time that anybody asks for it, draws it.
    async fn day_secret(&self, day: Day) -> Result<Secret, InteractionError> {
        let fresh = Secret::new(rand::random());
        let secret = self.results.daily_secret(day, Some(fresh)).await;
        secret.map_err(internal)?.ok_or(InteractionError::Internal)
    }

    /// Returns the secret of a day whose games are all over; none before, and none of a day that nobody opened.
    async fn told_secret(&self, day: Day, now: Millis) -> Result<Option<Secret>, InteractionError> {
        match now < day.closes() {
            true => Ok(None),
            false => self.results.daily_secret(day, None).await.map_err(internal),
        }
    }
}

fn clicked_day(request: &TableRequest) -> Option<Day> {
    Day::of_table(request.origin.stamp()?.table)
}

fn shown_commitment(day: Day, secret: &Secret) -> String {
    secret.commitment(day.game_id()).to_string()
}

fn guild(context: ChannelContext) -> GuildId {
    GuildId(context.guild.get())
}

fn internal(error: JournalError) -> InteractionError {
    warn!(%error, "could not read or store a daily game");
    InteractionError::Internal
}
