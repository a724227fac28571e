//! The tuned parameters of the heuristic, in several sets. The rules that apply the parameters are in `turn.rs`,
//! `nope.rs` and `place.rs`.

/// The parameters of the heuristic. Fields named `…_from` are thresholds: the minimum probability
/// (0 to 1) at which an action is chosen. A threshold above 1 means never.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct HeuristicParams {
    /// The maximum probability of a kitten at which the player still draws, indexed by the number
    /// of Defuses in hand. The last entry is for two or more.
    pub(crate) draw_limit: [f32; 3],
    /// Like `draw_limit`, but with only one opponent left.
    pub(crate) draw_limit_duel: [f32; 3],
    /// The probability of a kitten at which an Attack is played even though drawing would be acceptable.
    pub(crate) attack_from: f32,
    /// The probability of a kitten at which a player who could avoid it plays See the Future first.
    pub(crate) look_from: f32,
    /// The probability of stealing a Defuse at which a pair of cats is played, without and with a Defuse in hand.
    pub(crate) pair_from: [f32; 2],
    /// Like `pair_from`, but for pairs of more valuable cards: first for useful cards such as
    /// Favor, Shuffle and See the Future, then for defensive ones such as Attack, Skip and Nope.
    pub(crate) costly_pair_from: [f32; 2],
    /// The probability of a Defuse in the target's hand at which a triple is played, unless the player is in danger.
    pub(crate) triple_from: f32,
    /// The maximum number of cards that the target of a Favor may hold.
    pub(crate) favor_max_cards: f32,
    /// The decrease in the probability of a kitten at which a Shuffle is played.
    pub(crate) shuffle_from: f32,
    /// The probability of losing the last Defuse at which a pair is Noped.
    pub(crate) nope_theft_from: f32,
    /// The probability of a kitten at which a Nope on the player's own escape, such as an Attack, a Skip or a Shuffle,
    /// is Noped in turn, without and with a Defuse in hand.
    pub(crate) renope_escape_from: [f32; 2],
    /// The amounts added to `nope_handover_from` for a Defuse in hand, for a turn-ending card such as Skip in hand, and
    /// for each turn owed after the first.
    pub(crate) nope_handover_extra: [f32; 3],
    /// The probability of a kitten at which a play is Noped because it would make this player draw next.
    pub(crate) nope_handover_from: f32,
    /// True if Favors that target the player are Noped.
    pub(crate) nopes_favors: bool,
    /// True if a Nope on the player's own pair is Noped in turn.
    pub(crate) renopes_theft: bool,
    /// The probability of a kitten at which any escape, such as an Attack, a Skip or a Shuffle, is Noped, no matter who
    /// draws next.
    pub(crate) nope_any_escape_from: f32,
    /// The share (0 to 1) of kittens that are put back where the next player will draw them.
    pub(crate) place_for_next_rate: f32,
    /// True if an Attack is preferred where a Skip would do as well.
    pub(crate) attack_before_skip: bool,
}

impl HeuristicParams {
    /// Tuned in tournaments between many parameter sets, except for `place_for_next_rate`: a rate of 1 wins most often,
    /// but only against opponents who do not notice.
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

    /// A sensible player who takes more risks, prefers Attacks to Skips, and places fewer kittens for the next player.
    pub(crate) const BOLD: HeuristicParams = HeuristicParams {
        draw_limit: [0.4, 0.6, 1.0],
        draw_limit_duel: [0.35, 0.8, 1.0],
        place_for_next_rate: 0.4,
        attack_before_skip: true,
        ..HeuristicParams::SENSIBLE
    };

    /// Returns the maximum probability of a kitten at which a player with this many Defuses still draws.
    pub(crate) fn draw_limit(&self, defuses: usize, is_duel: bool) -> f32 {
        let limits = if is_duel {
            &self.draw_limit_duel
        } else {
            &self.draw_limit
        };
        limits[defuses.min(limits.len() - 1)]
    }

    /// Returns these parameters with other limits for drawing. A boldness of 0 changes nothing, 1 accepts any risk, and
    /// -1 accepts no risk.
    pub(crate) fn with_boldness(self, boldness: f32) -> HeuristicParams {
        let moved = |limit: f32| {
            if boldness < 0.0 {
                limit * (1.0 + boldness)
            } else {
                limit + (1.0 - limit) * boldness
            }
        };
        HeuristicParams {
            draw_limit: self.draw_limit.map(moved),
            draw_limit_duel: self.draw_limit_duel.map(moved),
            ..self
        }
    }

    /// A beginner, who draws when it is too risky, steals too late, wastes Nopes, and usually puts kittens back in
    /// random places.
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
