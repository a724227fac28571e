# The public end of a game.

over-title = { $player } has won
over-title-stand-in = { $player }'s stand-in has won
# Now and then, about a person whose kittens keep killing the same person.
over-killer = **{ $killer }** has killed **{ $victim }** { $times ->
    [one] once
    [2] twice
   *[other] { $times } times
} within a month. It looks personal by now.
over-won = **{ $player }** · still purring, chances were { $percent }%{ $rescues ->
    [0] {""}
    [one] , 1 kitten defused
   *[other] , { $rescues } kittens defused
}
# 0: by a kitten that they did not draw.
over-exploded = **{ $player }** · exploded { $percent ->
    [0] without a draw
    [one] at { $percent }% risk
   *[other] at { $percent }% risk
}
over-left = **{ $player }** · left the game
# Behind a line about somebody who exploded: whose kitten it was.
over-hidden-by = **{ $player }** hid that kitten
over-hidden-own = hid that kitten themselves
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
# The awards: what somebody did more of than all others.
award-closest-shave = Closest shave: **{ $player }** drew when the odds of exploding were **{ $amount }%**.
award-rescues = Bomb squad: **{ $player }** defused { $amount } kittens.
award-nopes = Loudest no: **{ $player }** played { $amount } Nopes.
award-stolen = Lightest paws: **{ $player }** took { $amount } cards from others.
award-robbed = Most robbed: **{ $player }** lost { $amount } cards to others.
award-held-defuse = Best prepared: **{ $player }** kept a Defuse for { $amount } turns.
# The games that each player has won at this table, after a rematch.
over-series = The series so far: { $scores }
over-series-wins = **{ $player }** { $wins }
over-oracle = Oracle of the evening: **{ $player }**, right { $right } out of { $decided }
over-ratings = Ratings: { $ratings }
over-change = { $player } { $change }
over-placing = placing { $games }/{ $placing }

# The picture of the game, in words: the podium and how it ended for each player.
over-chart = The podium, and how everybody else went, with the risk of their last draw, in a game of { $turns ->
    [one] 1 turn
   *[other] { $turns } turns
}.
over-chart-stand-in = { $place }. { $player } ({ $mark }): the stand-in won, which counts as left
over-chart-won = { $place }. { $player } ({ $mark }): survived at { $percent }%{ $rescues ->
    [0] {""}
    [one] , defused 1 kitten
   *[other] , defused { $rescues } kittens
}
over-chart-exploded = { $place }. { $player } ({ $mark }): exploded in turn { $turn } { $percent ->
    [0] without a draw
    [one] at { $percent }% risk
   *[other] at { $percent }% risk
}{ $rescues ->
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
