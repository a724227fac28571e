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
about-catomic-bomb = The Exploding Kittens of the draw pile are shown and put on top, the rest is shuffled. Ends one turn: whoever draws next gets one.
about-garbage-collection = Everybody with cards puts one into the draw pile, unseen, even a kitten hidden in the hand. Then it is shuffled.
about-mark = A random card of a player of your choice is turned round. All see it until it leaves that hand: a Defuse is worth a triple.
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
illegal-blind = You don't see your cards, so you cannot choose one.
illegal-not-blind = You see your cards again. Choose one yourself.

# Barking Kittens
card-alter-the-future-now = Alter the Future NOW
    .plural = Alter the Future NOW cards
card-barking-kitten = Barking Kitten
    .plural = Barking Kittens
card-bury = Bury
    .plural = Bury cards
card-ill-take-that = I'll Take That
    .plural = I'll Take That cards
card-personal-attack = Personal Attack
    .plural = Personal Attacks
card-potluck = Potluck
    .plural = Potlucks
card-share-the-future = Share the Future
    .plural = Share the Future cards
card-tower-of-power = Tower of Power
    .plural = Towers of Power

about-alter-the-future-now = You see the top three cards of the draw pile and put them back in any order. On anybody's turn, while no card and no choice is open.
about-barking-kitten = Whoever has the other one must defuse or explode. Both yours? You name somebody. Nobody has it? Yours stays before you, and its mate will call you. No Nope helps.
about-bury = You draw the top card, look at it and put it back anywhere, even a kitten. That ends one turn.
about-ill-take-that = You lay it before a player of your choice. The next card they draw is yours, kittens included.
about-personal-attack = You owe two turns more. Hand them all on with an Attack?
about-potluck = Everybody with cards puts one on top of the draw pile, unseen. Yours lies lowest of them.
about-share-the-future = You see the top three cards of the draw pile and put them back in any order. Then the next player sees them, too.
about-tower-of-power = You wear it to the end. Whoever robs you gets a random card of the stash instead, which nobody has seen, while there is one.

stake-share = **{ $player }** plays **{ $card }** to put the top cards in another order and show them to **{ $target }**.
stake-share-you = **{ $player }** plays **{ $card }** to put the top cards in another order and show them to you.
stake-add-turns = { $turns ->
    [one] **{ $player }** plays **{ $card }** and would owe one turn.
   *[other] **{ $player }** plays **{ $card }** and would owe { $turns } turns.
}
stake-bury = **{ $player }** plays **{ $card }** to draw the top card and put it back anywhere.
stake-claim = **{ $player }** plays **{ $card }** to get the next card that **{ $target }** draws.
stake-claim-you = **{ $player }** plays **{ $card }** to get the next card that you draw.
stake-stack = **{ $player }** plays **{ $card }**. Everybody with cards would have to put one on top of the draw pile.
stake-wear-tower = **{ $player }** plays **{ $card }**. { $stash ->
    [one] One card of the stash would stand in for their hand.
   *[other] { $stash } cards of the stash would stand in for their hand.
}

story-lifted = **{ $player }** draws the top card, only to bury it.
story-buried = **{ $player }** digs a hole somewhere in the pile.
story-stacked = A card from every hand lies on top of the draw pile now.
story-claimed = The next card that **{ $target }** draws is **{ $player }**'s.
story-drew-for = **{ $player }** draws a card, and **{ $taker }** takes it.
story-took-kitten = **{ $player }** wanted it: an **{ $card }**!
story-tower-worn = **{ $player }** wears the **{ $card }**, and it suits them.
story-stash-robbed = **{ $player }** gets a card of the stash from under **{ $target }**'s tower.
story-stash-discarded = { $count ->
    [0] **{ $player }**'s tower falls. Nothing was left of the stash.
    [one] **{ $player }**'s tower falls. In the stash was: { $cards }
   *[other] **{ $player }**'s tower falls. In the stash were: { $cards }
}
story-barked = **{ $target }** barks back with the other one.
story-barked-both = **{ $player }** has both, and they bark at **{ $target }**!
story-barked-in-vain = Nobody barks back. The kitten stays before **{ $player }**.
story-turns-added = { $turns ->
    [one] **{ $player }** owes one turn now.
   *[other] **{ $player }** owes { $turns } turns now, all by their own doing.
}

turn-buried = **{ $player }** buried a card.
table-burying = { $player } is digging
table-burying-about = **{ $player }** looks at a card and hides it in the draw pile. Which one, and where, nobody else learns.
table-sharing-about = The top cards are in **{ $player }**'s paws. Then **{ $target }** sees them.
table-ordering-called = The top cards are with { $players } now. Then the turn goes on.
table-taking-kitten-about = It was somebody else's draw, but { $players } wanted the card, and now hides the kitten.
table-stacking = Everybody brings something
table-stacking-about = A card from each of you goes on top of the draw pile, unseen. Still missing: { $players }
seat-claimed = Next card: for **{ $player }**
seat-barks = { $card }
seat-tower = { $cards ->
    [0] Tower, no stash left
    [one] Tower, **1** card in the stash
   *[other] Tower, **{ $cards }** cards in the stash
}
pile-stash = { $cards ->
    [one] **1** card in the stash, no tower over it
   *[other] **{ $cards }** cards in the stash, no tower over it
}
panel-waiting-burying = **{ $player }** is burying a card.
bury-title = You drew { $card }. Where do you bury it?
bury-about = { $cards ->
    [0] The draw pile is empty: there is only one place for it.
    [one] One card is in the draw pile. Nobody learns what you bury, nor where.
   *[other] { $cards } cards are in the draw pile. Nobody learns what you bury, nor where.
}
stack-title = Potluck! Which card do you put on top of the draw pile?
order-shared = **{ $player }** sees them afterwards, and nobody else.
news-lifted = You drew **{ $card }**, only to bury it.
news-drew-for = You drew **{ $card }**, and **{ $taker }** took it.
illegal-target-claimed = Somebody gets that player's next card already. Choose another one.
illegal-next-card-claimed = Your next card is somebody else's. You cannot bury it.
