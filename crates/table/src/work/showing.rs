//! From what the table is now to what people are to see: the answer to the click, the table's
//! message, and the panels that have changed under somebody's eyes. As few calls as will do.

use rules::{Chance, Game, Hand, Phase, Seat};

use super::{Post, Reply, Work};
use crate::effect::{Answer, Effect, Show, Step as Done};
use crate::ids::{Moment, UserId};
use crate::input::{Click, Origin};
use crate::intent::Step;
use crate::playing::Playing;
use crate::record::Record;
use crate::refusal::Refusal;
use crate::screen::{self, ClosedTableView, Notice, Screen};
use crate::seats::Place;
use crate::show;
use crate::state::{Stage, State};
use crate::table::Table;
use crate::text::{Language, Locale};

/// What people had before their eyes before the work began.
pub(super) struct Before {
    over: bool,
    panels: Vec<Glance>,
}

/// What of a person's panel is worth a call when it changes.
#[derive(PartialEq, Eq)]
struct Glance {
    user: UserId,
    hand: Hand,
    /// The step at which something can be done, if he can do anything.
    task: Option<Moment>,
    news: Option<Moment>,
}

impl Before {
    pub(super) fn of(table: &Table) -> Self {
        let state = &table.state;
        Self {
            over: matches!(state.stage, Stage::Over(_)),
            panels: state
                .playing()
                .map(|playing| glances(state, playing))
                .unwrap_or_default(),
        }
    }
}

fn glances(state: &State, playing: &Playing) -> Vec<Glance> {
    let glance = |(seat, place): (Seat, &Place)| {
        Some(Glance {
            user: place.user()?,
            hand: *playing.game.hand(seat),
            task: may_act(&playing.game, seat).then_some(state.moment),
            news: playing.newest(seat),
        })
    };
    state.seats.places().filter_map(glance).collect()
}

/// Whether a seat has something to do, as far as all can see.
fn may_act(game: &Game, seat: Seat) -> bool {
    match game.phase() {
        Phase::Window(_) => game.living().contains(seat),
        _ => game.awaited().contains(seat),
    }
}

impl<C: Chance> Work<'_, C> {
    /// Seals the entry and makes the effects.
    pub(crate) fn finish(mut self, click: Option<(&Click, Reply)>) -> Done {
        let closing = self.closing();
        let mut way = self.way(closing.as_ref());
        let entry = self.entry(click.as_ref().map(|(click, _)| click.interaction));
        let mut effects = Vec::new();
        let mut paneled = None;
        if let Some((click, reply)) = click {
            let person = &click.person;
            self.table.presence.reads(person.id, person.locale);
            let answer = self.answer_to(click, reply, &mut way, closing.as_ref());
            paneled = matches!(answer, Answer::Panel(_)).then_some(click.person.id);
            effects.push(Effect::Answer {
                reply: click.reply,
                answer,
            });
        }
        if let Some(how) = way {
            if how != Show::Edit {
                self.table.presence.table_shown(self.now);
            }
            effects.push(Effect::ShowTable {
                screen: self.table.public(closing.as_ref()),
                how,
            });
        }
        self.refresh(paneled, closing.as_ref(), &mut effects);
        self.ponder(&mut effects);
        if self.closes(entry.is_some()) {
            effects.push(Effect::Close);
        }
        Done { entry, effects }
    }

    /// Whether this very work has closed the table.
    fn closes(&self, changed: bool) -> bool {
        changed && self.table.is_closed()
    }

    /// How the table's message is to be brought up to date, if at all.
    fn way(&self, closing: Option<&ClosedTableView>) -> Option<Show> {
        if self.table.is_closed() {
            return closing.filter(|_| !self.before.over).map(|_| Show::Edit);
        }
        let on_turn = self.table.state.on_turn;
        let called = self.called.filter(|_| self.called == on_turn);
        match self.post {
            Post::Next => Some(Show::Next { ping: called }),
            Post::Anew => Some(Show::Anew { ping: called }),
            Post::Nothing if called.is_some() => Some(Show::Anew { ping: called }),
            Post::Nothing => self
                .records
                .iter()
                .any(|record| self.is_public(record))
                .then_some(Show::Edit),
        }
    }

    fn is_public(&self, record: &Record) -> bool {
        match record {
            Record::Learnt { .. } | Record::Silenced => false,
            // A finished game's message tells no time.
            Record::Prolonged { .. } => !self.table.is_over(),
            Record::Touched => self.table.state.stage == Stage::Lobby,
            _ => true,
        }
    }

    fn answer_to(
        &mut self,
        click: &Click,
        reply: Reply,
        way: &mut Option<Show>,
        closing: Option<&ClosedTableView>,
    ) -> Answer {
        let language = Language::of(click.person.locale);
        match reply {
            Reply::Follow(notice) => self.follow(click, notice, way, closing),
            Reply::Panel(step) => self.panel_answer(click, step, None),
            Reply::Options => self.options_answer(click),
            Reply::Opened => {
                *way = None;
                Answer::Public(self.table.public(closing))
            }
            Reply::Public => {
                *way = None;
                self.table.presence.table_shown(self.now);
                Answer::Public(self.table.public(closing))
            }
            Reply::Note(notice) => beside(click.origin, screen::notice(notice, language)),
            Reply::Ask(question) => Answer::Note(screen::question(
                question,
                self.table.state.stamp(),
                language,
            )),
            Reply::Rules(page) => Answer::Note(screen::rules(&page, language)),
            Reply::Refuse(refusal) => self.refuse(click, refusal),
        }
    }

    /// What was clicked, as it is now.
    fn follow(
        &mut self,
        click: &Click,
        notice: Notice,
        way: &mut Option<Show>,
        closing: Option<&ClosedTableView>,
    ) -> Answer {
        match click.origin {
            Origin::Table(_) => match way {
                Some(Show::Anew { .. } | Show::Next { .. }) => Answer::Done,
                Some(Show::Edit) | None => {
                    *way = None;
                    Answer::Table(self.table.public(closing))
                }
            },
            Origin::Panel(_) => self.panel_after(click, notice),
            Origin::Command => {
                Answer::Note(screen::notice(notice, Language::of(click.person.locale)))
            }
        }
    }

    fn panel_after(&mut self, click: &Click, notice: Notice) -> Answer {
        let language = Language::of(click.person.locale);
        match &self.table.state.stage {
            Stage::Playing(_) => self.panel_answer(click, Step::Hand, None),
            Stage::Over(_) => Answer::Panel(self.ended(language)),
            Stage::Lobby | Stage::Closed => Answer::Panel(screen::notice(notice, language)),
        }
    }

    /// His own panel; a sentence for one who has no seat.
    fn panel_answer(&mut self, click: &Click, step: Step, refusal: Option<Refusal>) -> Answer {
        let user = click.person.id;
        let state = &self.table.state;
        let Some((playing, seat)) = state.playing().zip(state.seats.of(user)) else {
            let language = Language::of(click.person.locale);
            let refusal = refusal.unwrap_or(Refusal::NotSeated);
            return beside(click.origin, screen::refusal(&refusal, language));
        };
        let view = show::panel(state, playing, seat, step, refusal);
        let panel = screen::panel(&view, Language::of(click.person.locale));
        self.remember(user, click.person.locale);
        Answer::Panel(panel)
    }

    fn options_answer(&mut self, click: &Click) -> Answer {
        let view = show::options(&self.table.state);
        self.remember(click.person.id, click.person.locale);
        Answer::Panel(screen::options(&view, Language::of(click.person.locale)))
    }

    fn remember(&mut self, user: UserId, locale: Locale) {
        let moment = self.table.state.moment;
        self.table
            .presence
            .panel_shown(user, self.now, locale, moment);
    }

    /// A sentence by the side; with a fresh panel where an old one was clicked.
    fn refuse(&mut self, click: &Click, refusal: Refusal) -> Answer {
        let state = &self.table.state;
        let seated = state.playing().is_some() && state.seats.of(click.person.id).is_some();
        let on_panel = matches!(click.origin, Origin::Panel(_));
        if seated && (on_panel || refusal == Refusal::MovedOn) {
            return self.panel_answer(click, Step::Hand, Some(refusal));
        }
        let sentence = screen::refusal(&refusal, Language::of(click.person.locale));
        beside(click.origin, sentence)
    }

    /// The panels that changed under their owners' eyes.
    fn refresh(
        &self,
        answered: Option<UserId>,
        closing: Option<&ClosedTableView>,
        effects: &mut Vec<Effect>,
    ) {
        let state = &self.table.state;
        let Some(playing) = state.playing() else {
            // Where a channel is gone, so are its panels.
            if closing.is_some() || !self.table.is_closed() {
                self.clear_away(answered, effects);
            }
            return;
        };
        for now in glances(state, playing) {
            let same = self.before.panels.contains(&now);
            let reachable = self.table.presence.reachable(now.user, self.now);
            let Some(locale) = reachable.filter(|_| !same && answered != Some(now.user)) else {
                continue;
            };
            let Some(seat) = state.seats.of(now.user) else {
                continue;
            };
            if state.seats.at(seat).is_some_and(Place::left) {
                continue;
            }
            let view = show::panel(state, playing, seat, Step::Hand, None);
            let screen = screen::panel(&view, Language::of(locale));
            effects.push(Effect::RefreshPanel {
                user: now.user,
                screen,
            });
        }
    }
}

impl<C: Chance> Work<'_, C> {
    /// The panels of a game that has just ended: none goes on saying whose turn it is.
    fn clear_away(&self, answered: Option<UserId>, effects: &mut Vec<Effect>) {
        let users = self.before.panels.iter().map(|glance| glance.user);
        for user in users.filter(|user| answered != Some(*user)) {
            if let Some(locale) = self.table.presence.reachable(user, self.now) {
                let screen = self.ended(Language::of(locale));
                effects.push(Effect::RefreshPanel { user, screen });
            }
        }
    }

    fn ended(&self, language: &Language) -> Screen {
        let state = &self.table.state;
        match &state.stage {
            Stage::Over(over) => screen::game_over(&show::over(state, over), language),
            Stage::Lobby | Stage::Playing(_) | Stage::Closed => {
                screen::refusal(&Refusal::Closed, language)
            }
        }
    }
}

/// In place of the private message that was clicked, else by the side.
fn beside(origin: Origin, screen: Screen) -> Answer {
    match origin {
        Origin::Panel(_) => Answer::Panel(screen),
        Origin::Table(_) | Origin::Command => Answer::Note(screen),
    }
}
