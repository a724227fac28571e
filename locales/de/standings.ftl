# Leaderboards and statistics, which only the person who asks sees.

board-title = { $measure }: { $window }
board-past-week = Woche ab { $monday }
board-past-month = { $month }/{ $year }
board-past-season = Saison { $season }/{ $year }
board-nobody = Diese Liste ist leer. Die Kittens hatten mehr erwartet.
board-unrated = Hier hat noch niemand eine Wertung. Dafür braucht es { $placing } gewertete Partien.
# Until enough people are rated, the board of wins is shown instead.
board-rated = { $rated } von { $needed } haben eine Wertung. Sind es { $needed }, beginnt die Liste damit.
board-placing = Noch in der Einstufung, mit gewerteten Partien: { $people }
board-placing-person = { $person } ({ $games } von { $placing })
# The sum of the survived risks, in certain deaths.
board-cheated = dem Tod { $times ->
    [one] einmal
   *[other] { $times }-mal
} entwischt
board-beyond = So weit nach unten reicht die Liste nicht. Auch Kittens landen irgendwo.
# The value is in bold, so that the eye finds it.
board-row = { $rank } · { $person } · **{ $value }** · { $games ->
    [one] 1 Partie
   *[other] { $games } Partien
}
board-you = ➜ { $row }
board-you-below = Du bist hier: { $row }
board-page = Seite { $page } von { $pages }
board-about = Es zählen Partien mit mindestens zwei Menschen. Tage beginnen um Mitternacht UTC, Wochen am Montag. Wer sich versteckt, steht nicht hier.
board-computers = Außer Konkurrenz, Siege der Computer: { $computers }
board-computer = { $strength } { $wins } von { $games }
board-percent = { $percent }{"\u00A0"}%
window-week = diese Woche
window-month = diesen Monat
window-season = diese Saison
window-ever = seit dem ersten Kitten
measure-rating = Wertung
measure-wins = Siege
measure-nopes = Gespielte Nö!
measure-survived-odds = Überlebtes Risiko
button-higher = Weiter oben
button-lower = Weiter unten
button-earlier = Früher
button-later = Später
button-board = Rangliste
button-stats = Meine Statistik hier
button-stats-all = Auf allen Servern
button-show-here = Hier zeigen

stats-title = { $person } auf diesem Server
stats-title-all = Du, auf allen Servern
stats-nothing = Noch keine Partie ist bis zum Ende gespielt. Die Kittens haben Geduld.
stats-games = { $games ->
    [one] 1 Partie
   *[other] { $games } Partien
}, { $wins ->
    [0] keine gewonnen
    [one] 1 gewonnen
   *[other] { $wins } gewonnen
}. Reines Glück hätte { $expected } gewonnen.
stats-tenths = { $whole },{ $tenth }
stats-points = Wertung: { $points }
stats-placing = Wertung: noch in der Einstufung, { $games } von { $placing } Partien
stats-places = Plätze bei { $players } am Tisch: { $places }
stats-medals = Plätze: { $places }
stats-exploded = Explodiert: { $exploded }
stats-imploded = Implodiert: { $imploded }
stats-left = Ausgestiegen: { $left }
stats-own-goals = Eigentore, durch ein selbst verstecktes Kitten: { $own }
stats-victim = Lieblingsopfer: { $person } ({ $times }×)
stats-nemesis = Fluch: { $person } ({ $times }×)
stats-nopes = Nö! gespielt: { $nopes }
stats-noped = Nö! kassiert: { $noped }
stats-taken = Anderen Karten abgenommen: { $taken }
stats-lost = Karten an andere verloren: { $lost }
stats-decisions = Durch Entscheidungen verloren: zuletzt { $points ->
    [one] 1 Punkt
   *[other] { $points } Punkte
}{ $games ->
    [one] {""}
   *[other] , im Schnitt { $mean } in { $games } Partien
}
stats-costliest = Am teuersten: { $mistakes }
mistake-drew-too-bold = zu mutig gezogen
mistake-too-cautious = lohnendes Ziehen vermieden
mistake-nope-spent = Nö! zu früh ausgegeben
mistake-nope-kept = Nö! zu lange behalten
mistake-defuse-given = Entschärfungen hergegeben
mistake-kitten-placed = Kittens falsch versteckt
mistake-wrong-choice = falsche Karte oder Antwort
stats-shave = Knappste Rettung: bei { $percent }{"\u00A0"}% Risiko gezogen und seitdem unausstehlich
stats-evening = Bester Abend: { $day } (UTC), { $wins } von { $games } gewonnen

# The summary of a series of games at one table. The game's line is said in place of the picture.
evening-title = Der Abend in { $games ->
    [one] 1 Partie
   *[other] { $games } Partien
}
evening-wins = Siege: { $scores }
evening-shave = Bester Moment: **{ $player }** hat bei { $percent }{"\u00A0"}% Risiko gezogen und überlebt.
# As in English
evening-game = { $number }. { $players }
evening-won = { $player } hat gewonnen
evening-exploded = { $player } ist explodiert
evening-imploded = { $player } ist implodiert
evening-left = { $player } ist ausgestiegen
button-evening = Der Abend

error-no-stats = Von dieser Person gibt es hier nichts zu sehen: keine Partie, oder sie möchte nicht angesehen werden.
error-card-too-soon = Du hast gerade ein Bild gezeigt. Das nächste geht in einer Minute.
error-no-calls = Auf diesem Server wird niemand gerufen.

command-stats = statistik
command-stats-about = Wie du oder jemand anderes auf diesem Server gespielt hat
command-leaderboard = rangliste
command-leaderboard-about = Wer auf diesem Server vorn liegt und wer es nur glaubt
parameter-hidden = versteckt
parameter-me-hidden-about = Mich aus Ranglisten und den Statistiken der anderen heraushalten
# As in English
parameter-person = person
parameter-stats-person-about = Wessen Statistik (deine, wenn du niemanden nennst)
parameter-window = zeitraum
parameter-leaderboard-window-about = Welche Partien zählen (im Zweifel diese Saison)
preferences-shown = Ranglisten: sichtbar
preferences-hidden = Ranglisten: versteckt, auch in den Statistiken der anderen
