# Leaderboards and statistics, which only the person who asks sees.

board-title = { $measure }: { $window }
board-past-week = settimana dal { $monday }
board-past-month = { $month }/{ $year }
board-past-season = stagione { $season } del { $year }
board-nobody = Questa classifica è vuota. I gattini si aspettavano di più.
board-unrated = Qui nessuno ha ancora un punteggio. Servono { $placing } partite valide.
# Until enough people are rated, the board of wins is shown instead.
board-rated = Con un punteggio: { $rated } su { $needed }. Da { $needed } in poi la classifica comincia da lì.
board-placing = In fase di piazzamento, per partite valide: { $people }
board-placing-person = { $person } ({ $games } su { $placing })
# The sum of the survived risks, in certain deaths.
board-cheated = morte gabbata { $times ->
    [one] una volta
   *[other] { $times } volte
}
board-beyond = La classifica non scende fin qui. Anche i gattini, prima o poi, atterrano.
# The value is in bold, so that the eye finds it.
board-row = { $rank } · { $person } · **{ $value }** · { $games ->
    [one] 1 partita
   *[other] { $games } partite
}
board-you = ➜ { $row }
board-you-below = La tua posizione: { $row }
board-page = Pagina { $page } di { $pages }
board-about = Contano le partite con almeno due persone. I giorni iniziano a mezzanotte UTC, le settimane di lunedì. Chi si nasconde non compare.
board-computers = Fuori classifica, vittorie dei computer: { $computers }
board-computer = { $strength } { $wins } su { $games }
board-percent = { $percent }%
window-week = questa settimana
window-month = questo mese
window-season = questa stagione
window-ever = dal primo gattino
measure-rating = Punteggio
measure-wins = Vittorie
measure-nopes = No! giocati
measure-survived-odds = Rischi superati
button-higher = Più in alto
button-lower = Più in basso
button-earlier = Prima
button-later = Dopo
button-board = Classifica
button-stats = Le mie statistiche qui
button-stats-all = Su tutti i server
button-show-here = Mostra qui

stats-title = { $person } in questo server
stats-title-all = Tu, su tutti i server
stats-nothing = Nessuna partita è ancora arrivata alla fine. I gattini sanno aspettare.
stats-games = { $games ->
    [one] 1 partita
   *[other] { $games } partite
}, { $wins ->
    [0] nessuna vittoria
    [one] 1 vittoria
   *[other] vittorie: { $wins }
}. Con la sola fortuna: { $expected }.
stats-tenths = { $whole },{ $tenth }
stats-points = Punteggio: { $points }
stats-placing = Punteggio: in fase di piazzamento, { $games } su { $placing } partite
stats-places = Piazzamenti in { $players }: { $places }
stats-medals = Piazzamenti: { $places }
stats-exploded = Esplosioni: { $exploded }
stats-imploded = Implosioni: { $imploded }
stats-left = Abbandoni: { $left }
stats-own-goals = Autogol, per un gattino nascosto di propria zampa: { $own }
stats-victim = Vittima preferita: { $person } ({ $times }×)
stats-nemesis = Bestia nera: { $person } ({ $times }×)
stats-nopes = No! giocati: { $nopes }
stats-noped = No! subiti: { $noped }
stats-taken = Carte prese agli altri: { $taken }
stats-lost = Carte perse: { $lost }
stats-decisions = Persi con le decisioni: { $points ->
    [one] 1 punto
   *[other] { $points } punti
} l'ultima volta{ $games ->
    [one] {""}
   *[other] , in media { $mean } su { $games } partite
}
stats-costliest = Ti costa di più: { $mistakes }
mistake-drew-too-bold = pescare con troppo coraggio
mistake-too-cautious = evitare buone pescate
mistake-nope-spent = No! spesi troppo presto
mistake-nope-kept = No! tenuti troppo a lungo
mistake-defuse-given = Disinnesgatti regalati
mistake-kitten-placed = gattini rimessi male
mistake-wrong-choice = carta o risposta sbagliata
stats-shave = Per un pelo: pescata a rischio { $percent }%, e da allora è tutto un vantarsi
stats-evening = Serata migliore: { $day } (UTC), vittorie: { $wins } su { $games }

# The summary of a series of games at one table. The game's line is said in place of the picture.
evening-title = La serata in { $games ->
    [one] 1 partita
   *[other] { $games } partite
}
evening-wins = Vittorie: { $scores }
evening-shave = Il momento migliore: **{ $player }** ha pescato a rischio { $percent }% ed è ancora qui.
# As in English
evening-game = { $number }. { $players }
evening-won = vince { $player }
evening-exploded = esplode { $player }
evening-imploded = implode { $player }
evening-left = abbandona { $player }
button-evening = La serata

error-no-stats = Qui non c'è niente da vedere di questa persona: nessuna partita, oppure preferisce non farsi guardare.
error-card-too-soon = Hai appena mostrato un'immagine. La prossima potrai mostrarla tra un minuto.
error-no-calls = Su questo server non si chiama nessuno.

command-stats = statistiche
command-stats-about = Come hai giocato in questo server, tu o qualcun altro
command-leaderboard = classifica
command-leaderboard-about = Chi è in testa in questo server, e chi crede soltanto di esserlo
parameter-hidden = incognito
parameter-me-hidden-about = Tienimi fuori dalle classifiche e dalle statistiche degli altri
parameter-person = persona
parameter-stats-person-about = Di chi (le tue, se non indichi nessuno)
parameter-window = periodo
parameter-leaderboard-window-about = Quali partite contano (questa stagione, se non fa differenza)
preferences-shown = Classifiche: alla luce del sole
preferences-hidden = Classifiche: in incognito, anche nelle statistiche degli altri
