//! How a click is to be answered, before anything is drawn; and which click goes where.

use rules::{Chance, Seat};

use super::{TOUCH, Work};
use crate::computer_setup::ComputerSetup;
use crate::effect::Transition;
use crate::ids::Revision;
use crate::input::{Click, ClickOrigin};
use crate::intent::{Intent, PanelStep};
use crate::options::TableOptions;
use crate::playing::{Clock, Playing};
use crate::record::{Record, number};
use crate::refusal::Refusal;
use crate::screen::{Notice, Question, RulesView, Topic};
use crate::state::Stage;

/// What a click is answered with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Reply {
    /// Whatever was clicked, as it is now; a command is told this.
    Follow(Notice),
    /// The own panel at a step.
    Panel(PanelStep),
    /// The options.
    Options,
    /// The table's message itself, for the first time.
    Opened,
    /// The table's message itself.
    Public,
    /// A sentence by the side.
    Note(Notice),
    /// A question by the side.
    Ask(Question),
    /// A page of the rules.
    Rules(RulesView),
    /// Why not.
    Refuse(Refusal),
}

impl From<Refusal> for Reply {
    fn from(refusal: Refusal) -> Self {
        Self::Refuse(refusal)
    }
}

impl<C: Chance> Work<'_, C> {
    /// Everything that a click makes, its answer included.
    pub(crate) fn click(mut self, click: &Click) -> Transition {
        let reply = self.reply(click);
        self.finish(Some((click, reply)))
    }

    /// A new table, wished for by command.
    pub(crate) fn reopen(
        mut self,
        click: &Click,
        options: TableOptions,
        computers: ComputerSetup,
    ) -> Transition {
        let reply = if self.table.state.knows(click.interaction) {
            Reply::Follow(Notice::Done)
        } else {
            self.new_table(click, Some((options, computers)))
                .unwrap_or_else(Reply::Refuse)
        };
        self.finish(Some((click, reply)))
    }

    fn reply(&mut self, click: &Click) -> Reply {
        if self.table.state.knows(click.interaction) {
            return Reply::Follow(Notice::Done);
        }
        if let Some(refusal) = self.elsewhere(click.origin) {
            return refusal.into();
        }
        self.welcome(click);
        let reply = self.grant(click).unwrap_or_else(Reply::Refuse);
        self.touch(&reply);
        reply
    }

    /// A control of another table has nothing to say here.
    fn elsewhere(&self, origin: ClickOrigin) -> Option<Refusal> {
        let stamp = origin.stamp()?;
        (stamp.table != self.table.state.id).then_some(Refusal::MovedOn)
    }

    fn grant(&mut self, click: &Click) -> Result<Reply, Refusal> {
        if self.table.is_closed() {
            return Err(Refusal::Closed);
        }
        match click.intent {
            Intent::Join => self.join(&click.person),
            Intent::Leave { confirmed } => self.leave(&click.person, confirmed),
            Intent::AddComputer(strength) => self.add_computer(&click.person, strength),
            Intent::RemoveComputer => self.remove_computer(&click.person),
            Intent::Start => self.start(&click.person),
            Intent::OpenOptions => self.open_options(&click.person),
            Intent::Set(setting) => self.set(&click.person, setting),
            Intent::PostTable => Ok(self.post_table(click.origin)),
            Intent::Rules => {
                let edition = self.table.state.options.edition;
                Ok(Reply::Rules(RulesView {
                    edition,
                    topic: Topic::Guide,
                }))
            }
            Intent::Read(page) => Ok(Reply::Rules(page)),
            Intent::End { confirmed } => self.end(&click.person, confirmed),
            Intent::VoteAway(against) => self.vote_away(click, against),
            Intent::Rematch => self.rematch(click),
            Intent::NewTable => self.new_table(click, None),
            Intent::OpenHand => self.seated(click).map(|_| Reply::Panel(PanelStep::Hand)),
            Intent::Show(step) => self
                .seated(click)
                .map(|seat| Reply::Panel(self.possible(seat, step))),
            Intent::Draw
            | Intent::Play(_)
            | Intent::Nope { .. }
            | Intent::Pass
            | Intent::Place(_)
            | Intent::Give(_)
            | Intent::Take(_)
            | Intent::Stop => self.play(click),
        }
    }

    /// The seat of one who clicks at something of the running game.
    pub(super) fn seated(&self, click: &Click) -> Result<Seat, Refusal> {
        let state = &self.table.state;
        match &state.stage {
            Stage::Lobby => Err(Refusal::NotStarted),
            Stage::Over(_) => Err(Refusal::GameOver),
            Stage::Closed => Err(Refusal::Closed),
            Stage::Playing(_) => state.seats.of(click.person.id).ok_or(Refusal::NotSeated),
        }
    }

    /// Whether a control was made for the step that the table is at.
    pub(super) fn is_current(&self, origin: ClickOrigin) -> bool {
        origin
            .stamp()
            .is_none_or(|stamp| stamp.revision == self.table.state.revision)
    }

    /// Any click of its owner gives a seat back; one that was left on purpose, only a click that
    /// means to play.
    fn welcome(&mut self, click: &Click) {
        let state = &self.table.state;
        let Some(seat) = state.seats.of(click.person.id) else {
            return;
        };
        let Some(place) = state.seats.at(seat) else {
            return;
        };
        let blamed = |playing: &Playing| !playing.votes(seat).is_empty();
        let wanted = if place.left() {
            means_to_play(click.intent) && !self.gone_for_good(seat)
        } else {
            place.forgotten() || state.playing().is_some_and(blamed)
        };
        if state.playing().is_none() && click.intent != Intent::Rematch {
            return;
        }
        if wanted && !matches!(click.intent, Intent::Leave { .. }) {
            self.record(Record::Returned { seat: number(seat) });
        }
        self.hear();
    }

    /// A click shows that the channel can be reached again.
    fn hear(&mut self) {
        if let Stage::Playing(playing) = &self.table.state.stage
            && let Clock::Stands { silenced: true, .. } = playing.clock
        {
            self.record(Record::ChannelRestored);
            self.post = super::Post::Anew;
        }
    }

    /// Whether a seat left the game together with its owner.
    pub(super) fn gone_for_good(&self, seat: Seat) -> bool {
        let deaths = self
            .table
            .state
            .playing()
            .map(|playing| playing.game.deaths());
        let left = |death: &rules::Death| death.seat == seat && death.fate == rules::Fate::Left;
        deaths.is_some_and(|deaths| deaths.iter().any(left))
    }

    /// A lobby or a finished table stays open while it is used.
    fn touch(&mut self, reply: &Reply) {
        let state = &self.table.state;
        let idle = matches!(state.stage, Stage::Lobby | Stage::Over(_));
        let stale = self.now.since(state.touched) >= TOUCH;
        if idle && stale && !matches!(reply, Reply::Refuse(_)) {
            self.record(Record::Touched);
        }
    }

    /// The step that has been shown to a person by now.
    pub(super) fn shown_to(&self, click: &Click) -> Option<Revision> {
        match click.origin {
            ClickOrigin::Panel(stamp) => Some(stamp.revision),
            ClickOrigin::Command | ClickOrigin::Table(_) => {
                self.table.presence.panel_revision(click.person.id)
            }
        }
    }
}

fn means_to_play(intent: Intent) -> bool {
    !matches!(
        intent,
        Intent::Leave { .. }
            | Intent::End { .. }
            | Intent::PostTable
            | Intent::Rules
            | Intent::Read(_)
            | Intent::OpenOptions
            | Intent::Set(_)
            | Intent::AddComputer(_)
            | Intent::RemoveComputer
    )
}
