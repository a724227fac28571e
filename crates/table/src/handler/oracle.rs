//! Dead players and watchers predict who will explode next. The answers are private, and other players see no change
//! until the end of the game, when the best oracle is named.

use rules::{Illegal, Randomness, Seat};

use super::{InputHandler, Reply, person_record};
use crate::input::{Click, ClickOrigin};
use crate::intent::PanelStep;
use crate::record::Record;
use crate::refusal::Refusal;
use crate::screen::{self, Screen};
use crate::views;

impl<C: Randomness> InputHandler<'_, C> {
    /// Returns true for a person without a seat in the running game, unless they clicked a direct message.
    pub(super) fn is_watcher(&self, click: &Click) -> bool {
        let has_seat = self.table.state.seats.seat_of(click.person.id).is_some();
        let is_direct = matches!(click.origin, ClickOrigin::Direct { .. });
        self.table.is_playing() && !has_seat && !is_direct
    }

    /// Records a prediction. If the person's previous prediction is final or the same, only shows the menu again.
    pub(super) fn predict(&mut self, click: &Click, on: Option<Seat>) -> Result<Reply, Refusal> {
        let user = click.person.id;
        let reply = if self.is_watcher(click) {
            Reply::Watch
        } else {
            self.seat_in_game(click)?;
            Reply::Panel(PanelStep::Hand)
        };
        let state = &self.table.state;
        let running = state.running_game().ok_or(Refusal::GameOver)?;
        let living = running.game.living();
        let is_playing = state
            .seats
            .seat_of(user)
            .is_some_and(|seat| living.contains(seat));
        if is_playing || !self.is_of_this_game(click.origin) {
            return Err(Refusal::MovedOn);
        }
        if on.is_some_and(|on| !living.contains(on)) {
            return Err(Refusal::Rules(Illegal::TargetDead));
        }
        let known = state.oracles.prediction(user);
        if known.is_some_and(|known| known.stands || known.on == on) {
            return Ok(reply);
        }
        if !state.oracles.may_predict(user) {
            return Err(Refusal::TooOften);
        }
        let person = person_record(&click.person);
        self.record(Record::Predicted { person, on });
        Ok(reply)
    }

    /// Renders the private message of a person who only watches. It is never refreshed.
    pub(super) fn watcher_screen(&self, click: &Click) -> Screen {
        let language = click.person.language();
        match views::watcher(self.table, click.person.id) {
            Some(view) => screen::watcher(&view, language),
            None => screen::refusal(&Refusal::GameOver, language),
        }
    }
}
