# The history of a game: one line per public event.

story-plays = **{ $player }** plays **{ $card }**.
story-attacked = { $turns ->
    [one] **{ $attacker }** attacks **{ $player }**, who owes one turn now.
   *[other] **{ $attacker }** attacks **{ $player }**, who owes { $turns } turns now.
}
story-favor = **{ $player }** plays **{ $card }** on **{ $target }**.
story-pair = **{ $player }** plays two **{ $card }** to rob **{ $target }**.
story-triple = **{ $player }** plays three **{ $card }** and wants **{ $named }** from **{ $target }**.
story-five = **{ $player }** plays five different cards.
story-nope = **{ $player }** says **{ $nope }**!
story-counter = **{ $player }** Nopes the Nope.
story-stopped = It does not happen.
story-saw = { $cards ->
    [one] **{ $player }** peeks at the top card.
   *[other] **{ $player }** peeks at the top { $cards } cards.
}
story-shuffled = The draw pile is mixed.
story-stole = **{ $player }** steals a card from **{ $target }**.
story-hit = **{ $target }** hands over **{ $named }** to **{ $player }**.
story-miss = **{ $target }** has no **{ $named }**. Bad luck, **{ $player }**.
story-gave = **{ $giver }** gives **{ $taker }** a card.
story-took = **{ $player }** takes **{ $card }** from the discard pile.
story-fizzled = There is nothing to get. The cards are spent all the same.
story-drew = **{ $player }** draws a card and lives.
story-drew-kitten = **{ $player }** draws an **{ $card }**!
story-defused = **{ $player }** defuses it with a **{ $card }**.
story-placed = The kitten is back in the pile. Only **{ $player }** knows where.
story-exploded = **{ $player }** explodes.
story-left = **{ $player }** leaves the game, and a kitten goes along.
story-left-alone = **{ $player }** leaves the game.
story-lapsed = What **{ $player }** had begun comes to nothing.
story-said-stop = **{ $player }** says stop.
story-late = **{ $player }** let the time run out.
story-won = **{ $player }** wins.
