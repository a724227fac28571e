//! Puts decisions into words. Names of actions are self-contained, so that they fit into sentences of any language.

use players::{Decision, MistakeKind};
use rules::{Action, ChoiceAnswer, Order, Play, PlayerView, Title};

use crate::pages::story::StoryReader;
use crate::screen::Player;
use crate::screen::game_context::GameContext;
use crate::screen::lobby::count;
use crate::text::{CardWithEmoji, List, Message, Verbatim};

/// Returns a chance as a percentage, or a difference between chances as percentage points; 0 if negative.
pub(super) fn percent(chance: f32) -> u32 {
    (chance.max(0.0) * 100.0).round() as u32
}

/// The game as the player saw it before a decision.
pub(super) struct Situation<'v> {
    context: GameContext<'v>,
}

impl<'v> Situation<'v> {
    pub(super) fn new(
        view: &'v PlayerView,
        players: &'v [Player],
        reader: StoryReader<'v>,
    ) -> Self {
        Self {
            context: GameContext {
                stamp: reader.stamp,
                game: view,
                players,
                deadline: None,
                language: reader.language,
                display_mode: reader.display_mode,
            },
        }
    }

    pub(super) fn sentence(&self, decision: &Decision) -> String {
        let points = percent(decision.gain.abs());
        let [done, other] = [decision.done, decision.better].map(|one| Verbatim(self.name(one)));
        if decision.gain > 0.0 {
            return self.context.translate(&Message::CoachGained {
                done,
                other,
                points,
            });
        }
        let (nope, noped) = (self.context.card_name(Title::Nope), self.noped());
        let message = match (decision.kind, noped) {
            (MistakeKind::DrewTooBold, _) => Message::CoachDrew {
                risk: percent(decision.risk),
                better: other,
                points,
            },
            (MistakeKind::NopeSpent, Some(noped)) => Message::CoachNopeSpent {
                nope,
                noped,
                points,
            },
            (MistakeKind::NopeKept, Some(noped)) => Message::CoachNopeKept {
                nope,
                noped,
                points,
            },
            _ => Message::CoachDid {
                done,
                better: other,
                points,
            },
        };
        self.context.translate(&message)
    }

    /// Returns the tiger's top moves with their chances to win, best first.
    pub(super) fn values(&self, decision: &Decision) -> String {
        let value = |one: &players::ValuedAction| {
            self.context.translate(&Message::CoachValue {
                action: Verbatim(self.name(one.action)),
                percent: percent(one.chance),
            })
        };
        let values: Vec<_> = decision.choices.iter().map(value).collect();
        values.join(" · ")
    }

    /// Returns the play that a Nope would stop or restore.
    fn noped(&self) -> Option<Verbatim> {
        let window = self.context.game.phase.window()?;
        let player = self.context.name(window.seat);
        let play = Verbatim(self.play(window.play));
        let message = Message::CoachPlayOf { player, play };
        Some(Verbatim(self.context.translate(&message)))
    }

    fn name(&self, action: Action) -> String {
        let card = |title| self.context.card_name(title);
        let message = match action {
            Action::Play { play, .. } => return self.play(play),
            Action::Nope { .. } => return self.card(Title::Nope),
            Action::Choose { answer, .. } => match answer {
                ChoiceAnswer::Place(place) => Message::PlaceAbove {
                    cards: place.into(),
                },
                ChoiceAnswer::Give(title) => Message::CoachGive { card: card(title) },
                ChoiceAnswer::Take(title) => Message::CoachTake { card: card(title) },
                ChoiceAnswer::Put(title) => Message::CoachPut { card: card(title) },
                ChoiceAnswer::Aim(seat) => Message::CoachAim {
                    player: self.context.name(seat),
                },
                ChoiceAnswer::Order(order) => Message::CoachOrder {
                    cards: self.order(&order),
                },
                ChoiceAnswer::Stop => Message::ButtonStop,
            },
            Action::Pass { .. } => Message::CoachPass {
                nope: card(Title::Nope),
            },
            Action::PickBlindly { .. } => Message::CoachBlind,
            Action::Draw { .. } | Action::Leave { .. } | Action::TimeOut => Message::CoachDraw,
        };
        self.context.translate(&message)
    }

    fn card(&self, title: Title) -> String {
        let card = CardWithEmoji(self.context.card_name(title));
        let cards = List(vec![card]);
        self.context.translate(&Message::CoachCards { cards })
    }

    fn play(&self, play: Play) -> String {
        let titles: Vec<Title> = play.cards().collect();
        let is_same = titles.len() > 1 && play.titles().len() == 1;
        let cards = if is_same {
            self.context.translate(&Message::ButtonCardMany {
                card: self.context.card_name(titles[0]),
                count: count(titles.len()),
            })
        } else {
            let cards = titles.into_iter().map(|title| self.card(title));
            cards.collect::<Vec<_>>().join(" + ")
        };
        let Some(target) = play.target() else {
            return cards;
        };
        let aimed = Message::CoachOn {
            cards: Verbatim(cards),
            player: self.context.name(target),
        };
        let aimed = self.context.translate(&aimed);
        match play {
            Play::Triple { naming, .. } => self.context.translate(&Message::CoachNaming {
                play: Verbatim(aimed),
                card: self.context.card_name(naming),
            }),
            Play::Single { .. } | Play::Pair { .. } | Play::Five { .. } => aimed,
        }
    }

    fn order(&self, order: &Order) -> List<CardWithEmoji> {
        let look = &self.context.game.look;
        let cards = order
            .places()
            .iter()
            .filter_map(|&place| look.get(usize::from(place)));
        List(
            cards
                .map(|card| CardWithEmoji(self.context.card_name(card.title())))
                .collect(),
        )
    }
}
