//! The texts of each title, as a table: the messages with the title's name and effect, and its Unicode emoji. The
//! title's picture is the file in `assets/art` that is named after the title's id.

/// Passes the rows to a macro, after any other tokens. The cats, which share one message about
/// their effect, are listed separately.
macro_rules! with_cards {
    ($macro:ident { $( $others:tt )* }) => {
        $macro! {
            $( $others )*
            titles {
                ExplodingKitten: CardExplodingKitten, AboutExplodingKitten, "💥";
                Defuse: CardDefuse, AboutDefuse, "🧯";
                Attack: CardAttack, AboutAttack, "⚔️";
                Skip: CardSkip, AboutSkip, "⏭️";
                Favor: CardFavor, AboutFavor, "🙏";
                Shuffle: CardShuffle, AboutShuffle, "🔀";
                SeeTheFuture: CardSeeTheFuture, AboutSeeTheFuture, "🔮";
                Nope: CardNope, AboutNope, "🚫";
                ImplodingKitten: CardImplodingKitten, AboutImplodingKitten, "🕳️";
                AlterTheFuture: CardAlterTheFuture, AboutAlterTheFuture, "🧪";
                DrawFromTheBottom: CardDrawFromTheBottom, AboutDrawFromTheBottom, "🪜";
                FeralCat: CardFeralCat, AboutFeralCat, "🐈‍⬛";
                Reverse: CardReverse, AboutReverse, "🔄";
                TargetedAttack: CardTargetedAttack, AboutTargetedAttack, "🎯";
                StreakingKitten: CardStreakingKitten, AboutStreakingKitten, "🏃";
                SuperSkip: CardSuperSkip, AboutSuperSkip, "⏩";
                SeeTheFuture5x: CardSeeTheFuture5x, AboutSeeTheFuture5x, "🔭";
                AlterTheFuture5x: CardAlterTheFuture5x, AboutAlterTheFuture5x, "⚗️";
                SwapTopAndBottom: CardSwapTopAndBottom, AboutSwapTopAndBottom, "↕️";
                CatomicBomb: CardCatomicBomb, AboutCatomicBomb, "☢️";
                GarbageCollection: CardGarbageCollection, AboutGarbageCollection, "🚮";
                Mark: CardMark, AboutMark, "📍";
                CurseOfTheCatButt: CardCurseOfTheCatButt, AboutCurseOfTheCatButt, "🍑";
                AlterTheFutureNow: CardAlterTheFutureNow, AboutAlterTheFutureNow, "⚡";
                BarkingKitten: CardBarkingKitten, AboutBarkingKitten, "🐕";
                Bury: CardBury, AboutBury, "⚰️";
                IllTakeThat: CardIllTakeThat, AboutIllTakeThat, "🫴";
                PersonalAttack: CardPersonalAttack, AboutPersonalAttack, "🥊";
                Potluck: CardPotluck, AboutPotluck, "🍲";
                ShareTheFuture: CardShareTheFuture, AboutShareTheFuture, "🤝";
                TowerOfPower: CardTowerOfPower, AboutTowerOfPower, "🗼";
            }
            cats(AboutCat) {
                Tacocat: CardTacocat, "🌮";
                Cattermelon: CardCattermelon, "🍉";
                HairyPotatoCat: CardHairyPotatoCat, "🥔";
                BeardCat: CardBeardCat, "🧔";
                RainbowRalphingCat: CardRainbowRalphingCat, "🌈";
            }
        }
    };
}

/// Passes a list of messages, followed by the messages of the cards, to the macro `messages`.
macro_rules! messages_with_cards {
    ($( $others:tt )*) => {
        with_cards! { messages_and_rows { { $( $others )* } } }
    };
}

/// Receives the rows for `messages_with_cards`, and passes all messages to `messages`.
macro_rules! messages_and_rows {
    (
        { $( $others:tt )* }
        titles { $( $title:ident: $name:ident, $about:ident, $emoji:literal; )* }
        cats($cat:ident) { $( $other:ident: $other_name:ident, $other_emoji:literal; )* }
    ) => {
        messages! {
            $( $others )*
            $( $name, $about, )*
            $cat,
            $( $other_name, )*
        }
    };
}

pub(crate) use {messages_and_rows, messages_with_cards, with_cards};
