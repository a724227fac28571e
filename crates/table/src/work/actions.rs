//! What people do in a running game: from a wish to an action of the rules, or to a refusal.

use rules::{Action, Chance, Illegal, Options, Phase, Seat, TurnOptions};

use super::{Reply, Work};
use crate::input::Click;
use crate::intent::{Intent, PanelStep, PilePosition, TargetedPlay};
use crate::record::{Record, number};
use crate::refusal::Refusal;
use crate::screen::Notice;

impl<C: Chance> Work<'_, C> {
    pub(super) fn play(&mut self, click: &Click) -> Result<Reply, Refusal> {
        let seat = self.seated(click)?;
        if self.gone_for_good(seat) {
            return Err(Refusal::LeftForGood);
        }
        if !self.is_current(click.origin) {
            return Err(self.moved_on(click.intent));
        }
        let action = self.action(seat, click.intent).ok_or(Refusal::MovedOn)?;
        let learnt = self
            .shown_to(click)
            .filter(|&upto| self.has_news(seat, upto));
        let playing = self.table.state.playing().ok_or(Refusal::GameOver)?;
        let events = playing.game.decide(action, self.chance).map_err(refusal)?;
        if let Some(upto) = learnt {
            self.record(Record::NewsRead {
                seat: number(seat),
                upto,
            });
        }
        self.happened(&events);
        Ok(self.answer(click.intent))
    }

    /// A draw is answered with what was drawn, wherever it was clicked; all else with what was
    /// clicked.
    fn answer(&self, intent: Intent) -> Reply {
        match intent {
            Intent::Draw if self.table.is_playing() => Reply::Panel(PanelStep::Hand),
            Intent::Nope { .. } => Reply::Follow(Notice::Noped),
            Intent::Pass => Reply::Follow(Notice::Passed),
            _ => Reply::Follow(Notice::Done),
        }
    }

    fn has_news(&self, seat: Seat, upto: crate::ids::Revision) -> bool {
        self.table
            .state
            .playing()
            .is_some_and(|playing| playing.has_news(seat, upto))
    }

    /// What to say of a control that was made for an earlier step.
    fn moved_on(&self, intent: Intent) -> Refusal {
        let phase = self
            .table
            .state
            .playing()
            .map(|playing| playing.game.phase());
        match (intent, phase) {
            (Intent::Nope { .. }, Some(Phase::Window(_))) => Refusal::NopedAlready,
            (Intent::Nope { .. }, _) => Refusal::WindowOver,
            _ => Refusal::MovedOn,
        }
    }

    fn action(&mut self, seat: Seat, intent: Intent) -> Option<Action> {
        Some(match intent {
            Intent::Draw => Action::Draw { seat },
            Intent::Play(play) => Action::Play { seat, play },
            Intent::Nope { layer } => Action::Nope { seat, layer },
            Intent::Pass => Action::Pass { seat },
            Intent::Place(spot) => Action::Place {
                seat,
                place: self.place(spot),
            },
            Intent::Give(title) => Action::Give { seat, title },
            Intent::Take(title) => Action::Take { seat, title },
            Intent::Stop => Action::Stop { seat },
            _ => return None,
        })
    }

    fn place(&mut self, spot: PilePosition) -> u8 {
        match spot {
            PilePosition::At(place) => place,
            PilePosition::Random => {
                let playing = self.table.state.playing();
                let cards = playing.map_or(0, |playing| playing.game.view(None).pile_count);
                self.chance.place(cards)
            }
        }
    }

    /// The step, or the hand itself where nothing can come of that step now.
    pub(super) fn possible(&self, seat: Seat, step: PanelStep) -> PanelStep {
        let Some(playing) = self.table.state.playing() else {
            return PanelStep::Hand;
        };
        let fits = match (playing.game.legal(seat).options(), step) {
            (Options::Turn(turn), step) => fits(turn, step),
            (Options::Place(bottom), PanelStep::Places { from }) => from <= *bottom,
            _ => false,
        };
        if fits { step } else { PanelStep::Hand }
    }
}

fn fits(turn: &TurnOptions, step: PanelStep) -> bool {
    match step {
        PanelStep::Title(title) => turn.pairs.contains(title) || turn.triples.contains(title),
        PanelStep::Target(TargetedPlay::Favor) => turn.favor == rules::FavorOptions::OnOne,
        PanelStep::Target(TargetedPlay::Pair(title)) => turn.pairs.contains(title),
        PanelStep::Target(TargetedPlay::Triple(title)) => turn.triples.contains(title),
        PanelStep::Naming { title, on } => {
            turn.triples.contains(title) && turn.targets.contains(on)
        }
        PanelStep::Five => !turn.fives.is_empty(),
        PanelStep::Hand | PanelStep::Places { .. } => false,
    }
}

/// The rules' word for it, or a better one where the table knows what happened.
fn refusal(illegal: Illegal) -> Refusal {
    match illegal {
        Illegal::GameOver => Refusal::GameOver,
        Illegal::NotSeated => Refusal::NotSeated,
        Illegal::NotTopCard => Refusal::NopedAlready,
        Illegal::WindowClosed => Refusal::WindowOver,
        other => Refusal::Rules(other),
    }
}
