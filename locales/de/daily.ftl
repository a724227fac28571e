# The Kitten of the day: one deal a day for everybody, alone against three computers. Days are UTC.

command-today = heute
command-today-about = Das Kitten des Tages: ein Versuch, dieselben Karten für alle

daily-title = Kitten des Tages { $day }
daily-about = Du gegen drei Computer, mit denselben Karten für alle und ohne Uhr. Du hast einen Versuch. Fang vor Mitternacht UTC an, { $ends }; fertig spielen kannst du noch eine Stunde länger.
daily-streak = { $days ->
    [one] 1 Tag
   *[other] { $days } Tage
} in Folge. Ein Tag Pause pro Woche schadet nicht.
# As in English
daily-commitment = 🔒 `{ $id } { $commitment }`
daily-next = Das nächste Kitten kommt um Mitternacht UTC, { $ends }.

# The hands of all players: names and numbers of cards.
daily-seats = Karten: { $seats }
# As in English
daily-seat = { $player } { $cards }

daily-place = { $place ->
    [1] 1. Platz
    [2] 2. Platz
    [3] 3. Platz
   *[other] { $place }. Platz
}

# For everybody
daily-line = Kitten des Tages { $day }: { $place }, { $turns ->
    [one] 1 Zug
   *[other] { $turns } Züge
}
daily-post = { $player } · { $line }
daily-in-a-row = { $days ->
    [one] 1 Tag in Folge
   *[other] { $days } Tage in Folge
}
daily-better = Besser als { $percent }{"\u00A0"}% der anderen hier
daily-board = Heute auf diesem Server
daily-row = { $rank } · { $player } · { $place }, { $turns ->
    [one] 1 Zug
   *[other] { $turns } Züge
}

# The death alone, before the result; then who hid the kitten.
daily-death = Das { $kitten } erwischt dich, bei { $percent }{"\u00A0"}% Risiko.
daily-death-own = Du hast es selbst versteckt.

daily-proof = Kitten des Tages { $day }: das Geheimnis
daily-proof-about = Vor dem ersten Zug stand die Festlegung hinter 🔒. Sie bindet das Geheimnis der Partie `{ $id }`, aus dem aller Zufall folgt. Hast du gespielt, hängt deine Partie als Datei daran: prüf sie mit `kittens verify` oder der Seite `verify.html`. Wer ein Zweitkonto hat, kann den Tag damit zuerst spielen; das schließt kein Beweis aus.

button-daily-today = Das heutige spielen
button-daily-play = Spielen
button-daily-post = Ergebnis hier zeigen
button-daily-result = Mein Ergebnis
button-daily-story = Partie von gestern
button-daily-proof = Geheimnis von gestern

error-daily-posted = Dieses Ergebnis hast du schon gezeigt. Einmal ist bescheiden.
error-daily-spent = Du hattest deinen Versuch für heute. Das nächste Kitten kommt um Mitternacht UTC.
error-daily-untold = Von diesem Tag gibt es kein Geheimnis zu zeigen: Niemand hat ihn geöffnet, er ist lange vorbei, oder die letzten Partien laufen noch (bis ein Uhr UTC).
