# The public end of a game.

over-title = Ha vinto { $player }
over-won = **{ $player }** · fa ancora le fusa
over-exploded = **{ $player }** · ha fatto boom
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

button-rematch = Rivincita
button-new-table = Nuovo tavolo
