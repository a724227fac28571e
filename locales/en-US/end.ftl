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

# The picture of the game, in words: the podium and a line for each player.
over-chart = The podium, and a curve of everyone's chance to survive over { $turns ->
    [one] 1 turn
   *[other] { $turns } turns
}. It starts at 100% and falls with each card drawn.
over-chart-won = { $place }. { $player } ({ $mark }): survived at { $percent }%{ $rescues ->
    [0] {""}
    [one] , defused 1 kitten
   *[other] , defused { $rescues } kittens
}
over-chart-exploded = { $place }. { $player } ({ $mark }): exploded in turn { $turn } at { $percent }%{ $rescues ->
    [0] {""}
    [one] , defused 1 kitten
   *[other] , defused { $rescues } kittens
}
over-chart-left = { $place }. { $player } ({ $mark }): left in turn { $turn } at { $percent }%{ $rescues ->
    [0] {""}
    [one] , defused 1 kitten
   *[other] , defused { $rescues } kittens
}

# The marks of the seats, as drawn in assets/art.
mark-fish = fish
mark-yarn = yarn
mark-bell = bell
mark-mouse = mouse
mark-milk = milk
mark-feather = feather
mark-box = box
mark-butterfly = butterfly
mark-cactus = cactus

button-rematch = Rematch
button-new-table = New table
