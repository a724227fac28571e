//! What to play on one's own turn, and when to draw.

use rules::{Action, Chance, FavorOptions, Play, Seat, Title, TitleSet, TurnOptions};

use super::{
    ESCAPES, Habits,
    worth::{least, worth},
};
use crate::outlook::Outlook;

/// Titles that do some good when they are played alone.
const MINOR: TitleSet = TitleSet::EMPTY
    .with(Title::Favor)
    .with(Title::Shuffle)
    .with(Title::SeeTheFuture);

/// Titles that save.
const MAJOR: TitleSet = ESCAPES.with(Title::Nope);

/// The next play, or the draw.
pub(super) fn choose(
    outlook: &impl Outlook,
    options: &TurnOptions,
    habits: &Habits,
    chance: &mut impl Chance,
) -> Option<Action> {
    let seat = outlook.seat();
    let others = outlook.living().without(seat);
    let picked = chance.below(others.len().max(1) as u32);
    let turn = OwnTurn {
        outlook,
        options,
        habits,
        peril: outlook.peril(0),
        rather: others.nth(picked as usize).unwrap_or(seat),
    };
    let play = match turn.is_dangerous() {
        true => turn.in_danger(),
        false => turn.at_ease(),
    };
    match play {
        Some(play) => Some(Action::Play { seat, play }),
        None if options.draw => Some(Action::Draw { seat }),
        None => options.singles.nth(0).map(|title| Action::Play {
            seat,
            play: Play::Single(title),
        }),
    }
}

struct OwnTurn<'a, O> {
    outlook: &'a O,
    options: &'a TurnOptions,
    habits: &'a Habits,
    /// How likely the next draw is a kitten.
    peril: f32,
    /// Whom he would rather take something from, all else being equal: anyone, lest the same seat
    /// suffers in every game.
    rather: Seat,
}

impl<O: Outlook> OwnTurn<'_, O> {
    fn is_dangerous(&self) -> bool {
        let defuses = self.outlook.hand().count(Title::Defuse).min(2);
        let daring = match self.outlook.living().len() {
            2 => &self.habits.daring_duel,
            _ => &self.habits.daring,
        };
        self.peril > daring[usize::from(defuses)]
    }

    fn is_safe(&self) -> bool {
        self.outlook.hand().has(Title::Defuse)
    }

    fn at_ease(&self) -> Option<Play> {
        self.ask_for_a_defuse(self.habits.triple_gain)
            .or_else(|| self.take_a_defuse(false))
            .or_else(|| self.steal_early())
            .or_else(|| self.ask_a_favor(self.habits.favor_cards))
            .or_else(|| self.press())
    }

    /// The more a pair costs, the likelier it must bring a Defuse.
    fn steal_early(&self) -> Option<Play> {
        let gain = self.habits.pair_gain[usize::from(self.is_safe())];
        let [minor, major] = self.habits.costly_gain;
        self.steal(gain, TitleSet::CATS)
            .or_else(|| self.steal(minor, MINOR))
            .or_else(|| self.steal(major, MAJOR))
    }

    fn in_danger(&self) -> Option<Play> {
        self.look()
            .or_else(|| self.run())
            .or_else(|| self.ask_for_a_defuse(0.1))
            .or_else(|| self.take_a_defuse(true))
            .or_else(|| match self.is_safe() && self.peril < 0.9 {
                true => self.at_ease(),
                false => self.clutch_at_straws(),
            })
    }

    /// Looks where it is not yet known what lies there and something could be done about it.
    fn look(&self) -> Option<Play> {
        let hand = self.outlook.hand();
        let acts = ESCAPES.with(Title::Shuffle);
        let can_act = acts.iter().any(|title| hand.has(title));
        let unsure = !self.outlook.knows_top() && self.peril < 0.9;
        let wants = can_act && unsure && self.peril >= self.habits.curious;
        self.single(Title::SeeTheFuture).filter(|_| wants)
    }

    /// Ends the turn without a draw, or mixes the danger away.
    fn run(&self) -> Option<Play> {
        let attack = self.single(Title::Attack);
        let skip = self.single(Title::Skip);
        let mixes = self.peril - self.outlook.mixed_peril() >= self.habits.mix_gain;
        let shuffle = self.single(Title::Shuffle).filter(|_| mixes);
        match self.outlook.turn().owed {
            1 if self.habits.fierce => attack.or(skip).or(shuffle),
            1 => skip.or(attack).or(shuffle),
            _ => attack.or(shuffle).or(skip),
        }
    }

    /// Hands the next two draws on before it is high time.
    fn press(&self) -> Option<Play> {
        let wants = self.peril >= self.habits.pressing;
        self.single(Title::Attack).filter(|_| wants)
    }

    fn single(&self, title: Title) -> Option<Play> {
        let may = self.options.singles.contains(title);
        may.then_some(Play::Single(title))
    }

    /// Three of a kind that are worth less than a Defuse, on whoever most likely has one.
    fn ask_for_a_defuse(&self, from: f32) -> Option<Play> {
        let title = least(self.outlook, self.options.triples.without(Title::Defuse))?;
        let on = self.likeliest(|seat| self.outlook.defuse_odds(seat))?;
        let odds = self.outlook.defuse_odds(on);
        let affordable = title.is_cat() || !self.is_safe();
        (odds >= from && affordable).then_some(Play::Triple {
            title,
            on,
            naming: Title::Defuse,
        })
    }

    /// A pair of these titles, on whoever is likeliest to lose a Defuse by it.
    fn steal(&self, from: f32, titles: TitleSet) -> Option<Play> {
        let title = least(self.outlook, self.options.pairs.and(titles))?;
        let on = self.likeliest(|seat| self.theft(seat))?;
        (self.theft(on) >= from).then_some(Play::Pair { title, on })
    }

    /// The odds that a random card from there is a Defuse.
    fn theft(&self, seat: Seat) -> f32 {
        let cards = f32::from(self.outlook.cards(seat).max(1));
        self.outlook.defuse_odds(seat) / cards
    }

    fn ask_a_favor(&self, most_cards: f32) -> Option<Play> {
        match self.options.favor {
            FavorOptions::No => None,
            FavorOptions::OnEveryone => Some(Play::Favor { on: None }),
            FavorOptions::OnOne => {
                let on =
                    self.likeliest(|seat| self.theft(seat) - f32::from(self.outlook.cards(seat)))?;
                let few = f32::from(self.outlook.cards(on)) <= most_cards;
                few.then_some(Play::Favor { on: Some(on) })
            }
        }
    }

    /// Five different cards for a Defuse out of the discard pile.
    fn take_a_defuse(&self, desperate: bool) -> Option<Play> {
        if self.options.fives.len() < 5 || self.outlook.discard().count(Title::Defuse) == 0 {
            return None;
        }
        let five = cheapest_five(self.outlook, self.options.fives)?;
        let price: f32 = five
            .into_iter()
            .map(|title| worth(self.outlook, title))
            .sum();
        let cheap = price <= if self.is_safe() { 9.0 } else { 14.0 };
        (cheap || (desperate && !self.is_safe())).then_some(Play::Five(five))
    }

    /// Anything that might bring a Defuse or an escape before a draw that may be the last.
    fn clutch_at_straws(&self) -> Option<Play> {
        if self.is_safe() {
            return None;
        }
        let spent = ESCAPES.with(Title::Defuse);
        let any: TitleSet = Title::ALL
            .into_iter()
            .filter(|&title| !spent.contains(title))
            .collect();
        self.steal(0.0, any).or_else(|| self.ask_a_favor(99.0))
    }

    fn likeliest(&self, score: impl Fn(Seat) -> f32) -> Option<Seat> {
        // Of equals, the last is found.
        let targets = self.options.targets.clockwise_after(self.rather);
        targets.max_by(|&one, &other| score(one).total_cmp(&score(other)))
    }
}

/// The five titles that are missed least, no Defuse among them.
pub(crate) fn cheapest_five(outlook: &impl Outlook, titles: TitleSet) -> Option<[Title; 5]> {
    let mut titles = titles.without(Title::Defuse);
    let mut five = [Title::Nope; 5];
    for chosen in &mut five {
        *chosen = least(outlook, titles)?;
        titles = titles.without(*chosen);
    }
    Some(five)
}
