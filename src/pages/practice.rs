//! `/kittens practice`: a solo game against computers, played in private messages or in direct messages. Every click
//! loads the person's practice. A move is stored only if no newer version has been stored since: if two devices race,
//! the first move wins, and the other device shows the result. `table::pages::practice` has the game and its pages.

use std::time::Duration;

use discord::acknowledgement;
use journal::{JournalError, StoredPractice};
use table::ids::Millis;
use table::intent::{Intent, PanelStep};
use table::pages::practice::{
    Practice, PracticeGame, PracticeRequest, PracticeSetup, PracticeView, practice_page,
};
use table::refusal::Refusal;
use table::screen::{InteractionError, Screen};
use tokio::time::Instant;
use tracing::warn;

use super::daily::created_at;
use super::{Dispatcher, PageRequest};

/// How long computers may think about their moves after a click. After that, they make quick choices.
const THINKING_TIME: Duration = Duration::from_secs(8);

type Served<T> = Result<T, InteractionError>;

/// A click or command, with the person's practice.
struct PracticeClick<'r> {
    request: &'r PageRequest,
    now: Millis,
    stored: StoredPractice,
}

impl PracticeClick<'_> {
    fn practice(&self) -> Option<&Practice> {
        self.stored.practice.as_ref()
    }

    /// Returns true if the clicked control belongs to the current state of the person's practice. Without a practice,
    /// returns true if the control belongs to none.
    fn is_current(&self) -> bool {
        let stamp = self
            .request
            .stamp
            .filter(|stamp| Practice::is_table(stamp.table));
        stamp == self.practice().map(Practice::stamp)
    }
}

impl Dispatcher {
    /// Serves the command, or a control of the practice pages.
    pub(super) async fn practice(
        &self,
        request: &PageRequest,
        asked: PracticeRequest,
    ) -> Served<()> {
        let click = self.read_practice(request).await?;
        let screen = match asked {
            PracticeRequest::Open(setup) => self.practice_page(&click, setup),
            PracticeRequest::Continue => match click.practice() {
                Some(practice) if self.is_unseen_practice(&click, practice) => {
                    return self.acknowledge(request).await;
                }
                _ => self.show_practice(&click)?,
            },
            PracticeRequest::Deal(_) | PracticeRequest::Learn if !click.is_current() => {
                self.show_practice(&click)?
            }
            PracticeRequest::Deal(setup) => {
                let secret = self
                    .registry
                    .env()
                    .rng_source
                    .secret()
                    .map_err(|_| InteractionError::Internal)?;
                let dealt = Practice::deal(setup, self.editions(), secret, click.practice());
                match dealt {
                    Some(dealt) => return self.play_on(&click, dealt, None).await,
                    None => self.practice_page(&click, setup),
                }
            }
            PracticeRequest::Learn => {
                let dealt = Practice::learn(click.practice());
                return self.play_on(&click, dealt, None).await;
            }
        };
        self.note_shown(request.person.id, click.now);
        self.answer_daily(&request.callback, &screen).await;
        Ok(())
    }

    /// Serves a control of a practice game.
    pub(super) async fn practice_click(&self, request: &PageRequest, intent: Intent) -> Served<()> {
        let click = self.read_practice(request).await?;
        let practice = click.practice();
        if matches!(intent, Intent::Rules(_)) {
            let edition = practice.map(|practice| practice.setup().edition);
            return self.reply_with_rules(request, edition, None).await;
        }
        let Some(practice) = practice.filter(|practice| !practice.is_over) else {
            let screen = self.show_practice(&click)?;
            self.answer_daily(&request.callback, &screen).await;
            return Ok(());
        };
        let is_choice =
            intent.is_move() || matches!(intent, Intent::Show(PanelStep::Naming { .. }));
        let is_unseen = is_choice && self.is_unseen_practice(&click, practice);
        let step = match intent {
            _ if is_unseen => (PanelStep::Hand, Some(Refusal::TapAgain)),
            Intent::Show(step) if click.is_current() => (step, None),
            _ if intent.is_move() && click.is_current() => {
                let (moved, refusal) = practice.play(intent).map_err(|_| broken(practice))?;
                return self.play_on(&click, moved, refusal).await;
            }
            _ if intent.is_move() => (PanelStep::Hand, Some(Refusal::MovedOn)),
            _ => (PanelStep::Hand, None),
        };
        let screen = practice.game_screen(&request.person, step);
        self.note_shown(request.person.id, click.now);
        let screen = screen.map_err(|_| broken(practice))?;
        self.answer_daily(&request.callback, &screen).await;
        Ok(())
    }

    async fn read_practice<'r>(&self, request: &'r PageRequest) -> Served<PracticeClick<'r>> {
        let stored = self.results.practice_of(request.person.id).await;
        Ok(PracticeClick {
            request,
            now: created_at(request.callback.interaction),
            stored: stored.map_err(internal)?,
        })
    }

    /// Lets the computers act, stores the practice unless the move was refused, and answers with its screen. If the
    /// computers take long to think, the answer is deferred first.
    async fn play_on(
        &self,
        click: &PracticeClick<'_>,
        mut game: PracticeGame,
        refusal: Option<Refusal>,
    ) -> Served<()> {
        let (request, callback) = (click.request, &click.request.callback);
        let is_answered = game.practice().thinks_long() && refusal.is_none();
        if is_answered {
            self.defer_daily(callback).await;
            let pool = &self.registry.env().search_pool;
            let deadline = Instant::now() + THINKING_TIME;
            let thought = pool.run_steps(game, deadline, PracticeGame::advance).await;
            game = thought.ok_or(InteractionError::Internal)?;
        }
        let after = game.finish(click.now);
        let screen = match refusal {
            Some(_) => after
                .game_screen(&request.person, (PanelStep::Hand, refusal))
                .map_err(|_| broken(&after))?,
            None => self.store_practice(click, after).await?,
        };
        if is_answered {
            self.complete(callback, &screen).await;
        } else {
            self.answer_daily(callback, &screen).await;
        }
        Ok(())
    }

    /// Stores the next version of the practice. Returns its screen, or the current screen if another click was faster.
    async fn store_practice(&self, click: &PracticeClick<'_>, after: Practice) -> Served<Screen> {
        let person = &click.request.person;
        let (before, next) = (click.stored.version, after.clone());
        let stored = self.results.store_practice(person.id, before, next).await;
        if !stored.map_err(internal)? {
            let click = self.read_practice(click.request).await?;
            return self.show_practice(&click);
        }
        let death = after.death_screen(person).map_err(|_| broken(&after))?;
        match death {
            Some(death) if after.is_over => Ok(death),
            _ => self.screen_of(click, &after),
        }
    }

    /// Returns the screen of the person's practice, or the practice page if there is none.
    fn show_practice(&self, click: &PracticeClick<'_>) -> Served<Screen> {
        match click.practice() {
            Some(practice) => self.screen_of(click, practice),
            None => Ok(self.practice_page(click, PracticeSetup::default())),
        }
    }

    fn screen_of(&self, click: &PracticeClick<'_>, practice: &Practice) -> Served<Screen> {
        let person = &click.request.person;
        let screen = if practice.is_over {
            practice.result_screen(person)
        } else {
            practice.game_screen(person, (PanelStep::Hand, None))
        };
        screen.map_err(|_| broken(practice))
    }

    fn practice_page(&self, click: &PracticeClick<'_>, setup: PracticeSetup) -> Screen {
        let view = PracticeView {
            setup: setup.allowed_in(self.editions()),
            practice: click.practice(),
            editions: self.editions(),
        };
        practice_page(&view, click.request.language())
    }

    /// Returns true if the person cannot yet have seen the screen that they clicked, and so meant the previous screen.
    fn is_unseen_practice(&self, click: &PracticeClick<'_>, practice: &Practice) -> bool {
        let person = click.request.person.id;
        click.request.stamp.is_some() && self.is_unseen_by(person, practice.shown_at, click.now)
    }

    async fn acknowledge(&self, request: &PageRequest) -> Served<()> {
        self.send(&request.callback, &acknowledgement()).await;
        Ok(())
    }
}

fn internal(error: JournalError) -> InteractionError {
    warn!(%error, "could not read or store a practice");
    InteractionError::Internal
}

fn broken(practice: &Practice) -> InteractionError {
    warn!(?practice, "could not continue a practice");
    InteractionError::Internal
}
