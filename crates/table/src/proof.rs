//! The proof of a table's randomness: the secret of its next or running game, the players' shares, and the number of
//! picks. The scheme is in the crate `fairness`. A table that was opened without proofs continues without them.

use fairness::{GameChance, GameId, GameKey, PickCounts, Purpose, RandomPick, Secret};
use rules::{Event, Game, Hand, HeldCard, PileCard, Randomness, Seat, SeatSet, Title};

use crate::game_file::{FileLines, PlayedAction, PlayedGame};
use crate::ids::{InteractionId, Millis};
use crate::record::Record;
use crate::state::{Stage, State};

/// The proof of one game. Kept until the lobby of the next game opens.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Proof {
    pub(crate) game: GameId,
    pub(crate) secret: Secret,
    /// Derived from the secret and the shares; `None` before the deal.
    key: Option<GameKey>,
    counts: PickCounts,
    moves: BoundMoves,
}

/// The state of the checksum over a game's moves, which is shown once the game is over.
#[derive(Clone, Debug, PartialEq)]
enum BoundMoves {
    /// There is no checksum: the game has not been dealt, or its moves cannot be written to a file.
    Unbound,
    Running(Box<FileLines>),
    Over(String),
}

impl Proof {
    pub(crate) fn new(game: GameId, secret: Secret) -> Self {
        Self {
            game,
            secret,
            key: None,
            counts: PickCounts::default(),
            moves: BoundMoves::Unbound,
        }
    }

    /// Returns the checksum of the game's file once the game is over.
    pub(crate) fn game_sum(&self) -> Option<&str> {
        match &self.moves {
            BoundMoves::Over(sum) => Some(sum),
            BoundMoves::Unbound | BoundMoves::Running(_) => None,
        }
    }

    /// Fixes the game's randomness by adding its players' shares.
    pub(crate) fn begin(&mut self, shares: &[u64]) {
        self.counts = PickCounts::default();
        self.key = Some(GameKey::derive(&self.secret, self.game, shares));
    }

    pub(crate) fn count(&mut self, drawn: &[Purpose]) {
        for purpose in drawn {
            self.counts.add(*purpose);
        }
    }
}

impl State {
    /// Returns the id of the next game, for its commitment; `None` at a table without proofs.
    pub(crate) fn next_game(&self) -> Option<GameId> {
        self.number.map(|table| GameId {
            channel: self.channel.0,
            table,
            game: self.games + 1,
        })
    }

    /// Returns true if the next game of a table with proofs has no commitment yet.
    pub(crate) fn needs_commitment(&self) -> bool {
        let committed = self.next_proof.as_ref().or(self.proof.as_ref());
        let next = self.next_game();
        next.is_some() && committed.map(|proof| proof.game) != next
    }

    /// Commits to the next game. While the previous game's result is shown, its proof stays in effect and the new
    /// proof waits.
    pub(crate) fn apply_committed(&mut self, secret: &Secret) {
        let game = self.next_game();
        self.next_proof = game.map(|game| Box::new(Proof::new(game, secret.clone())));
        if !matches!(self.stage, Stage::Over(_)) {
            self.begin_next_proof();
        }
    }

    /// Switches to the proof of the next game, before anyone joins it.
    pub(crate) fn begin_next_proof(&mut self) {
        if let Some(next) = self.next_proof.take() {
            self.proof = Some(next);
            self.seats.clear_shares();
        }
    }

    /// Returns the proof of the game that this interaction starts; `None` at a table without proofs. All shares are
    /// known now, so the randomness is fixed.
    pub(crate) fn begun_proof(&self, interaction: Option<InteractionId>) -> Option<Box<Proof>> {
        let mut proof = self.proof.clone()?;
        proof.begin(&self.shares(interaction));
        Some(proof)
    }

    /// Returns the proof of the game dealt by this record; `None` at a table without proofs. If the game's moves can be
    /// written to a file, the proof covers them from now on.
    pub(crate) fn binding_proof(
        &self,
        (at, interaction): (Millis, Option<InteractionId>),
        record: &Record,
    ) -> Option<Box<Proof>> {
        let mut proof = self.begun_proof(interaction)?;
        let game = PlayedGame::begin(self, (at, interaction), record);
        proof.moves = game.map_or(BoundMoves::Unbound, |game| {
            BoundMoves::Running(Box::new(FileLines::begin(&game).0))
        });
        Some(proof)
    }

    /// Returns a copy of the running game before an action; `None` if no proof covers its moves.
    pub(crate) fn game_to_bind(&self) -> Option<Game> {
        let proof = self.proof.as_ref()?;
        let is_bound = matches!(proof.moves, BoundMoves::Running(_));
        let running = self.running_game().filter(|_| is_bound);
        running.map(|running| running.game.clone())
    }

    /// Adds an action to the game's checksum, if it has one. `before` is the game before the action.
    pub(crate) fn bind_move(
        &mut self,
        before: Option<Game>,
        (events, drawn): (&[Event], &[Purpose]),
        at: Millis,
    ) {
        if let (Some(proof), Some(before)) = (&mut self.proof, before)
            && let BoundMoves::Running(lines) = &mut proof.moves
        {
            let played = PlayedAction::new(at, events.to_vec(), drawn.to_vec());
            if lines.add(&before, &played).is_none() {
                proof.moves = BoundMoves::Unbound;
            }
        }
    }

    /// Completes the checksum of the running game, which is now over.
    pub(crate) fn bind_end(&mut self) {
        if let (Stage::Playing(running), Some(proof)) = (&self.stage, &mut self.proof)
            && let BoundMoves::Running(lines) = &proof.moves
        {
            proof.moves = BoundMoves::Over(lines.game_sum(&running.game));
        }
    }

    pub(crate) fn shares(&self, interaction: Option<InteractionId>) -> Vec<u64> {
        let shares = self.seats.shares().chain(interaction);
        shares.map(|share| share.0).collect()
    }

    pub(crate) fn count_draws(&mut self, drawn: &[Purpose]) {
        if let Some(proof) = &mut self.proof {
            proof.count(drawn);
        }
    }
}

pub(crate) fn random_secret(chance: &mut impl Randomness) -> Secret {
    Secret::new(std::array::from_fn(|_| chance.below(1 << 8) as u8))
}

/// Runs `play` with the game's provable randomness, or with `other` if the game has no proof. Also returns the purposes
/// of the provable picks.
pub(crate) fn draw<C: Randomness, T>(
    proof: Option<&mut Proof>,
    other: &mut C,
    play: impl FnOnce(&mut TableChance<'_, C>) -> T,
) -> (T, Vec<Purpose>) {
    let Some(Proof {
        key: Some(key),
        counts,
        ..
    }) = proof
    else {
        return (play(&mut TableChance::Unproven(other)), Vec::new());
    };
    let mut chance = TableChance::Proven(GameChance::new(key, counts));
    let played = play(&mut chance);
    let drawn = chance.into_picks();
    (played, drawn.iter().map(|drawn| drawn.purpose).collect())
}

/// The randomness of a game with or without a proof.
pub(crate) enum TableChance<'a, C> {
    Proven(GameChance<'a>),
    Unproven(&'a mut C),
}

impl<C> TableChance<'_, C> {
    fn into_picks(self) -> Vec<RandomPick> {
        match self {
            Self::Proven(chance) => chance.into_picks(),
            Self::Unproven(_) => Vec::new(),
        }
    }
}

macro_rules! either {
    ($($name:ident($($given:ident: $type:ty),*) -> $drawn:ty),* $(,)?) => {
        impl<C: Randomness> Randomness for TableChance<'_, C> {
            $(fn $name(&mut self, $($given: $type),*) -> $drawn {
                match self {
                    Self::Proven(chance) => chance.$name($($given),*),
                    Self::Unproven(chance) => chance.$name($($given),*),
                }
            })*
        }
    };
}

either! {
    below(bound: u32) -> u32,
    shuffle(cards: &mut [PileCard]) -> (),
    steal(from: &Hand, marked: &Hand) -> HeldCard,
    gift(from: &Hand, marked: &Hand) -> HeldCard,
    put(from: &Hand, marked: &Hand) -> HeldCard,
    turn_up(from: &Hand, marked: &Hand) -> HeldCard,
    mark(unmarked: &Hand) -> Title,
    aim(targets: SeatSet) -> Seat,
    take(options: &Hand) -> Title,
    place(cards_in_pile: u8) -> u8,
    kitten(kittens: u8) -> u8,
    first_seat(players: usize) -> Seat,
}
