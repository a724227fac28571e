# The public end of a game.

over-title = Ha vinto { $player }
over-title-stand-in = Ha vinto la riserva di { $player }
# Now and then, about a person whose kittens keep killing the same person.
over-killer = **{ $killer }** ha fatto fuori **{ $victim }** { $times ->
    [one] una volta
    [2] due volte
   *[other] { $times } volte
} in un mese. Ormai sembra una questione personale.
over-won = **{ $player }** · fa ancora le fusa, la probabilità era { $percent }%{ $rescues ->
    [0] {""}
    [one] , 1 gattino disinnescato
   *[other] , { $rescues } gattini disinnescati
}
# 0: per un gattino che la persona non ha pescato.
over-exploded = **{ $player }** · ha fatto bum, { $percent ->
    [0] senza nemmeno pescare
    [one] rischio { $percent }%
   *[other] rischio { $percent }%
}
over-left = **{ $player }** · ha lasciato la partita
# Behind a line about somebody who exploded: whose kitten it was.
over-hidden-by = il gattino l'aveva nascosto **{ $player }**
over-hidden-own = con un gattino nascosto di propria zampa
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
# The awards: what somebody did more of than all others.
award-closest-shave = Per un pelo (di gatto): **{ $player }** ha pescato col fiato sospeso, rischio **{ $amount }%**.
award-rescues = Squadra artificieri: **{ $player }** ha disinnescato { $amount } gattini.
award-nopes = Il no più forte: **{ $player }** ha giocato { $amount } no.
award-stolen = Zampe leste: **{ $player }** ha preso { $amount } carte agli altri.
award-robbed = Tasche bucate: gli altri hanno preso { $amount } carte a **{ $player }**.
award-held-defuse = Previdenza: **{ $player }** ha tenuto in zampa un Disinnesgatto per { $amount } turni.
# The games that each player has won at this table, after a rematch.
over-series = La serie finora: { $scores }
over-series-wins = **{ $player }** { $wins }
over-oracle = Oracolo della serata: **{ $player }**, { $right } su { $decided }
over-ratings = Punteggi: { $ratings }
# As in English
over-change = { $player } { $change }
over-placing = valutazione { $games }/{ $placing }

# The picture of the game, in words: the podium and how it ended for each player.
over-chart = Il podio e la fine di tutti gli altri, con il rischio della loro ultima pescata, in { $turns ->
    [one] 1 turno
   *[other] { $turns } turni
}.
over-chart-stand-in = { $place }. { $player } ({ $mark }): ha vinto la riserva, vale come abbandono
over-chart-won = { $place }. { $player } ({ $mark }): chiude in vita al { $percent }%{ $rescues ->
    [0] {""}
    [one] , 1 gattino disinnescato
   *[other] , { $rescues } gattini disinnescati
}
over-chart-exploded = { $place }. { $player } ({ $mark }): bum al turno { $turn }, { $percent ->
    [0] senza nemmeno pescare
    [one] rischio { $percent }%
   *[other] rischio { $percent }%
}{ $rescues ->
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
