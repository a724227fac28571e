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

# Streaking Kittens
card-streaking-kitten = Streaking Kitten
    .plural = Streaking Kittens
card-super-skip = Super Skip
    .plural = Super Skips
card-see-the-future5x = See the Future (5x)
    .plural = See the Future (5x) cards
card-alter-the-future5x = Alter the Future (5x)
    .plural = Alter the Future (5x) cards
card-swap-top-and-bottom = Swap Top and Bottom
    .plural = Swap Top and Bottom cards
card-catomic-bomb = Catomic Bomb
    .plural = Catomic Bombs
card-garbage-collection = Garbage Collection
    .plural = Garbage Collections
card-mark = Mark
    .plural = Marks
card-curse-of-the-cat-butt = Curse of the Cat Butt
    .plural = Curses of the Cat Butt

about-streaking-kitten = While you hold it, one Exploding Kitten that you draw stays in your hand, unnoticed. Lose this card, and that kitten goes off.
about-super-skip = Ends all your turns without drawing. Owed four after an Attack? Now you owe none.
about-see-the-future5x = You see the top five cards of the draw pile.
about-alter-the-future5x = You see the top five cards of the draw pile and put them back in any order.
about-swap-top-and-bottom = The top and the bottom card of the draw pile change places, unseen. A kitten on top? Not any more.
about-catomic-bomb = The Exploding Kittens of the draw pile are shown and put on top, the rest is shuffled. Ends one turn: the next player draws one.
about-garbage-collection = Everybody with cards puts one into the draw pile, unseen, even a kitten hidden in the hand. Then it is shuffled.
about-mark = A random card of a player of your choice is turned round. All see it until it leaves that hand: a Defuse is worth a pair.
about-curse-of-the-cat-butt = A player of your choice no longer sees their hand and plays at random: a Nope turned up is lost. It ends when they draw and live.

stake-skip-all = **{ $player }** plays **{ $card }** to end all their turns without drawing. Then it would be **{ $target }**'s turn.
stake-skip-all-you = **{ $player }** plays **{ $card }** to end all their turns without drawing. Then it would be your turn.
stake-swap = **{ $player }** plays **{ $card }**. The top and the bottom card of the draw pile would change places.
stake-raise-kittens = **{ $player }** plays **{ $card }**. All kittens of the draw pile would go on top, and one turn would end without drawing.
stake-collect = **{ $player }** plays **{ $card }**. Everybody with cards would have to put one into the draw pile.
stake-mark = **{ $player }** plays **{ $card }** to turn round a random card of **{ $target }** for all to see.
stake-mark-you = **{ $player }** plays **{ $card }** to turn round a random card of yours for all to see.
stake-curse = **{ $player }** plays **{ $card }**. **{ $target }** would no longer see their cards.
stake-curse-you = **{ $player }** plays **{ $card }**. You would no longer see your cards.

story-marked = All see it now: **{ $player }** holds **{ $card }**.
story-mark-gone = The marked **{ $card }** leaves **{ $player }**'s hand.
story-cursed = **{ $player }** sees nothing but cat butts.
story-curse-ended = **{ $player }** sees their cards again.
story-turned-up = **{ $player }** turns up blindly: { $cards }
story-went-off = { $kittens ->
    [one] Nothing hides the kitten in **{ $player }**'s hand any more. It goes off!
   *[other] Nothing hides the { $kittens } kittens in **{ $player }**'s hand any more. They go off!
}
story-ends-swapped = The top and the bottom card change places.
story-kittens-raised = { $kittens ->
    [0] No kitten in the draw pile. Much fuss, just a shuffle.
    [one] One kitten sits on top of the draw pile now.
   *[other] { $kittens } kittens sit on top of the draw pile now.
}
story-put = **{ $player }** throws a card in.

table-placing-called = It went off in the hand of { $players }, who now hides it anywhere in the draw pile.
table-collecting = Garbage day
table-collecting-about = A card from each of you goes into the draw pile, unseen. Still missing: { $players }
table-aiming = { $player } aims blindfolded
table-aiming-about = The card is on the table, but whom will it hit? **{ $player }** decides.
seat-blind = Sees no cards
seat-marked = Marked: { $cards }
seat-blind-marked = Sees no cards but these: { $cards }

explain-others = The rules explain the rest: { $cards }
panel-blind = Your cards show you their behinds. Draw and live, and you see them again.
panel-marked = Everybody sees: { $cards }
panel-waiting-aiming = **{ $player }** is choosing a target.
button-play-blindly = Play one blindly
button-give-blindly = Give one blindly
button-put-blindly = Throw one in blindly
button-put = Throw { $card } in
put-title = Garbage day! Which card do you throw into the draw pile?
put-question = Throw your { $card } away? It is what saves you.
give-blind-title = **{ $taker }** gets a card from you. Which one, nobody can see.
aim-deadline = Random target { $deadline }
news-sheltered = You drew an **{ $card }**, and nobody noticed: your **{ $shelter }** hides it. Keep a straight face.
news-put = You threw **{ $card }** into the draw pile.
illegal-target-blind = That player sees no cards already. Choose one who does.
illegal-target-marked = All cards of that player are marked already. Choose another one.
illegal-blind = You don't see your cards. Play one blindly, or draw.
illegal-not-blind = You see your cards again. Choose one yourself.
