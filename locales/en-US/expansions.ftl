# Texts of the expansions: their cards, and the screens that only they need.

card-imploding-kitten = Imploding Kitten
    .plural = Imploding Kittens
card-alter-the-future = Alter the Future
    .plural = Alter the Future cards
card-draw-from-the-bottom = Draw from the Bottom
    .plural = Draw from the Bottom cards
card-feral-cat = Feral Cat
    .plural = Feral Cats
card-reverse = Reverse
    .plural = Reverses
card-targeted-attack = Targeted Attack
    .plural = Targeted Attacks

about-imploding-kitten = Drawn face down, it goes back into the pile face up, wherever its finder likes. Drawn face up, it is the end of you, and no Defuse helps. On top and face up, everybody sees it.
about-alter-the-future = You see the top three cards of the draw pile and put them back in any order.
about-draw-from-the-bottom = You draw the bottom card instead of the top one. That ends one turn.
about-feral-cat = Stands for any cat in a pair or a triple, with that cat or with its own kind. Does nothing alone.
about-reverse = Turns the direction of play and ends one turn without drawing. Between two, it is just a Skip.
about-targeted-attack = An Attack on a player of your choice; play goes on from them.

stake-alter = { $depth ->
    [one] **{ $player }** plays **{ $card }** to look at the top card.
   *[other] **{ $player }** plays **{ $card }** to look at the top { $depth } cards and put them in another order.
}
stake-draw-from-the-bottom = **{ $player }** plays **{ $card }** to draw the bottom card instead of the top one.
stake-reverse-last = **{ $player }** plays **{ $card }** to turn play round and end the turn without drawing. Then it would be **{ $target }**'s turn.
stake-reverse-last-you = **{ $player }** plays **{ $card }** to turn play round and end the turn without drawing. Then it would be your turn.
stake-reverse-more = **{ $player }** plays **{ $card }** to turn play round and end the turn without drawing. { $turns ->
    [one] One more turn would be left to play.
   *[other] { $turns } more turns would be left to play.
}
stake-pair-wild = **{ $player }** plays **{ $card }** with a **{ $wild }** to steal a random card from **{ $target }**.
stake-pair-wild-you = **{ $player }** plays **{ $card }** with a **{ $wild }** to steal a random card from you.
stake-triple-wild = { $count ->
    [one] **{ $player }** plays two **{ $card }** with a **{ $wild }** to demand **{ $named }** from **{ $target }**.
   *[other] **{ $player }** plays a **{ $card }** with two **{ $wild }** to demand **{ $named }** from **{ $target }**.
}
stake-triple-wild-you = { $count ->
    [one] **{ $player }** plays two **{ $card }** with a **{ $wild }** to demand **{ $named }** from you.
   *[other] **{ $player }** plays a **{ $card }** with two **{ $wild }** to demand **{ $named }** from you.
}

story-plays-on = **{ $player }** plays **{ $card }** on **{ $target }**.
story-pair-wild = **{ $player }** plays **{ $card }** with a **{ $wild }** to rob **{ $target }**.
story-triple-wild = { $count ->
    [one] **{ $player }** plays two **{ $card }** with a **{ $wild }** and wants **{ $named }** from **{ $target }**.
   *[other] **{ $player }** plays a **{ $card }** with two **{ $wild }** and wants **{ $named }** from **{ $target }**.
}
story-drew-bottom = **{ $player }** draws from the bottom and lives.
story-ordered = **{ $player }** puts the top cards back, in whatever order.
beat-imploded = The { $kitten }, face up. **{ $player }** implodes!
epitaph-imploded = folded up neatly
story-placed-up = **{ $player }** puts it back into the pile, face up.
story-imploded = **{ $player }** implodes.
story-clockwise = Play goes clockwise again.
story-reversed = Play turns round and goes the other way.

turn-reversed = **{ $player }** turned the tables.
turn-imploded = **{ $player }** imploded.
table-ordering = { $player } is rearranging the future
table-ordering-about = The top cards are in **{ $player }**'s paws. Nobody else sees what becomes of them.
table-imploding-about = Nothing has happened yet. **{ $player }** puts it back face up, somewhere in the draw pile.
play-clockwise = Clockwise, down the list
play-reversed = Counter-clockwise, up the list
pile-open-top = On top, face up for all to see: **{ $card }**
pile-open-kittens = { $kittens ->
    [one] No other kitten hides in it
   *[other] **{ $kittens }** kittens are in it, this one among them
}
pile-imploding-up = **{ $card }**: face up, somewhere below the top
pile-imploding-down = **{ $card }**: still face down
alt-open-top = Face up on top of the pile: { $card }

panel-waiting-ordering = **{ $player }** is rearranging the top cards.
place-imploding-title = The { $kitten }! You only have to put it back, face up.
order-title = Rearrange the future
order-about = Click the cards in the order in which they are to be drawn.
order-so-far = From the top: { $cards }
order-deadline = Time is up { $deadline }, then they stay as they were
order-done = Put them back like this
order-keep = Leave them as they were
hand-placeholder = Play a card: { $first } to { $last }
title-pair-with = Pair with { $card }
title-triple-with = { $count ->
    [one] Triple with a { $card }
   *[other] Triple with two { $card }
}
target-card = Whom is **{ $card }** to hit?
illegal-no-such-order = That is no order of these cards. Put each of them in one place.
combos-feral = **Feral Cat:** stands for any cat in a pair or a triple. With nothing but Feral Cats it works, too.
place-imploding-about = { $cards ->
    [0] The draw pile is empty, so there is only one place.
    [one] One card is in the draw pile. Where does it go? On top everybody sees it.
   *[other] { $cards } cards are in the draw pile. Where does it go? On top everybody sees it.
}

over-imploded = **{ $player }** · imploded at { $percent }% risk
over-chart-imploded = { $place }. { $player } ({ $mark }): imploded in turn { $turn } at { $percent }% risk{ $rescues ->
    [0] {""}
    [one] , defused 1 kitten
   *[other] , defused { $rescues } kittens
}
