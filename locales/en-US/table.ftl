# The public table: turn, seats, piles, Nope window.

table-turn = { $player }, your turn!
table-turn-stand-in = The stand-in plays for **{ $player }**
table-turn-deadline = Auto-draw { $deadline }
table-choice-deadline = Auto-choice { $deadline }
table-paused = Everybody is away, so the game sleeps. Any player's click wakes it.
table-paused-unseen = This message could not be posted for a while, so the game sleeps. It wakes by itself, or at once by anybody's click.

# Why it is that player's turn, below the heading that says whose turn it is.
turn-sat-down = **{ $player }** sat down, so the cards were dealt anew.
turn-drew = **{ $player }** drew a card and lives.
turn-rescued = **{ $player }** lives and has hidden the kitten.
turn-skipped = **{ $player }** skipped.
turn-exploded = **{ $player }** exploded.
turn-left = **{ $player }** left the game.
turn-attacked-you = { $turns ->
    [one] One more turn to play: **{ $attacker }** attacked you.
   *[other] **{ $turns }** turns to play: **{ $attacker }** attacked you.
}
turn-attacked = { $turns ->
    [one] **{ $player }** owes one more turn: **{ $attacker }** attacked them.
   *[other] **{ $player }** owes **{ $turns }** turns: **{ $attacker }** attacked them.
}

# A death or a rescue, shown alone for a second.
beat-death = The { $kitten } gets **{ $player }**.
beat-hidden = **{ $player }** hid it.
beat-hidden-ago = { $cards ->
    [0] **{ $player }** hid it just now.
    [one] **{ $player }** hid it, one card ago.
   *[other] **{ $player }** hid it, { $cards } cards ago.
}
# During a death, if the same person has already been killed in this series.
beat-feud = **{ $killer }** has killed **{ $victim }** { $times ->
    [one] once
    [2] twice
   *[other] { $times } times
} this evening.
epitaph = { $variant ->
    [0] one card too many
    [1] curious to the last
    [2] nine lives, all spent
    [3] went out with a bang
   *[4] it looked so soft
}
beat-rescue = An { $kitten }! **{ $player }** defuses it, just in time.

table-placing = { $player } has defused a kitten
table-placing-about = Now **{ $player }** hides it somewhere in the draw pile.
table-giving = { $player } is owed a card
table-giving-about = { $givers }, give **{ $player }** a card.
table-taking = { $player } goes through the discard pile
table-taking-about = One card of it will be **{ $player }**'s to keep.
table-stopping = { $player } shuffles and shuffles
table-stopping-about = Until { $stopper } says stop.

seat-cards = { $cards ->
    [one] **{ $player }** · 1 card
   *[other] **{ $player }** · { $cards } cards
}
seat-cards-away = { $cards ->
    [one] **{ $player }** · 1 card · away
   *[other] **{ $player }** · { $cards } cards · away
}
seat-cards-left = { $cards ->
    [one] **{ $player }** · 1 card · gone
   *[other] **{ $player }** · { $cards } cards · gone
}
seat-owing = { $turns ->
    [one] { $seat } · owes one turn
   *[other] { $seat } · owes { $turns } turns
}
seat-out = ~~{ $player }~~ · out, place { $place }
seat-out-epitaph = ~~{ $player }~~ · out, place { $place } · *{ $epitaph }*

pile-cards = { $cards ->
    [one] **1** card in the draw pile
   *[other] **{ $cards }** cards in the draw pile
}
pile-odds = Pile: { $cards ->
    [one] **1** card
   *[other] **{ $cards }** cards
}, { $kittens ->
    [0] no kitten just now
    [one] **1** kitten, risk{"\u00A0"}**{ $percent }%**
   *[other] **{ $kittens }** kittens, risk{"\u00A0"}**{ $percent }%**
}
    .streaking = Pile: { $cards ->
        [one] **1** card
       *[other] **{ $cards }** cards
    }, { $kittens ->
        [0] no kitten just now
        [one] at most **1** kitten, risk up to **{ $percent }%**
       *[other] at most **{ $kittens }** kittens, risk up to **{ $percent }%**
    }
pile-empty = The draw pile is empty
discard-top = Discards: { $cards }
discard-empty = Nothing on the discard pile yet

window-title = Nope window
window-deadline = Closes { $deadline }
window-paused = It stays open while the game sleeps.
window-noped = { $nopes ->
    [one] NOPE
   *[other] NOPE × { $nopes }
}
# 0 to 2: the play is stopped; 3 to 5: it happens after all.
window-banter = { $variant ->
    [0] **{ $player }** says no.
    [1] **{ $player }** is having none of it.
    [2] Not while **{ $player }** is watching.
    [3] **{ $player }** says no to the no.
    [4] **{ $player }** will not be told no.
   *[5] Two can play at that, says **{ $player }**.
}
window-stands = **As it stands, it happens.**
window-stopped = **As it stands, it does not happen.**
window-waiting = Still to decide: { $players }

stake-single = **{ $player }** plays **{ $card }**.
stake-attack = **{ $player }** plays **{ $card }**. { $turns ->
    [one] **{ $target }** would have one turn to play.
   *[other] **{ $target }** would have { $turns } turns to play.
}
# A stake has a second wording, with `-you` in its key, for the hand of the player whom it concerns.
stake-attack-you = **{ $player }** plays **{ $card }**. { $turns ->
    [one] You would have one turn to play.
   *[other] You would have { $turns } turns to play.
}
stake-skip-last = **{ $player }** plays **{ $card }** to end the turn without drawing. Then it would be **{ $target }**'s turn.
stake-skip-last-you = **{ $player }** plays **{ $card }** to end the turn without drawing. Then it would be your turn.
stake-skip-more = **{ $player }** plays **{ $card }** to end the turn without drawing. { $turns ->
    [one] One more turn would be left to play.
   *[other] { $turns } more turns would be left to play.
}
stake-favor-one = **{ $player }** plays **{ $card }**. **{ $target }** would have to give a card.
stake-favor-you = **{ $player }** plays **{ $card }**. You would have to give a card.
stake-favor-everyone = **{ $player }** plays **{ $card }**. Everybody else with cards would have to give one.
stake-shuffle = **{ $player }** plays **{ $card }**. The draw pile would be mixed.
stake-shuffle-stopped = **{ $player }** plays **{ $card }**. The draw pile would be mixed until **{ $target }** says stop.
stake-shuffle-stopped-you = **{ $player }** plays **{ $card }**. The draw pile would be mixed until you say stop.
stake-see-the-future = { $depth ->
    [one] **{ $player }** plays **{ $card }** to peek at the top card.
   *[other] **{ $player }** plays **{ $card }** to peek at the top { $depth } cards.
}
stake-pair = **{ $player }** plays two **{ $card }** to steal a random card from **{ $target }**.
stake-pair-you = **{ $player }** plays two **{ $card }** to steal a random card from you.
stake-triple = **{ $player }** plays three **{ $card }** to demand **{ $named }** from **{ $target }**.
stake-triple-you = **{ $player }** plays three **{ $card }** to demand **{ $named }** from you.
stake-five = **{ $player }** plays five different cards to take one from the discard pile.

button-hand = My hand
button-draw = Draw
button-draw-risk = Draw ({ $percent }%)
button-nope = { $nope }!
button-pass = Don't Nope
button-auto-pass = Pass for me until my turn
button-auto-pass-off = Stop passing for me
button-slower = Slower
button-faster = Faster

story-nothing = The cards are dealt. Nothing has happened yet.
