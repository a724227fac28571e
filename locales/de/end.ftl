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

button-rematch = Revanche
button-new-table = Neuer Tisch
