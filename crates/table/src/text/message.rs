//! All messages as an enum: one variant for each Fluent key, with its typed arguments. The key in `locales/` is derived
//! from the variant's name: `TableTurn` becomes `table-turn`. The compiler finds unused variants;
//! [`check`](super::check) finds keys that a language lacks, and arguments that differ.

use rules::EditionId;

use super::argument::{
    BoldName, Called, CardName, CardWithEmoji, Countdown, CountedCard, DeckName, Duration,
    KnownPerson, List, Name, PlainName, Verbatim,
};
use super::card_rows::{messages_and_rows, messages_with_cards, with_cards};

/// Generates the enum of messages from a list of names and arguments.
macro_rules! messages {
    ($life:lifetime; $( $variant:ident $( { $( $field:ident : $type:ty ),* } )? , )*) => {
        /// A message and its arguments; [`Language::translate`](super::Language::translate) turns it into text.
        pub(crate) enum Message<$life> {
            $( $variant $( { $( $field: $type ),* } )? , )*
        }

        impl Message<'_> {
            pub(crate) fn key(&self) -> &'static str {
                match self {
                    $( Self::$variant { .. } => key!($variant), )*
                }
            }

            pub(crate) fn arguments(&self, language: &super::Language) -> ::fluent_bundle::FluentArgs<'static> {
                use super::argument::MessageArgument as _;
                let mut arguments = ::fluent_bundle::FluentArgs::new();
                match self {
                    $( Self::$variant $( { $( $field ),* } )? => {
                        $( $( arguments.set(stringify!($field), $field.fluent_value(language)); )* )?
                    } )*
                }
                arguments
            }
        }

        /// All keys, with the names of their arguments.
        #[cfg(any(test, feature = "text-check"))]
        pub(crate) const DECLARED_MESSAGES: &[(&str, &[&str])] = &[
            $( (key!($variant), &[ $( $( stringify!($field) ),* )? ]), )*
        ];
    };
}

macro_rules! key {
    ($variant:ident) => {{
        const KEY: Key = Key::of(stringify!($variant));
        const TEXT: &str = KEY.as_str();
        TEXT
    }};
}

/// The key of a message, built at compile time.
struct Key {
    bytes: [u8; Self::MAX_LENGTH],
    length: usize,
}

impl Key {
    const MAX_LENGTH: usize = 64;

    const fn of(variant: &str) -> Self {
        let name = variant.as_bytes();
        let (mut bytes, mut length, mut next) = ([0; Self::MAX_LENGTH], 0, 0);
        while next < name.len() {
            if next > 0 && name[next].is_ascii_uppercase() {
                bytes[length] = b'-';
                length += 1;
            }
            bytes[length] = name[next].to_ascii_lowercase();
            length += 1;
            next += 1;
        }
        Self { bytes, length }
    }

    const fn as_str(&self) -> &str {
        match str::from_utf8(self.bytes.split_at(self.length).0) {
            Ok(key) => key,
            Err(_) => panic!("a variant's name is valid UTF-8"),
        }
    }
}

messages_with_cards! {
    'a;
    // general.ftl
    ListMore { first: Verbatim, next: Verbatim }, ListLast { first: Verbatim, last: Verbatim },
    DurationSeconds { amount: u32 }, DurationMinutes { amount: u32 }, DurationHours { amount: u32 },
    ButtonBack, ButtonCancel, ButtonRules, NoticeJoined, NoticeKnocked, NoticePlayersCalled, NoticeLeftLobby, NoticeLeftToStandIn,
    NoticeLeftForGood, NoticeLeftAsleep, NoticeLeftDead, NoticeLeftLast, NoticeEnded, ServerTables,
    ServerTablesLine { number: Verbatim, link: Verbatim, used: Countdown }, ServerTablesEnd { number: Verbatim },
    NoticeTablePosted, NoticeTableAt { link: Verbatim }, NoticeNoped, NoticePassed, NoticeDone,
    NoticeTableOpened,
    NoticeOpenedIn { link: Verbatim }, PreferencesTitle, PreferencesAbout,
    PreferencesLanguage { language: Verbatim }, PreferencesHandAtTable, PreferencesDirectHand, PreferencesReminders, PreferencesNoReminders,
    PreferencesSilence { from: Verbatim, until: Verbatim }, PreferencesNoSilence, DirectLeft, DirectLeftForGood, DirectLeftDead, DirectUnwanted,
    DirectElsewhere { link: Verbatim }, ButtonComeBack, PanelDirect { link: Verbatim },
    PanelTable { link: Verbatim }, PanelNotYourMove, RefusalNoDirectMessages, RefusalOnlyAtTheTable,
    GreetingTitle, GreetingAbout, GreetingNever, ThreadName { host: PlainName<'a> },
    QuestionEnd, QuestionEndCounted, EndCounts, QuestionEndYes, QuestionLeaveToStandIn, QuestionLeaveForGood,
    QuestionLeaveAsleep, QuestionLeaveDead, QuestionLeaveLast, QuestionLeaveYes,
    QuestionEndIn { link: Verbatim, players: List<BoldName<'a>>, opened: Countdown },
    QuestionResetSettings, QuestionForget, QuestionForgetYes, NoticeForgotten, NoticeDataAttached,
    ClosedLobbyIdle { minutes: u32 }, ClosedLobbyEmpty, ClosedEnded { player: Name<'a> },
    ClosedAbandoned, ClosedAllLeft, ClosedEntryLimit, ClosedAgain,
    // cards.ftl
    EditionName, PaceFast, PaceNormal, PaceRelaxed, PaceSlow, LanguageName, LanguageAsDiscordSays,
    // lobby.ftl
    LobbyTitle, LobbyEdition { edition: EditionId, fewest: u32, most: u32 },
    LobbyEditionExact { edition: EditionId, players: u32 },
    LobbyEditionNobody { edition: EditionId }, LobbyAbout,
    LobbyPace { pace: Verbatim }, ButtonPlayNow { computers: u32 },
    LobbyHouseRules { rules: List<Verbatim> }, LobbyHouseCatPairs, LobbyHouseSpecial,
    LobbyHouseSpecialAndFive, LobbyHouseAttackAddsUp, LobbyHouseAttackResets, LobbyHouseFavorOne,
    LobbyHouseFavorEveryone, LobbyHouseSelfNope, LobbyHouseTwoDecks, LobbyHouseLeaversOut, LobbyHouseGhosts, LobbyHouseFriendly,
    LobbyFirstPerson { player: Name<'a> }, LobbySeats { taken: u32 },
    LobbySeat { player: Name<'a> }, LobbySeatHost { player: Name<'a> },
    LobbyNeedsMore { missing: u32 }, LobbyTooMany { extra: u32 }, LobbyDoesNotFit,
    LobbyReady { host: Name<'a> }, LobbyCloses { deadline: Countdown }, LobbyRematch,
    LobbyRematchAsked { players: List<Called<'a>> }, LobbyRematchStarts { deadline: Countdown },
    ButtonCallPlayers, ButtonCallMe, ButtonCallsOff, ButtonAllowCalls, ButtonNoCalls, CallsOn, CallsOff,
    CallPlayers { players: List<Verbatim>, host: BoldName<'a> }, LobbyDoorClosed, LobbyKnocking { host: Called<'a>, players: List<BoldName<'a>> }, LobbyHostAway, ButtonTakeOver,
    ButtonLetIn { player: PlainName<'a> }, ButtonDoorClose, ButtonDoorOpen, ButtonOptionsPeople, OptionsRemove, OptionsHandOver,
    OptionsPerson { player: PlainName<'a> }, ButtonJoin, ButtonLeave, ButtonImIn, ButtonNotThisTime,
    ButtonOptions, ButtonStart, SettingsTitle, SettingsAbout, SettingsEverywhere,
    SettingsChannelsFull { most: u32 },
    SettingsBoardIn { channel: Verbatim }, SettingsBoardRefused { channel: Verbatim }, ButtonBoardHere, ButtonNoBoard, SettingsOnlyIn { channels: List<Verbatim> }, ButtonOnlyHere, ButtonAlsoHere, ButtonNotHere,
    ButtonResetSettings, OptionsTitle, OptionsAbout, ButtonOptionsGame,
    ButtonOptionsHouse, ButtonOptionsLook, ButtonOptionsClose, OptionsOptionEdition { edition: EditionId },
    OptionsEditionAbout { hand: u32, fewest: u32, most: u32 },
    OptionsDecksOne, OptionsDecksTwo, OptionsDecksTwoAbout, OptionsOptionPace { pace: Verbatim },
    OptionsPaceAbout { turn: Duration, choice: Duration, window: Duration }, OptionsCombosBook,
    OptionsCombosCatPairs, OptionsCombosSpecial, OptionsCombosSpecialAndFive, OptionsAttackBook,
    OptionsAttackAddsUp, OptionsAttackAddsUpAbout, OptionsAttackResets, OptionsAttackResetsAbout,
    OptionsFavorBook, OptionsFavorOne, OptionsFavorEveryone, OptionsSelfNopeOff, OptionsSelfNopeOn, OptionsGhostsOff, OptionsGhostsOn,
    OptionsFirstRandom, OptionsFirstPerson { player: PlainName<'a> }, OptionsLeaversStandIn,
    OptionsLeaversOut, OptionsRatingRated, OptionsRatingFriendly, OptionsRatingOff,
    OptionsRatingRatedAbout, OptionsRatingFriendlyAbout, OptionsRatingOffAbout, OptionsPictures, OptionsTextFirst, OptionsTextFirstAbout,
    OptionsOptionLanguage { language: Verbatim },
    // computers.ftl
    StrengthKitten, StrengthCat, StrengthTiger, ButtonAddKitten, ButtonAddCat, ButtonAddTiger,
    LobbyAddComputer, ButtonRemoveComputer,
    LobbySeatComputer { player: Name<'a>, strength: Verbatim },
    KindKitten, KindCat, KindTiger, TableTurnComputer { player: Name<'a> },
    ButtonVoteAway { player: PlainName<'a> },
    TableVotes { votes: u32, needed: u32, player: Name<'a> }, NoticeVoted, NoticeVotedAway,
    RefusalNobodyWaits, RefusalVoteTooSoon { deadline: Countdown }, RefusalVotedAlready,
    RefusalNoComputer, OverWonByComputer { player: Name<'a> },
    RemarkLine { player: Name<'a>, remark: Verbatim }, RemarkNope { variant: u32 },
    RemarkDefuse { variant: u32 }, RemarkExplode { variant: u32 }, RemarkFarewell { variant: u32 },
    RemarkRobbed { variant: u32 }, RemarkRobs { variant: u32 }, RemarkAttacked { variant: u32 },
    RemarkDraw { variant: u32 }, ParameterComputers, ParameterStrength, ParameterWatch,
    ParameterNewComputersAbout, ParameterNewStrengthAbout, ParameterNewWatchAbout,
    // table.ftl
    TableTurn { player: Called<'a> }, TableTurnStandIn { player: Name<'a> },
    TableTurnDeadline { deadline: Countdown }, TableChoiceDeadline { deadline: Countdown },
    TablePaused, TablePausedUnseen, TurnSatDown { player: Name<'a> }, TurnDrew { player: Name<'a> },
    TurnRescued { player: Name<'a> }, TurnSkipped { player: Name<'a> },
    TurnExploded { player: Name<'a> }, TurnLeft { player: Name<'a> },
    TurnAttackedYou { turns: u32, attacker: Name<'a> },
    TurnAttacked { turns: u32, player: Name<'a>, attacker: Name<'a> },
    BeatDeath { player: Name<'a>, kitten: CardName }, BeatHidden { player: Name<'a> },
    BeatHiddenAgo { player: Name<'a>, cards: u32 },
    BeatFeud { killer: Name<'a>, victim: Name<'a>, times: u32 }, Epitaph { variant: u32 },
    BeatRescue { player: Name<'a>, kitten: CardName }, TablePlacing { player: Name<'a> },
    TablePlacingAbout { player: Name<'a> }, TableGiving { player: Name<'a> },
    TableGivingAbout { givers: List<Called<'a>>, player: Name<'a> }, TableTaking { player: Name<'a> },
    TableTakingAbout { player: Name<'a> }, TableStopping { player: Name<'a> },
    TableStoppingAbout { stopper: List<Called<'a>> }, SeatCards { cards: u32, player: Name<'a> },
    SeatCardsAway { cards: u32, player: Name<'a> }, SeatCardsLeft { cards: u32, player: Name<'a> },
    SeatOwing { turns: u32, seat: Verbatim }, SeatOut { player: Name<'a>, place: u32 },
    SeatOutEpitaph { player: Name<'a>, place: u32, epitaph: Verbatim },
    PileCards { cards: u32 }, PileOdds { cards: u32, kittens: u32, percent: u32 }, PileEmpty,
    DiscardTop { cards: List<CardWithEmoji> }, DiscardEmpty, WindowTitle,
    WindowDeadline { deadline: Countdown }, WindowPaused,
    WindowNoped { nopes: u32 }, WindowBanter { variant: u32, player: Name<'a> }, WindowStands, WindowStopped,
    WindowWaiting { players: List<Called<'a>> }, StakeSingle { player: Name<'a>, card: CardName },
    StakeAttack { player: Name<'a>, card: CardName, turns: u32, target: Name<'a> },
    StakeAttackYou { player: Name<'a>, card: CardName, turns: u32 },
    StakeSkipLast { player: Name<'a>, card: CardName, target: Name<'a> },
    StakeSkipLastYou { player: Name<'a>, card: CardName },
    StakeSkipMore { player: Name<'a>, card: CardName, turns: u32 },
    StakeFavorOne { player: Name<'a>, card: CardName, target: Name<'a> },
    StakeFavorYou { player: Name<'a>, card: CardName },
    StakeFavorEveryone { player: Name<'a>, card: CardName },
    StakeShuffle { player: Name<'a>, card: CardName },
    StakeShuffleStopped { player: Name<'a>, card: CardName, target: Name<'a> },
    StakeShuffleStoppedYou { player: Name<'a>, card: CardName },
    StakeSeeTheFuture { depth: u32, player: Name<'a>, card: CardName },
    StakePair { player: Name<'a>, card: CountedCard, target: Name<'a> },
    StakePairYou { player: Name<'a>, card: CountedCard },
    StakeTriple { player: Name<'a>, card: CountedCard, named: CardName, target: Name<'a> },
    StakeTripleYou { player: Name<'a>, card: CountedCard, named: CardName },
    StakeFive { player: Name<'a> }, ButtonHand, ButtonDraw, ButtonDrawRisk { percent: u32 },
    ButtonNope { nope: CardName }, ButtonPass, ButtonAutoPass, ButtonAutoPassOff, ButtonSlower, ButtonFaster, StoryNothing,
    // panel.ftl
    PanelTitle { cards: u32 }, PanelYourTurn, PanelYourTurnEmpty, PanelOtherTurn { player: Name<'a> }, PanelWindow, PanelWindowNothing,
    ButtonOracle, ButtonSitDown, OracleAbout, OracleNobody { cards: u32 }, OracleStands { player: Name<'a> },
    OracleStandsNobody { cards: u32 }, OracleScore { right: u32, decided: u32 },
    GhostTitle, GhostHand { player: Name<'a>, cards: Verbatim },
    PanelWindowOwn, PanelWindowPassed, PanelWaitingPlacing { player: Name<'a> },
    PanelWaitingGiving { givers: List<BoldName<'a>> }, PanelWaitingTaking { player: Name<'a> },
    PanelWaitingStopping { player: Name<'a> }, PanelOver { player: Name<'a> }, PanelOverYou, HintTurn, HintWindow, HintKitten, HintAutoPass, NoticeTapAgain, PanelOut, PanelFolded, PanelAutoPass,
    PanelKnown { cards: List<Verbatim> }, PanelKnownPlace { place: u32, card: CardWithEmoji },
    ExplainTitle, ExplainTurn, ExplainCard { cards: List<Verbatim>, about: Verbatim }, ExplainGrey,
    ButtonExplain, ButtonCardMany { card: CardName, count: u32 }, ButtonFive, ButtonAnyPlace,
    ButtonStop, TitleAbout { count: u32, card: CardName }, TitlePlay, TitlePair, TitleTriple,
    TargetFavor, TargetPair { card: CountedCard }, TargetTriple { card: CountedCard },
    TargetPlayer { cards: u32, player: PlainName<'a> },
    NamingTitle { card: CountedCard, target: Name<'a> }, NamingAbout, FiveTitle,
    FiveAbout { kitten: CardName }, FivePlaceholder, PlaceTitle { kitten: CardName },
    PlaceAbout { cards: u32 }, PlaceDeadline { deadline: Countdown }, PlaceTop, PlaceSecond,
    PlaceThird, PlaceMiddle, PlaceBottom, PlaceRandom, PlaceAnyTitle, PlacePlaceholder,
    PlaceAbove { cards: u32 }, PlaceEarlier, PlaceLater, GiveTitle { taker: Name<'a> },
    GiveQuestion { card: CardName, taker: Name<'a> }, ButtonGive { card: CardName },
    GiveDeadline { deadline: Countdown }, TakeTitle, TakeDeadline { deadline: Countdown },
    StopTitle { player: Name<'a> }, StopDeadline { deadline: Countdown },
    NewsDrew { card: CardName }, NewsSaw { cards: List<CardWithEmoji> },
    NewsStole { card: CardName, target: Name<'a> }, NewsStolen { player: Name<'a>, card: CardName },
    NewsDemanded { target: Name<'a>, card: CardName },
    NewsDemandedInVain { target: Name<'a>, card: CardName },
    NewsDemandedOfYou { player: Name<'a>, card: CardName },
    NewsGot { giver: Name<'a>, card: CardName }, NewsGave { taker: Name<'a>, card: CardName },
    // games.ftl
    ButtonStory, GamesChannel, GamesOwn, GamesNone, GamesOpen { number: Verbatim },
    GamesWonStandIn { number: Verbatim, at: Countdown, edition: DeckName, players: u32, winner: Name<'a> },
    GamesWon { number: Verbatim, at: Countdown, edition: DeckName, players: u32, winner: Name<'a> },
    GamesStopped { number: Verbatim, at: Countdown, edition: DeckName, players: u32 },
    FairYes, FairWatched, FairUnproven, FairNo { reason: Verbatim },
    FairCommitment { commitment: Verbatim }, FairSecret { secret: Verbatim }, FairSum { sum: Verbatim },
    FairShares { shares: Verbatim }, FairFile,
    ErrorNoStory, ErrorNoStep, ErrorMomentTooSoon, ErrorMomentsSpent, ErrorMomentElsewhere,
    // coach.ftl
    ButtonCoach, CoachNumbered { number: u32, sentence: Verbatim }, ButtonCoachPicture, CoachPicture { start: u32, end: u32 }, CoachLine { line: Verbatim, start: u32, end: u32 }, CoachLuckLost { cards: u32, decisions: u32 },
    CoachLuckWon { cards: u32, decisions: u32 }, CoachUnfinished, CoachNoMistake, CoachCostliest, CoachBest,
    CoachDrew { risk: u32, better: Verbatim, points: u32 }, CoachNopeSpent { nope: CardName, noped: Verbatim, points: u32 },
    CoachNopeKept { nope: CardName, noped: Verbatim, points: u32 },
    CoachDid { done: Verbatim, better: Verbatim, points: u32 },
    CoachGained { done: Verbatim, other: Verbatim, points: u32 }, CoachAbout, CoachJump { number: u32, step: u32 },
    CoachPlayOf { play: Verbatim, player: Name<'a> }, CoachValue { action: Verbatim, percent: u32 }, CoachDraw,
    CoachCards { cards: List<CardWithEmoji> }, CoachOn { cards: Verbatim, player: Name<'a> },
    CoachNaming { play: Verbatim, card: CardName }, CoachPass { nope: CardName }, CoachGive { card: CardName },
    CoachTake { card: CardName }, CoachPut { card: CardName }, CoachAim { player: Name<'a> },
    CoachOrder { cards: List<CardWithEmoji> }, CoachBlind,
    // standings.ftl
    BoardTitle { window: Verbatim, measure: Verbatim }, BoardPastWeek { monday: Verbatim },
    BoardPastMonth { month: u32, year: Verbatim }, BoardPastSeason { season: u32, year: Verbatim }, BoardNobody, BoardBeyond,
    BoardUnrated { placing: u32 }, BoardRated { rated: u32, needed: u32 }, BoardPlacing { people: List<Verbatim> },
    BoardPlacingPerson { person: KnownPerson<'a>, games: u32, placing: u32 }, BoardCheated { times: u32 },
    BoardRow { rank: Verbatim, person: KnownPerson<'a>, value: Verbatim, games: u32 }, BoardYou { row: Verbatim },
    BoardYouBelow { row: Verbatim }, BoardPage { page: u32, pages: u32 }, BoardAbout,
    BoardComputers { computers: List<Verbatim> },
    BoardComputer { strength: Verbatim, wins: u32, games: u32 }, BoardPercent { percent: u32 },
    WindowWeek, WindowMonth, WindowSeason, WindowEver,
    MeasureRating, MeasureWins, MeasureNopes, MeasureSurvivedOdds,
    ButtonHigher, ButtonLower, ButtonEarlier, ButtonLater, ButtonBoard, ButtonStats, ButtonStatsAll,
    StatsTitle { person: KnownPerson<'a> }, StatsTitleAll, StatsNothing,
    StatsGames { games: u32, wins: u32, expected: Verbatim }, StatsTenths { whole: u32, tenth: u32 }, StatsPoints { points: Verbatim },
    StatsPlacing { games: u32, placing: u32 }, StatsPlaces { players: u32, places: Verbatim }, StatsMedals { places: Verbatim },
    StatsExploded { exploded: u32 }, StatsImploded { imploded: u32 }, StatsLeft { left: u32 }, StatsOwnGoals { own: u32 },
    StatsVictim { person: KnownPerson<'a>, times: u32 }, StatsNemesis { person: KnownPerson<'a>, times: u32 },
    StatsNopes { nopes: u32 }, StatsNoped { noped: u32 }, StatsTaken { taken: u32 }, StatsLost { lost: u32 },
    EveningTitle { games: u32 }, EveningWins { scores: List<Verbatim> }, EveningShave { player: Name<'a>, percent: u32 },
    EveningGame { number: u32, players: List<Verbatim> }, EveningWon { player: PlainName<'a> },
    EveningExploded { player: PlainName<'a> }, EveningImploded { player: PlainName<'a> }, EveningLeft { player: PlainName<'a> },
    ButtonEvening, ButtonShowHere, ErrorCardTooSoon,
    StatsDecisions { points: u32, games: u32, mean: u32 }, StatsCostliest { mistakes: Verbatim }, MistakeDrewTooBold,
    MistakeTooCautious, MistakeNopeSpent, MistakeNopeKept, MistakeDefuseGiven, MistakeKittenPlaced, MistakeWrongChoice,
    StatsShave { percent: u32 }, StatsEvening { day: Verbatim, wins: u32, games: u32 }, ErrorNoStats, ErrorNoCalls,
    StatsBadges { badges: List<Verbatim> }, ButtonBadges, ButtonCurve,
    StatsCurve { games: u32, first: Verbatim, highest: Verbatim, lowest: Verbatim, newest: Verbatim },
    BadgesTitle { person: KnownPerson<'a>, badges: u32, all: u32 }, BadgesTitleAll { badges: u32, all: u32 }, BadgesNone,
    BadgeEarlyExit, BadgeIdler, BadgeLastWord, BadgeGardener, BadgeFishBone, BadgeNineLives, BadgeSpeechless,
    BadgeSoupKitchen, BadgeBrickWall, BadgeHoarder, BadgeBoomerang, BadgeStatisticallyDead, BadgeBlackHole,
    BadgeGraveGoods, BadgeGoodKitty, BadgeYesActually, BadgeCoinOnEdge, BadgeThoughtfulHost, BadgeRunnerUp,
    BadgeLastPurr, ReasonEarlyExit, ReasonIdler, ReasonLastWord, ReasonGardener, ReasonFishBone, ReasonNineLives,
    ReasonSpeechless, ReasonSoupKitchen, ReasonBrickWall, ReasonHoarder, ReasonBoomerang, ReasonStatisticallyDead,
    ReasonBlackHole, ReasonGraveGoods, ReasonGoodKitty, ReasonYesActually, ReasonCoinOnEdge, ReasonThoughtfulHost,
    ReasonRunnerUp, ReasonLastPurr,
    CommandStats, CommandStatsAbout, CommandLeaderboard, CommandLeaderboardAbout, ParameterHidden,
    ParameterMeHiddenAbout, ParameterPerson, ParameterStatsPersonAbout, ParameterWindow,
    ParameterLeaderboardWindowAbout, PreferencesShown, PreferencesHidden,
    // daily.ftl
    CommandToday, CommandTodayAbout, DailyTitle { day: u32 }, DailyCommitment { id: Verbatim, commitment: Verbatim }, DailyAbout { ends: Countdown },
    DailySeats { seats: List<Verbatim> }, DailySeat { player: BoldName<'a>, cards: u32 },
    DailyLine { day: u32, place: Verbatim, turns: u32 }, DailyPlace { place: u32 },
    DailyStreak { days: u32 }, DailyBoard, DailyRow { rank: u32, player: Name<'a>, place: Verbatim, turns: u32 },
    DailyNext { ends: Countdown }, DailyProof { day: u32 }, DailyProofAbout { id: Verbatim },
    DailyPost { player: BoldName<'a>, line: Verbatim }, DailyInARow { days: u32 }, DailyBetter { percent: u32 },
    ButtonDailyToday, DailyDeath { kitten: CardName, percent: u32 }, DailyDeathOwn, ButtonDailyResult, ButtonDailyStory,
    ButtonDailyPlay, ButtonDailyPost, ButtonDailyProof,
    ErrorDailyPosted, ErrorDailySpent, ErrorDailyUntold,
    // practice.ftl
    CommandPractice, CommandPracticeAbout, ParameterPracticeEditionAbout, ParameterPracticeComputersAbout,
    ParameterPracticeStrengthAbout, PracticeTitle, PracticeAbout, PracticeRunning, PracticeGame { deck: DeckName },
    PracticeLesson, PracticeOpponents { count: u32 },
    PracticeResult { place: Verbatim, players: u32, turns: u32 },
    LessonLook { card: CardName }, LessonAvoid { card: CardName }, LessonDrawKitten { card: CardName }, LessonDraw,
    LessonDrawSafely, LessonSteal, LessonDie,
    LessonNope { card: CardName }, LessonPass, LessonHide, LessonWon, LessonLost,
    ButtonPracticeGoOn, ButtonPracticeDeal, ButtonPracticeLearn, ButtonPracticeAgain, ButtonPracticeChange,
    // replay.ftl
    StoryCards, StoryNobodyWon, StoryHand { player: Name<'a>, cards: List<Verbatim> },
    StoryHandEmpty { player: Name<'a> }, StoryPile { cards: List<Verbatim> },
    StoryHid { cards: u32, player: Name<'a>, kitten: CardName }, StoryHidKilled { player: Name<'a> },
    StoryHidDefused { player: Name<'a> }, StoryHidMixed, StoryHidLeft, StoryHidGone,
    StoryShown { line: Verbatim, shown: List<Verbatim> }, StoryMore { lines: u32 },
    StoryStep { step: u32 }, StoryMoment { step: u32, player: Name<'a> }, StoryMomentDeath { player: Name<'a>, percent: u32 }, StoryTurn { player: Name<'a> },
    StorySeat { player: Name<'a>, percent: u32 }, StoryOpenHand { cards: List<Verbatim> },
    ButtonCards, ButtonReplay, ButtonFair, ButtonFirst, ButtonForward, ButtonLast, ButtonMoment,
    StoryJump, StoryJumpEarlier, StoryJumpDeath { step: u32, player: PlainName<'a> },
    StoryJumpRescue { step: u32, player: PlainName<'a> },
    StoryTold { step: u32, line: Verbatim },
    StoryJumpHid { step: u32, player: PlainName<'a> }, StoryJumpSheltered { step: u32, player: PlainName<'a> },
    StoryJumpGave { step: u32, giver: PlainName<'a>, player: PlainName<'a> }, StoryJumpLooked { step: u32, player: PlainName<'a> },
    StoryJumpStole { step: u32, thief: PlainName<'a>, player: PlainName<'a> },
    StoryJumpNopes { step: u32, nope: CardName },
    StoryJumpAttack { step: u32, attacker: PlainName<'a>, player: PlainName<'a> },
    // story.ftl
    StoryPlays { player: Name<'a>, card: CardName },
    StoryAttacked { turns: u32, attacker: Name<'a>, player: Name<'a> },
    StoryFavor { player: Name<'a>, card: CardName, target: Name<'a> },
    StoryPair { player: Name<'a>, card: CountedCard, target: Name<'a> },
    StoryTriple { player: Name<'a>, card: CountedCard, named: CardName, target: Name<'a> },
    StoryFive { player: Name<'a> }, StoryNope { player: Name<'a>, nope: CardName },
    StoryCounter { player: Name<'a> }, StoryStopped, StorySaw { cards: u32, player: Name<'a> },
    StoryShuffled, StoryStole { player: Name<'a>, target: Name<'a> },
    StoryHit { target: Name<'a>, player: Name<'a>, named: CardName },
    StoryMiss { target: Name<'a>, named: CardName, player: Name<'a> },
    StoryGave { giver: Name<'a>, taker: Name<'a> }, StoryTook { player: Name<'a>, card: CardName },
    StoryFizzled, StoryDrew { player: Name<'a> },
    StoryDrewKitten { player: Name<'a>, card: CardName },
    StoryDefused { player: Name<'a>, card: CardName }, StoryPlaced { player: Name<'a> },
    StoryExploded { player: Name<'a> }, StoryLeft { player: Name<'a> },
    StoryLeftAlone { player: Name<'a> }, StoryLapsed { player: Name<'a> },
    StorySaidStop { player: Name<'a> }, StoryLate { player: Name<'a> },
    StoryWon { player: Name<'a> },
    // end.ftl
    OverTitle { player: Name<'a> }, OverKiller { killer: Name<'a>, victim: Name<'a>, times: u32 }, OverTitleStandIn { player: Name<'a> }, PanelOverStandIn { player: Name<'a> },
    OverChartStandIn { place: u32, player: PlainName<'a>, mark: Verbatim }, OverWon { player: Name<'a>, percent: u32, rescues: u32 },
    OverExploded { player: Name<'a>, percent: u32 }, OverLeft { player: Name<'a> },
    OverHiddenBy { player: Name<'a> }, OverHiddenOwn, OverTurns { turns: u32 },
    OverNopes { nopes: u32 }, OverChain { nopes: u32 },
    AwardClosestShave { player: Name<'a>, amount: u32 }, AwardRescues { player: Name<'a>, amount: u32 },
    AwardNopes { player: Name<'a>, amount: u32 }, AwardStolen { player: Name<'a>, amount: u32 },
    AwardRobbed { player: Name<'a>, amount: u32 }, AwardHeldDefuse { player: Name<'a>, amount: u32 },
    OverSeries { scores: List<Verbatim> }, OverSeriesWins { player: Name<'a>, wins: u32 },
    OverOracle { player: Name<'a>, right: u32, decided: u32 },
    OverRatings { ratings: Verbatim }, OverChange { player: Name<'a>, change: Verbatim }, OverPlacing { games: u32, placing: u32 }, OverBadges { badges: Verbatim },
    OverChart { turns: u32 },
    OverChartWon { place: u32, player: PlainName<'a>, mark: Verbatim, percent: u32, rescues: u32 },
    OverChartExploded { place: u32, player: PlainName<'a>, mark: Verbatim, turn: u32, percent: u32, rescues: u32 },
    OverChartLeft { place: u32, player: PlainName<'a>, mark: Verbatim, turn: u32, percent: u32, rescues: u32 },
    MarkFish, MarkYarn, MarkBell, MarkMouse, MarkMilk, MarkFeather, MarkBox, MarkButterfly,
    MarkCactus, ButtonRematch, ButtonNewTable,
    // refusals.ftl
    RefusalNotSeated, RefusalAlreadySeated, RefusalSeatedInLobby,
    RefusalEarlierGame { link: Verbatim }, RefusalEarlierGameRunning { link: Verbatim }, RefusalTooOften, RefusalTableFull, RefusalHostOnly, RefusalRemovedFromLobby, RefusalHostIsHere, RefusalCalledAlready,
    RefusalHostOrModeratorOnly, RefusalTooFewPlayers, RefusalTooManyPlayers, RefusalOptionsDoNotFit,
    RefusalNotAtTheTable, RefusalNotStarted, RefusalAlreadyStarted, RefusalGameOver, RefusalNotOver,
    RefusalClosed, RefusalMovedOn, RefusalNopedAlready, RefusalWindowOver,
    RefusalMorePeopleThanThat, RefusalNotRatedHere, RefusalLeftForGood, RefusalNoAccess, RefusalMayNotWrite,
    RefusalThreadLocked, RefusalCannotWrite { reason: Name<'a>, code: Verbatim }, RefusalNotShown, ErrorNoGame, ErrorGameExists { link: Verbatim },
    ErrorMissingView, ErrorMissingSend, ErrorMissingSendInThreads, ErrorMissingCreateThreads,
    ErrorMissingEmbedLinks, ErrorMissingAttachFiles, ErrorMissingConnect, ErrorNotInThread, ErrorRateLimited, ErrorServersOnly,
    ErrorUnknownButton, ErrorUnknownCard, ErrorUnknownValue, ErrorAtCapacity, ErrorTooManyHosted,
    ErrorTooManyWatched, ErrorMayNotOpenThreads, ErrorNotAMember { link: Verbatim }, ErrorAloneOnly { link: Verbatim },
    ErrorNoThreadsHere, ErrorThreadsFull, ErrorThreadNameBlocked, ErrorMayNotPost, ErrorRefusedByDiscord,
    ErrorManageServerOnly,
    ErrorOtherChannels { channels: List<Verbatim> }, ErrorInternal, IllegalDead, IllegalNotYourTurn,
    IllegalWindowOpen, IllegalWaiting, IllegalNoSuchCard, IllegalNotThisEdition, IllegalNotAlone,
    IllegalNoSuchCombo, IllegalNotDifferent, IllegalTargetMissing, IllegalTargetNotWanted,
    IllegalTargetSelf, IllegalTargetDead, IllegalTargetEmpty, IllegalNobodyHasCards,
    IllegalNotAskable, IllegalNothingToNope, IllegalOwnCardOnTop, IllegalAlreadyPassed,
    IllegalNotAsked, IllegalNoSuchPlace, IllegalNotInDiscard, IllegalPileEmpty,
    // rules.ftl
    RulesTitleGuide { edition: DeckName }, RulesTitleCards { edition: DeckName },
    RulesTitleCombos { edition: DeckName }, RulesTitleWindow, RulesTitleHouse,
    RulesTitleCard { card: CardName, edition: DeckName }, RulesNoSuchCard, RulesOtherCards { cards: Verbatim }, RulesTabGuide,
    RulesTabCards, RulesTabCombos, RulesTabWindow, RulesTabHouse, RulesTitleAbout, RulesTabAbout, BotOperator { text: Verbatim },
    BotContact { text: Verbatim }, BotPrivacy { text: Verbatim }, BotTerms { text: Verbatim },
    BotSource { text: Verbatim }, BotVersion { text: Verbatim }, GuideAim, GuideTurn, GuideDefuse,
    GuideKittens, GuideSetupNone, GuideSetup { hand: u32, fewest: u32, most: u32 },
    GuideSetupExact { hand: u32, players: u32 }, GuideSpecial, GuideHere, GuideUnofficial,
    CombosWhen, CombosPair, CombosCatPair, CombosTriple, CombosFive, CombosCats, CombosEmpty, CombosNope,
    WindowWhat, WindowChain, WindowOwn, WindowPass, WindowLate, WindowNever, WindowSecret, HouseHow,
    HouseCombos, HouseAttack, HouseFavor, HouseSelfNope, HouseDecks, HouseLeavers, HouseGhosts, HouseOracle, HouseRating,
    // recipes.ftl
    AboutSeeTheFutureOne, AboutCatPairs, RecipeUnnamed, RecipeHouse, RecipeLabel { recipe: PlainName<'a> }, RecipeCopies { card: CardName, amount: u32 }, RecipeBox { card: CardName, amount: u32 }, RecipeHazard { card: CardName, amount: u32 },
    RecipeHazardFewer { card: CardName, amount: u32 }, RecipeAtLeast { card: CardName, amount: u32 }, RecipeDealt { amount: u32 }, RecipeStash { amount: u32 },
    RecipeDepth { card: CardName, amount: u32 }, RecipeSpareBefore, RecipeSpareAfter, RecipeSpareNoLimit,
    RecipeSpareLimit { players: u32 }, RecipeSparesKept { amount: u32 }, RecipeShuffleAtOnce,
    RecipeShuffleStopped, RecipeDeadDiscarded, RecipeDeadSetAside,
    RecipeErrorCopies { card: CardName, found: u32, most: u32 }, RecipeErrorCards { found: u32, most: u32 },
    RecipeErrorTitles { found: u32, most: u32 }, RecipeErrorPlayers { least: u32, most: u32 },
    RecipeErrorDepth { card: CardName, most: u32 }, RecipeErrorSetAside { card: CardName },
    RecipeErrorSingle { card: CardName },
    RecipeErrorHazardCopies { card: CountedCard, players: u32, least: u32 },
    RecipeErrorFewHazards { card: CardName, players: u32, least: u32 },
    RecipeErrorManyHazards { card: CardName, players: u32, most: u32 },
    RecipeErrorDefuses { card: CountedCard, players: u32, least: u32 }, RecipeErrorStash { most: u32 },
    RecipeErrorDealt { players: u32, most: u32 }, RecipeCookbook, RecipeCookbookAbout, RecipeShelfOwn,
    RecipeShelfServer, RecipeShelfBuiltIn, RecipeShelfBoxes, ButtonRecipesAll, ButtonRecipesListed,
    RecipeTitle { recipe: DeckName }, RecipeNew, RecipeFacts { cards: u32, players: Verbatim },
    RecipeFactsNobody { cards: u32 }, RecipeRisk { percent: Verbatim },
    RecipeTrialTurns { games: u32, players: u32, turns: Verbatim }, RecipeTrialSeats { shares: Verbatim },
    RecipeTrialEnds { exploded: Verbatim, imploded: Verbatim, barked: Verbatim }, RecipeGroup,
    RecipeTry, RecipeTryWith { players: u32 }, ButtonRecipeSave, ButtonRecipeDelete, ButtonRecipeToServer,
    ButtonRecipeOffServer, ButtonRecipeShare, ButtonRecipeOpen, RecipeUnchanged { edition: EditionId },
    RecipeChanges { edition: EditionId, changes: Verbatim }, RecipeNameTitle, RecipeNameLabel,
    LobbyRecipe { recipe: DeckName, edition: EditionId, players: Verbatim },
    LobbyRecipeNobody { recipe: DeckName }, RecipeBuiltIn, RecipeBuiltInAbout,
    ErrorRecipeCode, ErrorRecipeLater, ErrorRecipeDamaged, ErrorRecipeUnknown, ErrorRecipesFull { most: u32 },
    ErrorRecipeName, ErrorRecipesListed,
    CommandRecipe, CommandRecipeAbout, ParameterRecipe, ParameterNewRecipeAbout, ParameterRecipeRecipeAbout,
    // pictures.ftl
    AltCard { card: CardName }, AltStake { card: CardName }, AltDrawn { card: CardName },
    AltOwnKitten { card: CardName },
    AltWinner { player: PlainName<'a> },
    PanelCards { cards: List<Verbatim> },
    // commands.ftl
    MenuStatistics, MenuStory, CommandKittens, CommandKittensAbout, CommandNew, CommandNewAbout, CommandJoin, CommandJoinAbout,
    CommandLeave, CommandLeaveAbout, CommandHand, CommandHandAbout, CommandTable, CommandTableAbout,
    CommandRules, CommandRulesAbout, CommandMe, CommandMeAbout, CommandSettings,
    CommandSettingsAbout, CommandEnd, CommandEndAbout, CommandGames, CommandGamesAbout, ParameterEdition, ParameterPace,
    ParameterCard, ParameterLanguage, ParameterThread, ParameterNewEditionAbout,
    ParameterNewPaceAbout, ParameterNewLanguageAbout, ParameterNewThreadAbout,
    ParameterMeLanguageAbout, ParameterTextFirst, ParameterMeTextFirstAbout, ParameterDirectHand,
    ParameterMeDirectHandAbout, ParameterPrivacy, ParameterMePrivacyAbout, PrivacyData,
    PrivacyForget, ParameterRulesEditionAbout, ParameterRulesCardAbout,
    // expansions.ftl
    CombosFeral, StakeAlter { depth: u32, player: Name<'a>, card: CardName },
    StakeDrawFromTheBottom { player: Name<'a>, card: CardName },
    StakeReverseLast { player: Name<'a>, card: CardName, target: Name<'a> },
    StakeReverseLastYou { player: Name<'a>, card: CardName },
    StakeReverseMore { player: Name<'a>, card: CardName, turns: u32 },
    StakePairWild { player: Name<'a>, card: CardName, wild: CardName, target: Name<'a> },
    StakePairWildYou { player: Name<'a>, card: CardName, wild: CardName },
    StakeTripleWild { count: u32, player: Name<'a>, card: CountedCard, wild: CountedCard, named: CardName, target: Name<'a> },
    StakeTripleWildYou { count: u32, player: Name<'a>, card: CountedCard, wild: CountedCard, named: CardName },
    StoryPlaysOn { player: Name<'a>, card: CardName, target: Name<'a> },
    StoryPairWild { player: Name<'a>, card: CardName, wild: CardName, target: Name<'a> },
    StoryTripleWild { count: u32, player: Name<'a>, card: CountedCard, wild: CountedCard, named: CardName, target: Name<'a> },
    StoryDrewBottom { player: Name<'a> }, StoryOrdered { player: Name<'a> },
    BeatImploded { player: Name<'a>, kitten: CardName }, EpitaphImploded, StoryPlacedUp { player: Name<'a> },
    StoryImploded { player: Name<'a> }, StoryClockwise, StoryReversed,
    TurnImploded { player: Name<'a> }, TurnReversed { player: Name<'a> },
    TableOrdering { player: Name<'a> }, TableOrderingAbout { player: Name<'a> },
    TableImplodingAbout { player: Name<'a> }, PlayClockwise, PlayReversed,
    PileOpenTop { card: CardName }, PileOpenKittens { kittens: u32 },
    PileImplodingUp { card: CardName }, PileImplodingDown { card: CardName },
    AltOpenTop { card: CardName }, PanelWaitingOrdering { player: Name<'a> },
    PlaceImplodingTitle { kitten: CardName }, PlaceImplodingAbout { cards: u32 }, OrderTitle,
    OrderAbout, OrderSoFar { cards: List<Verbatim> }, OrderDeadline { deadline: Countdown },
    OrderDone, OrderKeep, HandPlaceholder { first: Verbatim, last: Verbatim },
    TitlePairWith { card: CardName }, TitleTripleWith { card: CountedCard, count: u32 },
    TargetCard { card: CardName },
    OverImploded { player: Name<'a>, percent: u32 },
    OverChartImploded { place: u32, player: PlainName<'a>, mark: Verbatim, turn: u32, percent: u32, rescues: u32 },
    IllegalNoSuchOrder,
    StakeSkipAll { player: Name<'a>, card: CardName, target: Name<'a> },
    StakeSkipAllYou { player: Name<'a>, card: CardName },
    StakeSwap { player: Name<'a>, card: CardName },
    StakeRaiseKittens { player: Name<'a>, card: CardName },
    StakeCollect { player: Name<'a>, card: CardName },
    StakeMark { player: Name<'a>, card: CardName, target: Name<'a> },
    StakeMarkYou { player: Name<'a>, card: CardName },
    StakeCurse { player: Name<'a>, card: CardName, target: Name<'a> },
    StakeCurseYou { player: Name<'a>, card: CardName },
    StoryMarked { player: Name<'a>, card: CardName }, StoryMarkGone { player: Name<'a>, card: CardName },
    StoryCursed { player: Name<'a> }, StoryCurseEnded { player: Name<'a> },
    StoryTurnedUp { player: Name<'a>, cards: List<Verbatim> },
    StoryWentOff { player: Name<'a>, kittens: u32 }, StoryEndsSwapped,
    StoryKittensRaised { kittens: u32 }, StoryPut { player: Name<'a> },
    TablePlacingCalled { players: List<Called<'a>> }, TableCollecting, TableCollectingAbout { players: List<Called<'a>> },
    TableAiming { player: Name<'a> }, TableAimingAbout { player: Name<'a> },
    SeatBlind, SeatMarked { cards: List<CardWithEmoji> }, SeatBlindMarked { cards: List<CardWithEmoji> },
    ExplainOthers { cards: List<Verbatim> }, PanelBlind, PanelMarked { cards: List<CardWithEmoji> }, PanelWaitingAiming { player: Name<'a> },
    ButtonPlayBlindly, ButtonGiveBlindly, ButtonPutBlindly, ButtonPut { card: CardName },
    PutTitle, PutQuestion { card: CardName }, GiveBlindTitle { taker: Name<'a> },
    AimDeadline { deadline: Countdown },
    NewsSheltered { card: CardName, shelter: CardName }, NewsPut { card: CardName },
    IllegalTargetBlind, IllegalTargetMarked, IllegalBlind, IllegalNotBlind,
    StakeShare { player: Name<'a>, card: CardName, target: Name<'a> },
    StakeShareYou { player: Name<'a>, card: CardName },
    StakeAddTurns { player: Name<'a>, card: CardName, turns: u32 },
    StakeBury { player: Name<'a>, card: CardName },
    StakeClaim { player: Name<'a>, card: CardName, target: Name<'a> },
    StakeClaimYou { player: Name<'a>, card: CardName },
    StakeStack { player: Name<'a>, card: CardName },
    StakeWearTower { player: Name<'a>, card: CardName, stash: u32 },
    StoryLifted { player: Name<'a> }, StoryBuried { player: Name<'a> }, StoryStacked,
    StoryClaimed { player: Name<'a>, target: Name<'a> },
    StoryDrewFor { player: Name<'a>, taker: Name<'a> },
    StoryTookKitten { player: Name<'a>, card: CardName },
    StoryTowerWorn { player: Name<'a>, card: CardName },
    StoryStashRobbed { player: Name<'a>, target: Name<'a> },
    StoryStashDiscarded { count: u32, player: Name<'a>, cards: List<CardWithEmoji> },
    StoryBarked { target: Name<'a> },
    StoryBarkedBoth { player: Name<'a>, target: Name<'a> },
    StoryBarkedInVain { player: Name<'a> }, StoryTurnsAdded { player: Name<'a>, turns: u32 },
    TurnBuried { player: Name<'a> },
    TableBurying { player: Name<'a> }, TableBuryingAbout { player: Name<'a> },
    TableSharingAbout { player: Name<'a>, target: Name<'a> },
    TableOrderingCalled { players: List<Called<'a>> }, TableTakingKittenAbout { players: List<Called<'a>> },
    TableStacking, TableStackingAbout { players: List<Called<'a>> },
    SeatClaimed { player: Name<'a> }, SeatBarks { card: CardName }, SeatTower { cards: u32 }, PileStash { cards: u32 },
    PanelWaitingBurying { player: Name<'a> },
    BuryTitle { card: CardName }, BuryAbout { cards: u32 }, StackTitle, OrderShared { player: Name<'a> },
    NewsLifted { card: CardName }, NewsDrewFor { card: CardName, taker: Name<'a> },
    IllegalTargetClaimed, IllegalNextCardClaimed,
}
