# The public end of a game.

over-title = { $player } has won
over-won = **{ $player }** · still purring
over-exploded = **{ $player }** · exploded
over-left = **{ $player }** · left the game
over-turns = { $turns ->
    [one] 1 turn
   *[other] { $turns } turns
}
over-nopes = { $nopes ->
    [0] not a single Nope
    [one] 1 Nope
   *[other] { $nopes } Nopes
}
over-chain = { $nopes ->
    [one] longest chain: 1 Nope
   *[other] longest chain: { $nopes } Nopes
}
over-escape = Closest shave: **{ $player }** drew when the odds of exploding were **{ $percent }%**.

button-rematch = Rematch
button-new-table = New table
