# The public end of a game.

over-title = Ha vinto { $player }
over-won = **{ $player }** · fa ancora le fusa
over-exploded = **{ $player }** · ha fatto bum
over-left = **{ $player }** · ha lasciato la partita
over-turns = { $turns ->
    [one] 1 turno
   *[other] { $turns } turni
}
over-nopes = { $nopes ->
    [0] nemmeno un no
    [one] 1 no
   *[other] { $nopes } no
}
over-chain = { $nopes ->
    [one] catena più lunga: 1 no
   *[other] catena più lunga: { $nopes } no
}
over-escape = Per un pelo (di gatto): **{ $player }** ha pescato col fiato sospeso, rischio **{ $percent }%**.

# The picture of the game, in words: the podium and a line for each player.
over-chart = Il podio e, curva per curva, la probabilità di sopravvivere in { $turns ->
    [one] 1 turno
   *[other] { $turns } turni
}: parte dal 100% e scende a ogni carta pescata.
over-chart-won = { $place }. { $player } ({ $mark }): chiude in vita al { $percent }%{ $rescues ->
    [0] {""}
    [one] , 1 gattino disinnescato
   *[other] , { $rescues } gattini disinnescati
}
over-chart-exploded = { $place }. { $player } ({ $mark }): bum al turno { $turn }, al { $percent }%{ $rescues ->
    [0] {""}
    [one] , 1 gattino disinnescato
   *[other] , { $rescues } gattini disinnescati
}
over-chart-left = { $place }. { $player } ({ $mark }): via al turno { $turn }, al { $percent }%{ $rescues ->
    [0] {""}
    [one] , 1 gattino disinnescato
   *[other] , { $rescues } gattini disinnescati
}

# The marks of the seats, as drawn in assets/art.
mark-fish = pesce
mark-yarn = gomitolo
mark-bell = campanella
mark-mouse = topo
mark-milk = latte
mark-feather = piuma
mark-box = scatola
mark-butterfly = farfalla
# As in English
mark-cactus = cactus

button-rematch = Rivincita
button-new-table = Nuovo tavolo
