//! The heuristic's choice during the player's own turn: the next play, or a draw. Most thresholds are in `params.rs`.

use rules::{
    Action, Play, Randomness, Seat, SeatSet, Shows, Targets, Title, TitleSet, TurnOptions,
};

use super::{
    HeuristicParams,
    card_value::{card_value, least_valuable},
    cards_in_front::{self, best_of},
};
use crate::knowledge::Knowledge;

/// Titles with a moderately useful effect, which is lost if they are played as a pair.
const UTILITY: TitleSet = TitleSet::EMPTY
    .with(Title::AlterTheFuture)
    .with(Title::Favor)
    .with(Title::Shuffle)
    .with(Title::SeeTheFuture)
    .with(Title::SwapTopAndBottom)
    .with(Title::CurseOfTheCatButt)
    .with(Title::Mark)
    .with(Title::PersonalAttack)
    .with(Title::ShareTheFuture);

/// The titles that end a turn without drawing the top card.
pub(super) const ESCAPES: TitleSet = TitleSet::ENDING_TURN;

/// Titles that can change the top card without ending the turn.
pub(super) const CHANGING_TOP: TitleSet = TitleSet::EMPTY
    .with(Title::Shuffle)
    .with(Title::AlterTheFuture)
    .with(Title::AlterTheFuture5x)
    .with(Title::SwapTopAndBottom)
    .with(Title::GarbageCollection)
    .with(Title::AlterTheFutureNow)
    .with(Title::ShareTheFuture)
    .with(Title::Potluck);

/// The minimum decrease in the probability of a kitten at which the bottom card is drawn instead of the top card, or
/// swapped with it.
const BOTTOM_GAIN: f32 = 0.15;

/// The assumed probability that a random card of the stash is a Defuse.
const DEFUSE_IN_STASH: f32 = 0.05;

/// Titles that protect against a kitten. Playing them as a pair gives up that protection.
const DEFENSIVE: TitleSet = ESCAPES.with(Title::Nope);

/// Returns a worthwhile play, or else a draw; if drawing is not legal, the first play that needs no target.
pub(super) fn choose(
    knowledge: &impl Knowledge,
    options: &TurnOptions,
    params: &HeuristicParams,
    chance: &mut impl Randomness,
) -> Option<Action> {
    let seat = knowledge.seat();
    let others = knowledge.living().without(seat);
    let picked = chance.below(others.len().max(1) as u32);
    let turn = OwnTurn {
        knowledge,
        options,
        params,
        kitten_probability: knowledge.kitten_probability(0),
        preferred_target: others.nth(picked as usize).unwrap_or(seat),
    };
    let play = if is_dangerous(knowledge, params) {
        turn.play_in_danger()
    } else {
        turn.play_when_safe()
    };
    match play {
        Some(play) => Some(Action::Play { seat, play }),
        None if options.draw => Some(Action::Draw { seat }),
        None => options.unaimed.nth(0).map(|title| Action::Play {
            seat,
            play: Play::single(title),
        }),
    }
}

struct OwnTurn<'a, K> {
    knowledge: &'a K,
    options: &'a TurnOptions,
    params: &'a HeuristicParams,
    kitten_probability: f32,
    /// The target preferred among equally good targets. Random, so that the same seat does not suffer in every game.
    preferred_target: Seat,
}

/// Returns true if the player should avoid drawing.
pub(super) fn is_dangerous(knowledge: &impl Knowledge, params: &HeuristicParams) -> bool {
    if knowledge.claimed_by(knowledge.seat()).is_some() {
        return false;
    }
    if knowledge.is_top_fatal() {
        return true;
    }
    let hand = knowledge.hand();
    if hand.shelters_another_kitten() {
        return false;
    }
    let defuses = usize::from(hand.count(Title::Defuse));
    let is_duel = knowledge.living().len() == 2;
    knowledge.kitten_probability(0) > params.draw_limit(defuses, is_duel)
}

impl<K: Knowledge> OwnTurn<'_, K> {
    fn has_defuse(&self) -> bool {
        self.knowledge.hand().has(Title::Defuse)
    }

    /// Returns true if the player holds a Defuse that would help against the top card.
    fn is_saved_by_defuse(&self) -> bool {
        self.has_defuse() && !self.knowledge.is_top_fatal()
    }

    fn play_when_safe(&self) -> Option<Play> {
        cards_in_front::choose(self.knowledge, self.options, self.preferred_target)
            .or_else(|| self.ask_for_a_defuse(self.params.triple_from))
            .or_else(|| self.take_a_defuse(false))
            .or_else(|| self.steal_early())
            .or_else(|| self.ask_a_favor(self.params.favor_max_cards))
            .or_else(|| self.attack_early())
            .or_else(|| self.disturb())
    }

    /// Plays a pair. The more valuable the pair, the likelier it must be to steal a Defuse.
    fn steal_early(&self) -> Option<Play> {
        let [without_defuse, with_defuse] = self.params.pair_from;
        let gain = if self.has_defuse() {
            with_defuse
        } else {
            without_defuse
        };
        let [utility, defensive] = self.params.costly_pair_from;
        self.steal(gain, TitleSet::CATS.or(TitleSet::WILD_CATS))
            .or_else(|| self.steal(utility, UTILITY))
            .or_else(|| self.steal(defensive, DEFENSIVE))
    }

    fn play_in_danger(&self) -> Option<Play> {
        cards_in_front::bark(self.knowledge, self.options, self.preferred_target)
            .or_else(|| self.see_the_future())
            .or_else(|| self.avoid_draw())
            .or_else(|| self.ask_for_a_defuse(0.1))
            .or_else(|| self.take_a_defuse(true))
            .or_else(|| {
                if self.is_saved_by_defuse() && self.kitten_probability < 0.9 {
                    self.play_when_safe()
                } else {
                    self.last_resort()
                }
            })
    }

    /// Plays See the Future if a kitten on top is likely enough but not almost certain, and the player could avoid it.
    fn see_the_future(&self) -> Option<Play> {
        let hand = self.knowledge.hand();
        let can_act = ESCAPES.or(CHANGING_TOP).iter().any(|title| hand.has(title));
        let unsure = !self.knowledge.knows_top() && self.kitten_probability < 0.9;
        let wants = can_act && unsure && self.kitten_probability >= self.params.look_from;
        let look = || {
            self.single(Title::SeeTheFuture)
                .or_else(|| self.single(Title::SeeTheFuture5x))
        };
        wants.then(look).flatten()
    }

    /// Returns a play that ends the turn without drawing the top card, or a play that changes the top card and may
    /// lower the risk.
    fn avoid_draw(&self) -> Option<Play> {
        let attack = || {
            self.single(Title::Attack)
                .or_else(|| self.targeted_attack())
        };
        let skip = || {
            self.single(Title::Skip)
                .or_else(|| self.single(Title::Reverse))
        };
        // Both cards end the turn, and usually leave a kitten for the next player.
        let bomb = || {
            self.single(Title::CatomicBomb)
                .or_else(|| self.single(Title::Bury))
        };
        let skip_all = || self.single(Title::SuperSkip);
        let change = || {
            self.alter(Title::AlterTheFuture)
                .or_else(|| self.alter(Title::AlterTheFutureNow))
                .or_else(|| self.alter(Title::AlterTheFuture5x))
                .or_else(|| self.alter(Title::ShareTheFuture))
                // The cards that players add on top are rarely kittens.
                .or_else(|| self.single(Title::Potluck))
                .or_else(|| self.shuffle())
                .or_else(|| self.bottom_instead(Title::SwapTopAndBottom))
                .or_else(|| self.bottom_instead(Title::DrawFromTheBottom))
        };
        match self.knowledge.turn().owed {
            1 if self.params.attack_before_skip => attack().or_else(skip),
            1 => bomb().or_else(skip).or_else(attack),
            _ => attack().or_else(skip_all).or_else(change).or_else(skip),
        }
        .or_else(change)
        .or_else(skip_all)
    }

    fn shuffle(&self) -> Option<Play> {
        let helps = self.kitten_probability - self.knowledge.shuffled_kitten_probability()
            >= self.params.shuffle_from;
        let shuffle = || {
            self.single(Title::Shuffle)
                .or_else(|| self.single(Title::GarbageCollection))
        };
        helps.then(shuffle).flatten()
    }

    /// Plays a card that reorders the top cards, unless each of them is probably a kitten.
    fn alter(&self, title: Title) -> Option<Play> {
        let may_help = |place: u8| self.knowledge.kitten_probability(place) < 0.5;
        let shown = match title.spec().shows {
            Shows::Top(cards) => cards,
            Shows::Nothing | Shows::TopByEdition => 0,
        };
        let mut places = 0..self.knowledge.pile_count().min(shown);
        self.single(title).filter(|_| places.any(may_help))
    }

    /// Draws the bottom card or swaps it to the top, if it is much less likely to be deadly.
    fn bottom_instead(&self, title: Title) -> Option<Play> {
        let bottom = self.knowledge.pile_count().saturating_sub(1);
        let gain = self.kitten_probability - self.knowledge.kitten_probability(bottom);
        self.single(title).filter(|_| gain >= BOTTOM_GAIN)
    }

    /// Attacks the player who is least likely to have a Defuse.
    fn targeted_attack(&self) -> Option<Play> {
        let title = Title::TargetedAttack;
        let Targets::OneOf(targets) = self.options.targets_of(title) else {
            return None;
        };
        let may = self.options.aimed.contains(title);
        let score = |seat| -self.knowledge.defuse_probability(seat);
        let on = self.best_of(targets, score)?;
        may.then_some(Play::aimed(title, on))
    }

    /// Plays an Attack even though drawing would be acceptable.
    fn attack_early(&self) -> Option<Play> {
        let wants = self.kitten_probability >= self.params.attack_from;
        self.single(Title::Attack).filter(|_| wants)
    }

    /// Curses the target with the most cards, who then cannot Nope, or else marks a card of the target with the
    /// most cards.
    fn disturb(&self) -> Option<Play> {
        let most_cards = |seat| f32::from(self.knowledge.cards(seat));
        let on_most = |title| match self.options.targets_of(title) {
            Targets::OneOf(targets) if self.options.aimed.contains(title) => {
                Some(Play::aimed(title, self.best_of(targets, most_cards)?))
            }
            Targets::OneOf(_) | Targets::None => None,
        };
        on_most(Title::CurseOfTheCatButt).or_else(|| on_most(Title::Mark))
    }

    fn single(&self, title: Title) -> Option<Play> {
        let may = self.options.unaimed.contains(title);
        may.then_some(Play::single(title))
    }

    /// Plays a triple, but not of Defuses, on the player most likely to hold a Defuse.
    fn ask_for_a_defuse(&self, min_probability: f32) -> Option<Play> {
        let (title, wild) = self.cheapest_triple()?;
        // The player with the Tower of Power loses a random card from the stash, whatever title is demanded.
        let odds = |seat| {
            if self.knowledge.robbed_stash() == Some(seat) {
                DEFUSE_IN_STASH
            } else {
                self.knowledge.defuse_probability(seat)
            }
        };
        let on = self.best_target(odds)?;
        let odds = odds(on);
        let affordable = title.is_cat() || !self.has_defuse();
        (odds >= min_probability && affordable).then_some(Play::Triple {
            title,
            wild,
            on,
            naming: Title::Defuse,
        })
    }

    fn cheapest_triple(&self) -> Option<(Title, u8)> {
        let [one, two] = self.options.wild.triples;
        let tame = self.options.triples.without(Title::Defuse);
        let least = |titles, wild| Some((least_valuable(self.knowledge, titles)?, wild));
        least(tame, 0)
            .or_else(|| least(one, 1))
            .or_else(|| least(two, 2))
    }

    /// Plays a pair of these titles on the player most likely to lose a Defuse to it.
    fn steal(&self, min_probability: f32, titles: TitleSet) -> Option<Play> {
        let least = |titles, wild| Some((least_valuable(self.knowledge, titles)?, wild));
        let (title, wild) = least(self.options.pairs.and(titles), 0)
            .or_else(|| least(self.options.wild.pairs.and(titles), 1))?;
        let on = self.best_target(|seat| self.theft_probability(seat))?;
        (self.theft_probability(on) >= min_probability).then_some(Play::Pair { title, wild, on })
    }

    /// Returns the probability that a card stolen from this player is a Defuse.
    fn theft_probability(&self, seat: Seat) -> f32 {
        if self.knowledge.robbed_stash() == Some(seat) {
            return DEFUSE_IN_STASH;
        }
        let cards = f32::from(self.knowledge.cards(seat).max(1));
        self.knowledge.defuse_probability(seat) / cards
    }

    fn ask_a_favor(&self, max_cards: f32) -> Option<Play> {
        let title = Title::Favor;
        if !self.options.aimed.contains(title) {
            return None;
        }
        match self.options.targets_of(title) {
            Targets::None => Some(Play::single(title)),
            Targets::OneOf(targets) => {
                let targets = targets.minus(self.knowledge.spared());
                let on = self.best_of(targets, |seat| {
                    self.theft_probability(seat) - f32::from(self.knowledge.cards(seat))
                })?;
                let few = f32::from(self.knowledge.cards(on)) <= max_cards;
                few.then_some(Play::aimed(title, on))
            }
        }
    }

    /// Plays five different titles to take a Defuse from the discard pile.
    fn take_a_defuse(&self, desperate: bool) -> Option<Play> {
        if self.options.fives.len() < 5 || self.knowledge.discard().count(Title::Defuse) == 0 {
            return None;
        }
        let five = cheapest_five(self.knowledge, self.options.fives)?;
        let price: f32 = five
            .into_iter()
            .map(|title| card_value(self.knowledge, title))
            .sum();
        let cheap = price <= if self.has_defuse() { 9.0 } else { 14.0 };
        (cheap || (desperate && !self.has_defuse())).then_some(Play::Five { titles: five })
    }

    /// Plays a pair or a Favor that might gain a Defuse or an escape, before a draw that could be fatal.
    fn last_resort(&self) -> Option<Play> {
        if self.is_saved_by_defuse() {
            return None;
        }
        let spent = ESCAPES.with(Title::Defuse);
        let any: TitleSet = Title::ALL
            .into_iter()
            .filter(|&title| !spent.contains(title))
            .collect();
        self.steal(0.0, any).or_else(|| self.ask_a_favor(99.0))
    }

    /// Returns the target with the highest score among the players who are not spared.
    fn best_target(&self, score: impl Fn(Seat) -> f32) -> Option<Seat> {
        let targets = self.options.targets.minus(self.knowledge.spared());
        self.best_of(targets, score)
    }

    fn best_of(&self, targets: SeatSet, score: impl Fn(Seat) -> f32) -> Option<Seat> {
        best_of(targets, self.preferred_target, score)
    }
}

/// Returns the five least valuable titles except the Defuse; `None` if there are fewer than five.
pub(crate) fn cheapest_five(knowledge: &impl Knowledge, titles: TitleSet) -> Option<[Title; 5]> {
    let mut titles = titles.without(Title::Defuse);
    let mut five = [Title::Nope; 5];
    for chosen in &mut five {
        *chosen = least_valuable(knowledge, titles)?;
        titles = titles.without(*chosen);
    }
    Some(five)
}
