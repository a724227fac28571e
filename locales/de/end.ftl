# The public end of a game.

over-title = { $player } hat gewonnen
over-title-stand-in = Die Vertretung von { $player } hat gewonnen
# Now and then, about a person whose kittens keep killing the same person.
over-killer = **{ $killer }** hat **{ $victim }** { $times ->
    [one] einmal
    [2] zweimal
   *[other] { $times }-mal
} binnen eines Monats erwischt. Das wirkt langsam persönlich.
over-won = **{ $player }** · schnurrt noch, die Chance war { $percent }{"\u00A0"}%{ $rescues ->
    [0] {""}
    [one] , 1 Kitten entschärft
   *[other] , { $rescues } Kittens entschärft
}
# 0: durch ein Kitten, das jemand nicht gezogen hat.
over-exploded = **{ $player }** · explodiert{ $percent ->
    [0] , ohne zu ziehen
    [one] {" "}bei { $percent }{"\u00A0"}% Risiko
   *[other] {" "}bei { $percent }{"\u00A0"}% Risiko
}
over-left = **{ $player }** · ausgestiegen
# Behind a line about somebody who exploded: whose kitten it was.
over-hidden-by = das Kitten hatte **{ $player }** versteckt
over-hidden-own = am selbst versteckten Kitten
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
# The awards: what somebody did more of than all others.
award-closest-shave = Um Haaresbreite: **{ $player }** zog bei **{ $amount }{"\u00A0"}%** Explosionsgefahr.
award-rescues = Entschärfungskommando: **{ $player }** hat { $amount } Kittens entschärft.
award-nopes = Lautestes Nein: **{ $player }** hat { $amount }-mal Nö! gespielt.
award-stolen = Flinkste Pfoten: **{ $player }** hat anderen { $amount } Karten abgenommen.
award-robbed = Meistberaubt: **{ $player }** hat { $amount } Karten an andere verloren.
award-held-defuse = Bestens vorbereitet: **{ $player }** hielt { $amount } Züge lang eine Entschärfung bereit.
# The games that each player has won at this table, after a rematch.
over-series = Zwischenstand der Serie: { $scores }
over-series-wins = **{ $player }** { $wins }
over-oracle = Orakel des Abends: **{ $player }**, { $right } von { $decided } richtig
over-ratings = Wertung: { $ratings }
# As in English
over-change = { $player } { $change }
over-placing = Einstufung { $games }/{ $placing }

# The picture of the game, in words: the podium and how it ended for each player.
over-chart = Das Siegertreppchen und wie es die anderen traf, mit dem Risiko ihres letzten Zugs, nach { $turns ->
    [one] 1 Zug
   *[other] { $turns } Zügen
}.
over-chart-stand-in = { $place }. { $player } ({ $mark }): die Vertretung hat gewonnen; zählt als ausgestiegen
over-chart-won = { $place }. { $player } ({ $mark }): überlebt bei { $percent }{"\u00A0"}%{ $rescues ->
    [0] {""}
    [one] , 1 Kitten entschärft
   *[other] , { $rescues } Kittens entschärft
}
over-chart-exploded = { $place }. { $player } ({ $mark }): explodiert in Zug { $turn }{ $percent ->
    [0] , ohne zu ziehen
    [one] {" "}bei { $percent }{"\u00A0"}% Risiko
   *[other] {" "}bei { $percent }{"\u00A0"}% Risiko
}{ $rescues ->
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
