//! How evenly distributed the outcomes of each kind of random pick are, over ten million picks of each.

use fairness::{GameChance, GameId, GameKey, PickCounts, Secret};
use rules::{Hand, HeldCard, PileCard, Randomness as _, SeatSet, Title};

use super::Measured;

const DRAWS: u64 = 10_000_000;
/// The number of picks in one game. Real games have fewer.
const DRAWS_OF_A_GAME: u64 = 10_000;
/// A fair source exceeds this many standard deviations once in a million times.
const MAX_DEVIATIONS: f64 = 4.75;

/// A kind of pick, with the number of outcomes that must be equally likely.
struct Kind {
    name: &'static str,
    outcomes: usize,
    draw: fn(&mut GameChance<'_>) -> usize,
}

const KINDS: [Kind; 12] = [
    kind("first", 5, |chance| chance.first_seat(5).index()),
    kind("shuffle: the first place of 19", 19, first_of_shuffled),
    kind("shuffle: the card in the middle", 19, |chance| {
        shuffled(chance)[9].title() as usize
    }),
    kind("steal", 19, |chance| held(chance, GameChance::steal)),
    kind("gift", 19, |chance| held(chance, GameChance::gift)),
    kind("put", 19, |chance| held(chance, GameChance::put)),
    kind("turn-up", 19, |chance| held(chance, GameChance::turn_up)),
    kind("mark", 19, |chance| chance.mark(&hand()) as usize),
    kind("aim", 5, |chance| chance.aim(SeatSet::first(5)).index()),
    kind("take", 19, |chance| chance.take(&hand()) as usize),
    kind("place", 40, |chance| chance.place(39).into()),
    kind("kitten", 9, |chance| chance.kitten(9).into()),
];

const fn kind(name: &'static str, outcomes: usize, draw: fn(&mut GameChance<'_>) -> usize) -> Kind {
    Kind {
        name,
        outcomes,
        draw,
    }
}

fn hand() -> Hand {
    Title::ALL.into_iter().take(19).collect()
}

/// Picks a card of a hand without marked cards.
fn held<'a>(
    chance: &mut GameChance<'a>,
    draw: fn(&mut GameChance<'a>, &Hand, &Hand) -> HeldCard,
) -> usize {
    draw(chance, &hand(), &Hand::EMPTY).title() as usize
}

fn shuffled(chance: &mut GameChance<'_>) -> [PileCard; 19] {
    let mut cards = std::array::from_fn(|index| PileCard::down(Title::ALL[index]));
    chance.shuffle(&mut cards);
    cards
}

fn first_of_shuffled(chance: &mut GameChance<'_>) -> usize {
    let cards = shuffled(chance);
    let place = cards.iter().position(|card| card.title() == Title::ALL[0]);
    place.unwrap_or_default()
}

/// Makes the picks, and compares the deviation of each kind with the limit.
pub(super) fn measure() -> Measured {
    let kept = KINDS.map(|kind| {
        let deviations = deviations(&count(&kind));
        let text = format!("{}: {deviations:+.2} of {MAX_DEVIATIONS}", kind.name);
        (text, deviations < MAX_DEVIATIONS)
    });
    let texts = kept.each_ref().map(|(text, _)| text.as_str());
    let text = format!(
        "chi-square over {DRAWS} draws each, in standard deviations\n{}",
        texts.join("\n")
    );
    (text, kept.iter().all(|(_, is_kept)| *is_kept))
}

/// Returns how often each outcome occurred, in games that differ in a share.
fn count(kind: &Kind) -> Vec<u64> {
    let secret = Secret::new(*b"a secret of the laboratory only.");
    let game = GameId {
        channel: 1,
        table: 1,
        game: 1,
    };
    let mut seen = vec![0; kind.outcomes];
    for share in 0..DRAWS / DRAWS_OF_A_GAME {
        let key = GameKey::derive(&secret, game, &[share]);
        let mut counts = PickCounts::default();
        let mut chance = GameChance::new(&key, &mut counts);
        for _ in 0..DRAWS_OF_A_GAME {
            seen[(kind.draw)(&mut chance)] += 1;
        }
    }
    seen
}

/// Returns by how many standard deviations chi-square exceeds its expected value, according to Wilson
/// and Hilferty.
fn deviations(seen: &[u64]) -> f64 {
    let expected = DRAWS as f64 / seen.len() as f64;
    let off = |count: &u64| (*count as f64 - expected).powi(2) / expected;
    let chi_square: f64 = seen.iter().map(off).sum();
    let freedom = (seen.len() - 1) as f64;
    let spread = 2.0 / (9.0 * freedom);
    ((chi_square / freedom).cbrt() - (1.0 - spread)) / spread.sqrt()
}
