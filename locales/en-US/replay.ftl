# The whole story of a finished game: its cards opened, and a replay of its steps.

story-cards = The cards, opened
story-nobody-won = The game was ended before anybody had won.
story-hand = **{ $player }**: { $cards }
story-hand-empty = **{ $player }**: no cards
story-pile = Left in the draw pile, the top card first: { $cards }
# A kitten that was put back, followed by what became of it.
story-hid = { $cards ->
    [0] **{ $player }** hid the { $kitten } on top.
    [one] **{ $player }** hid the { $kitten } below one card.
   *[other] **{ $player }** hid the { $kitten } below { $cards } cards.
}
story-hid-killed = It was the end of **{ $player }**.
story-hid-defused = **{ $player }** drew and defused it.
story-hid-mixed = Then the pile was mixed.
story-hid-left = It is still in there.
story-hid-gone = It left along with a player.
# A line of the history, followed by what was hidden then, such as the card that was drawn.
story-shown = { $line } ({ $shown })
story-more = { $lines ->
    [one] One more line is in the replay.
   *[other] { $lines } more lines are in the replay.
}

story-step = Step { $step }
story-told = `{ $step }` { $line }
story-moment = Step { $step } of a finished game, shared by { $player }
story-moment-death = { $player } draws at { $percent }% and explodes.
story-turn = **{ $player }** is on turn
story-seat = **{ $player }** · odds so far { $percent }%
story-open-hand = { $cards }

button-cards = The cards
button-replay = Replay
button-fair = Is it fair?
button-first = First
button-forward = Forward
button-last = Last
button-moment = Show this moment
story-jump = Jump to …
story-jump-earlier = Jump back to …
story-jump-death = { $step }: { $player } is out
story-jump-rescue = { $step }: { $player } defuses a kitten
story-jump-nopes = { $step }: { $nope } on { $nope }
story-jump-attack = { $step }: { $attacker } attacks { $player }
story-jump-hid = { $step }: { $player } hides a kitten
story-jump-sheltered = { $step }: { $player } shelters a kitten
story-jump-gave = { $step }: { $giver } gives { $player } a card
story-jump-looked = { $step }: { $player } peeks ahead
story-jump-stole = { $step }: { $thief } steals from { $player }
