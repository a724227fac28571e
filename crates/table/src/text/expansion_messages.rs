//! The messages of the expansions besides those of their cards, appended to the list of [`message`](super::message).

/// Passes a list of messages on to a macro, with those of the expansions at its end.
macro_rules! with_expansions {
    ($messages:ident { $( $others:tt )* }) => {
        $messages! {
            $( $others )*
            // expansions.ftl
            CombosFeral = "combos-feral",
            StakeAlter = "stake-alter" { depth: u32, player: Name<'a>, card: CardName },
            StakeDrawFromTheBottom = "stake-draw-from-the-bottom" { player: Name<'a>, card: CardName },
            StakeReverseLast = "stake-reverse-last" { player: Name<'a>, card: CardName, target: Name<'a> },
            StakeReverseMore = "stake-reverse-more" { player: Name<'a>, card: CardName, turns: u32 },
            StakePairWild = "stake-pair-wild" { player: Name<'a>, card: CardName, wild: CardName, target: Name<'a> },
            StakeTripleWild = "stake-triple-wild" { count: u32, player: Name<'a>, card: CardName, wild: CardName, named: CardName, target: Name<'a> },
            StoryPlaysOn = "story-plays-on" { player: Name<'a>, card: CardName, target: Name<'a> },
            StoryPairWild = "story-pair-wild" { player: Name<'a>, card: CardName, wild: CardName, target: Name<'a> },
            StoryTripleWild = "story-triple-wild" { count: u32, player: Name<'a>, card: CardName, wild: CardName, named: CardName, target: Name<'a> },
            StoryDrewBottom = "story-drew-bottom" { player: Name<'a> },
            StoryOrdered = "story-ordered" { player: Name<'a> },
            BeatImploded = "beat-imploded" { player: Name<'a>, kitten: CardName },
            StoryPlacedUp = "story-placed-up" { player: Name<'a> },
            StoryImploded = "story-imploded" { player: Name<'a> },
            StoryClockwise = "story-clockwise",
            StoryReversed = "story-reversed",
            TurnImploded = "turn-imploded" { player: Name<'a> },
            TurnReversed = "turn-reversed" { player: Name<'a> },
            TableOrdering = "table-ordering" { player: Name<'a> },
            TableOrderingAbout = "table-ordering-about" { player: Name<'a> },
            TableImplodingAbout = "table-imploding-about" { player: Name<'a> },
            PlayClockwise = "play-clockwise",
            PlayReversed = "play-reversed",
            PileOpenTop = "pile-open-top" { card: CardName },
            PileOpenKittens = "pile-open-kittens" { kittens: u32 },
            PileImplodingUp = "pile-imploding-up" { card: CardName },
            PileImplodingDown = "pile-imploding-down" { card: CardName },
            AltOpenTop = "alt-open-top" { card: CardName },
            PanelWaitingOrdering = "panel-waiting-ordering" { player: Name<'a> },
            PlaceImplodingTitle = "place-imploding-title" { kitten: CardName },
            PlaceImplodingAbout = "place-imploding-about" { cards: u32 },
            OrderTitle = "order-title",
            OrderAbout = "order-about",
            OrderSoFar = "order-so-far" { cards: List<Verbatim> },
            OrderDeadline = "order-deadline" { deadline: Countdown },
            OrderDone = "order-done",
            OrderKeep = "order-keep",
            HandPlaceholder = "hand-placeholder" { first: Verbatim, last: Verbatim },
            TitlePairWith = "title-pair-with" { card: CardName },
            TitleTripleWith = "title-triple-with" { card: CardName, count: u32 },
            TargetCard = "target-card" { card: CardName },
            OptionsExpansionPlayers = "options-expansion-players" { fewest: u32, most: u32 },
            OverImploded = "over-imploded" { player: Name<'a> },
            OverChartImploded = "over-chart-imploded" { place: u32, player: PlainName<'a>, mark: Verbatim, turn: u32, percent: u32, rescues: u32 },
            IllegalNoSuchOrder = "illegal-no-such-order",
        }
    };
}

pub(super) use with_expansions;
