# The Kitten of the day: one deal a day for everybody, alone against three computers. Days are UTC.

command-today = oggi
command-today-about = Il gattino del giorno: un solo tentativo, le stesse carte per chiunque

daily-title = Gattino del giorno { $day }
daily-about = Tu contro tre computer, con le stesse carte per chiunque e senza orologio. Hai un solo tentativo. Comincia prima della mezzanotte UTC, { $ends }; per finire hai ancora un'ora.
daily-streak = { $days ->
    [one] 1 giorno
   *[other] { $days } giorni
} di fila. Un giorno di pausa a settimana è concesso.
# As in English
daily-commitment = 🔒 `{ $id } { $commitment }`
daily-next = Il prossimo gattino arriva a mezzanotte UTC, { $ends }.

# The hands of all players: names and numbers of cards.
daily-seats = Carte: { $seats }
# As in English
daily-seat = { $player } { $cards }

daily-place = { $place ->
    [1] 1º posto
    [2] 2º posto
    [3] 3º posto
   *[other] { $place }º posto
}

# For everybody
daily-line = Gattino del giorno { $day }: { $place }, { $turns ->
    [one] 1 turno
   *[other] { $turns } turni
}
daily-post = { $player } · { $line }
daily-in-a-row = { $days ->
    [one] 1 giorno di fila
   *[other] { $days } giorni di fila
}
daily-better = Qui, meglio di { $percent } su 100
daily-board = Oggi in questo server
daily-row = { $rank } · { $player } · { $place }, { $turns ->
    [one] 1 turno
   *[other] { $turns } turni
}

# The death alone, before the result; then who hid the kitten.
daily-death = { $kitten }: per te è la fine. Rischio: { $percent }%.
daily-death-own = L'avevi nascosto tu.

daily-proof = Gattino del giorno { $day }: il segreto
daily-proof-about = Prima della prima mossa si vedeva l'impegno dietro 🔒. Vincola il segreto della partita `{ $id }`, da cui segue tutto il suo caso. Se hai giocato, il file qui sotto contiene la tua partita: controllala con `kittens verify` o con la pagina `verify.html`. Chi ha un secondo account può giocare prima con quello: nessuna prova lo esclude.

button-daily-today = Gioca quello di oggi
button-daily-play = Gioca
button-daily-post = Mostra qui il risultato
button-daily-result = Il mio risultato
button-daily-story = La partita di ieri
button-daily-proof = Il segreto di ieri

error-daily-posted = Hai già mostrato questo risultato. Una volta è da modesti.
error-daily-spent = Hai già avuto il tuo tentativo di oggi. Il prossimo gattino arriva a mezzanotte UTC.
error-daily-untold = Di quel giorno non c'è un segreto da mostrare: nessuno lo ha aperto, è passato da tempo, o le ultime partite sono ancora in corso (fino all'una UTC).
