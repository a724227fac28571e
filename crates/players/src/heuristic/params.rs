//! The tuned parameters of the heuristic, one set for each strength that uses it. Only numbers; the
//! rules that use them are in `turn.rs`, `nope.rs` and `place.rs`.

/// The parameters of the heuristic. Fields named `…_from` are thresholds: the minimum probability,
/// 0 to 1, at which an action is chosen; more than 1 means never.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct HeuristicParams {
    /// The maximum probability of a kitten at which the player still draws, by the number of
    /// Defuses in hand (the last entry for two or more).
    pub(crate) draw_limit: [f32; 3],
    /// Like `draw_limit`, with only one opponent left.
    pub(crate) draw_limit_duel: [f32; 3],
    /// The probability of a kitten from which an Attack is played although drawing is acceptable.
    pub(crate) attack_from: f32,
    /// The probability of a kitten from which See the Future is played before anything else.
    pub(crate) look_from: f32,
    /// The probability of stealing a Defuse from which a pair of cats is played: without a Defuse
    /// in hand, and with one.
    pub(crate) pair_from: [f32; 2],
    /// Like `pair_from`, for pairs of more valuable cards: of Favors, Shuffles and See the Futures,
    /// and of Attacks, Skips and Nopes.
    pub(crate) costly_pair_from: [f32; 2],
    /// The probability that the target holds a Defuse from which a triple is played.
    pub(crate) triple_from: f32,
    /// The maximum hand size of the target of a Favor.
    pub(crate) favor_max_cards: f32,
    /// The decrease in the probability of a kitten from which a Shuffle is played.
    pub(crate) shuffle_from: f32,
    /// The probability of losing the last Defuse from which a pair is noped.
    pub(crate) nope_theft_from: f32,
    /// The probability of a kitten from which a Nope on the player's own Attack, Skip or Shuffle is
    /// noped: without a Defuse in hand, and with one.
    pub(crate) renope_escape_from: [f32; 2],
    /// Added to `nope_handover_from`: for a Defuse in hand, for an Attack or Skip in hand, and for
    /// each further turn.
    pub(crate) nope_handover_extra: [f32; 3],
    /// The probability of a kitten from which a play that makes the player draw is noped.
    pub(crate) nope_handover_from: f32,
    /// True if Favors that target the player are noped.
    pub(crate) nopes_favors: bool,
    /// True if a Nope on the player's own pair is noped.
    pub(crate) renopes_theft: bool,
    /// The probability of a kitten from which any Attack, Skip or Shuffle is noped, regardless of who is next.
    pub(crate) nope_any_escape_from: f32,
    /// The share, 0 to 1, of kittens put back where the next player will draw them.
    pub(crate) place_for_next_rate: f32,
    /// True if an Attack is preferred to a Skip where either would do.
    pub(crate) attack_before_skip: bool,
}

impl HeuristicParams {
    /// Found by tournaments among many parameter sets, except for `place_for_next_rate`: 1 wins
    /// most, but only against opponents who do not notice.
    pub(crate) const SENSIBLE: HeuristicParams = HeuristicParams {
        draw_limit: [0.23, 0.3, 1.0],
        draw_limit_duel: [0.13, 0.6, 1.0],
        attack_from: 1.1,
        look_from: 0.1,
        pair_from: [0.0, 0.0],
        costly_pair_from: [0.18, 0.35],
        triple_from: 0.6,
        favor_max_cards: 9.0,
        shuffle_from: 0.3,
        nope_theft_from: 0.0,
        renope_escape_from: [0.3, 0.6],
        nope_handover_extra: [0.3, 0.24, -0.08],
        nope_handover_from: 0.41,
        nopes_favors: false,
        renopes_theft: true,
        nope_any_escape_from: 0.75,
        place_for_next_rate: 0.9,
        attack_before_skip: false,
    };

    /// A beginner's play: draws when it is too risky, steals too late, wastes Nopes and puts
    /// kittens back anywhere.
    pub(crate) const BEGINNER: HeuristicParams = HeuristicParams {
        draw_limit: [0.3, 0.6, 1.0],
        draw_limit_duel: [0.3, 0.6, 1.0],
        attack_from: 0.25,
        look_from: 0.3,
        pair_from: [0.1, 0.2],
        costly_pair_from: [1.1, 1.1],
        triple_from: 0.3,
        favor_max_cards: 99.0,
        shuffle_from: 0.1,
        nope_theft_from: 0.0,
        renope_escape_from: [0.8, 1.1],
        nope_handover_extra: [0.0, 0.0, 0.0],
        nope_handover_from: 0.15,
        nopes_favors: true,
        renopes_theft: true,
        nope_any_escape_from: 1.1,
        place_for_next_rate: 0.3,
        attack_before_skip: true,
    };
}
