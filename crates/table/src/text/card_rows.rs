//! The texts of each title, one row of a table: the messages with its name and with its effect, and its
//! Unicode emoji. The picture of a title is the file in `assets/art` that is named after it.

/// Passes the rows on to a macro, after other tokens. The titles that share the message with their effect
/// come in a list of their own.
macro_rules! with_cards {
    ($macro:ident { $( $others:tt )* }) => {
        $macro! {
            $( $others )*
            titles {
                ExplodingKitten: CardExplodingKitten = "card-exploding-kitten", AboutExplodingKitten = "about-exploding-kitten", "💥";
                Defuse: CardDefuse = "card-defuse", AboutDefuse = "about-defuse", "🧯";
                Attack: CardAttack = "card-attack", AboutAttack = "about-attack", "⚔️";
                Skip: CardSkip = "card-skip", AboutSkip = "about-skip", "⏭️";
                Favor: CardFavor = "card-favor", AboutFavor = "about-favor", "🙏";
                Shuffle: CardShuffle = "card-shuffle", AboutShuffle = "about-shuffle", "🔀";
                SeeTheFuture: CardSeeTheFuture = "card-see-the-future", AboutSeeTheFuture = "about-see-the-future", "🔮";
                Nope: CardNope = "card-nope", AboutNope = "about-nope", "🚫";
                ImplodingKitten: CardImplodingKitten = "card-imploding-kitten", AboutImplodingKitten = "about-imploding-kitten", "🕳️";
                AlterTheFuture: CardAlterTheFuture = "card-alter-the-future", AboutAlterTheFuture = "about-alter-the-future", "🧪";
                DrawFromTheBottom: CardDrawFromTheBottom = "card-draw-from-the-bottom", AboutDrawFromTheBottom = "about-draw-from-the-bottom", "🪜";
                FeralCat: CardFeralCat = "card-feral-cat", AboutFeralCat = "about-feral-cat", "🐈‍⬛";
                Reverse: CardReverse = "card-reverse", AboutReverse = "about-reverse", "🔄";
                TargetedAttack: CardTargetedAttack = "card-targeted-attack", AboutTargetedAttack = "about-targeted-attack", "🎯";
            }
            cats(AboutCat = "about-cat") {
                Tacocat: CardTacocat = "card-tacocat", "🌮";
                Cattermelon: CardCattermelon = "card-cattermelon", "🍉";
                HairyPotatoCat: CardHairyPotatoCat = "card-hairy-potato-cat", "🥔";
                BeardCat: CardBeardCat = "card-beard-cat", "🧔";
                RainbowRalphingCat: CardRainbowRalphingCat = "card-rainbow-ralphing-cat", "🌈";
            }
        }
    };
}

/// Passes a list of messages on to the macro `messages`, with those of the cards at its end.
macro_rules! messages_with_cards {
    ($( $others:tt )*) => {
        with_cards! { messages_and_rows { { $( $others )* } } }
    };
}

/// The second step of `messages_with_cards`.
macro_rules! messages_and_rows {
    (
        { $( $others:tt )* }
        titles { $( $title:ident: $name:ident = $key:literal, $about:ident = $about_key:literal, $emoji:literal; )* }
        cats($cat:ident = $cat_key:literal) { $( $other:ident: $other_name:ident = $other_key:literal, $other_emoji:literal; )* }
    ) => {
        messages! {
            $( $others )*
            $( $name = $key, $about = $about_key, )*
            $cat = $cat_key,
            $( $other_name = $other_key, )*
        }
    };
}

pub(crate) use {messages_and_rows, messages_with_cards, with_cards};
