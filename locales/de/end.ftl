# The public end of a game.

over-title = { $player } hat gewonnen
over-won = **{ $player }** · schnurrt noch
over-exploded = **{ $player }** · explodiert
over-left = **{ $player }** · ausgestiegen
over-turns = { $turns ->
    [one] 1 Zug
   *[other] { $turns } Züge
}
over-nopes = { $nopes ->
    [0] kein einziges Nö!
    [one] einmal Nö!
   *[other] { $nopes }-mal Nö!
}
over-chain = { $nopes ->
    [one] längste Kette: einmal Nö!
   *[other] längste Kette: { $nopes }-mal Nö!
}
over-escape = Um Haaresbreite: **{ $player }** zog bei **{ $percent }{"\u00A0"}%** Explosionsgefahr.

# The picture of the game, in words: the podium and a line for each player.
over-chart = Das Siegertreppchen und die Überlebenschancen als Kurven über { $turns ->
    [one] 1 Zug
   *[other] { $turns } Züge
}. Jede Kurve beginnt bei 100{"\u00A0"}% und sinkt mit jeder gezogenen Karte.
over-chart-won = { $place }. { $player } ({ $mark }): überlebt bei { $percent }{"\u00A0"}%{ $rescues ->
    [0] {""}
    [one] , 1 Kitten entschärft
   *[other] , { $rescues } Kittens entschärft
}
over-chart-exploded = { $place }. { $player } ({ $mark }): explodiert in Zug { $turn } bei { $percent }{"\u00A0"}%{ $rescues ->
    [0] {""}
    [one] , 1 Kitten entschärft
   *[other] , { $rescues } Kittens entschärft
}
over-chart-left = { $place }. { $player } ({ $mark }): ausgestiegen in Zug { $turn } bei { $percent }{"\u00A0"}%{ $rescues ->
    [0] {""}
    [one] , 1 Kitten entschärft
   *[other] , { $rescues } Kittens entschärft
}

# The marks of the seats, as drawn in assets/art.
mark-fish = Fisch
mark-yarn = Wollknäuel
mark-bell = Glöckchen
mark-mouse = Maus
mark-milk = Milch
mark-feather = Feder
mark-box = Karton
mark-butterfly = Schmetterling
mark-cactus = Kaktus

button-rematch = Revanche
button-new-table = Neuer Tisch
