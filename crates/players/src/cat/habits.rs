//! The figures by which the rules of thumb are weighed.

/// How daring, greedy and wary a player is. Odds are from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Habits {
    /// The odds of a kitten up to which he draws, by the Defuses he holds (two for two or more).
    pub(crate) daring: [f32; 3],
    /// The same where only one other player is left.
    pub(crate) daring_duel: [f32; 3],
    /// The odds from which he plays an Attack though he would dare to draw.
    pub(crate) pressing: f32,
    /// The odds from which he looks at the future first.
    pub(crate) curious: f32,
    /// The odds of stealing a Defuse from which a pair is played: without a Defuse, and with one.
    pub(crate) pair_gain: [f32; 2],
    /// The same for a pair of cards that are no cats: of Favors, Shuffles and looks at the future,
    /// and of Attacks, Skips and Nopes.
    pub(crate) costly_gain: [f32; 2],
    /// The odds that the one asked has a Defuse from which a triple is played.
    pub(crate) triple_gain: f32,
    /// The number of cards up to which somebody is asked for a Favor.
    pub(crate) favor_cards: f32,
    /// How much better mixing must make it.
    pub(crate) mix_gain: f32,
    /// The odds of losing a Defuse from which he Nopes a thief.
    pub(crate) guard: f32,
    /// The odds of a kitten from which he Nopes the Nope upon his escape: without a Defuse, and
    /// with one.
    pub(crate) stubborn: [f32; 2],
    /// How much more of it he bears with a Defuse, with an escape, and for each further turn.
    pub(crate) calm: [f32; 3],
    /// The odds of a kitten from which he Nopes whoever would pass it on to him.
    pub(crate) wary: f32,
    /// Whether he Nopes a Favor that is asked of him.
    pub(crate) stingy: bool,
    /// Whether he Nopes the Nope upon his theft.
    pub(crate) greedy: bool,
    /// The odds of a kitten from which he Nopes whoever runs from it, whoever is next.
    pub(crate) spiteful: f32,
    /// How often, of 1, he puts a kitten back where it hurts the next player.
    pub(crate) pointed: f32,
    /// Whether an Attack is played rather than a Skip where both would do.
    pub(crate) fierce: bool,
}

impl Habits {
    /// Found by letting many sets of figures play against each other, but for `pointed`: always
    /// the same place wins most against those who do not notice.
    pub(crate) const SENSIBLE: Habits = Habits {
        daring: [0.23, 0.3, 1.0],
        daring_duel: [0.13, 0.6, 1.0],
        pressing: 1.1,
        curious: 0.1,
        pair_gain: [0.0, 0.0],
        costly_gain: [0.18, 0.35],
        triple_gain: 0.6,
        favor_cards: 9.0,
        mix_gain: 0.3,
        guard: 0.0,
        stubborn: [0.3, 0.6],
        calm: [0.3, 0.24, -0.08],
        wary: 0.41,
        stingy: false,
        greedy: true,
        spiteful: 0.75,
        pointed: 0.9,
        fierce: false,
    };

    /// A beginner's: he draws too long, steals too late, spends his Nopes on trifles, and puts
    /// kittens back anywhere.
    pub(crate) const BEGINNER: Habits = Habits {
        daring: [0.3, 0.6, 1.0],
        daring_duel: [0.3, 0.6, 1.0],
        pressing: 0.25,
        curious: 0.3,
        pair_gain: [0.1, 0.2],
        costly_gain: [1.1, 1.1],
        triple_gain: 0.3,
        favor_cards: 99.0,
        mix_gain: 0.1,
        guard: 0.0,
        stubborn: [0.8, 1.1],
        calm: [0.0, 0.0, 0.0],
        wary: 0.15,
        stingy: true,
        greedy: true,
        spiteful: 1.1,
        pointed: 0.3,
        fierce: true,
    };
}
