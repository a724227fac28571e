# The public lobby and the host's options.

lobby-title = Ein Tisch für Exploding Kittens
lobby-edition = **{ $edition }** · { $fewest } bis { $most } Personen
lobby-edition-exact = **{ $edition }** · { $players } Personen
lobby-edition-nobody = **{ $edition }** · zu diesen Optionen passt keine Personenzahl
# What the game is, in one line.
lobby-about = Zieh, explodier nicht, überleb alle.
lobby-pace = Tempo **{ $pace }**
lobby-house-rules = Hausregeln: { $rules }
lobby-house-cat-pairs = nur Katzenpärchen
lobby-house-special = Pärchen und Drillinge
lobby-house-special-and-five = Pärchen, Drillinge und Fünflinge
lobby-house-attack-adds-up = Angriffe summieren sich
lobby-house-attack-resets = Angriffe summieren sich nie
lobby-house-favor-one = beim Wunsch gibt eine Person
lobby-house-favor-everyone = beim Wunsch geben alle
lobby-house-self-nope = Nö! auch zu eigenen Karten
lobby-house-two-decks = zwei Decks
lobby-house-leavers-out = Aussteigen ist endgültig
lobby-house-ghosts = Tote sehen alle Karten
lobby-house-friendly = Freundschaftsspiel ohne Wertung
lobby-first-person = **{ $player }** beginnt
lobby-seats = **{ $taken }** am Tisch
lobby-seat = **{ $player }**
lobby-seat-host = **{ $player }** · Host
lobby-needs-more = { $missing ->
    [one] Noch eine Person, dann kann's losgehen.
   *[other] Noch { $missing } Personen, dann kann's losgehen.
}
lobby-too-many = { $extra ->
    [one] Eine Person zu viel für diese Optionen.
   *[other] { $extra } Personen zu viel für diese Optionen.
}
lobby-does-not-fit = Diese Optionen passen nicht zusammen. Ändern kann sie, wer hostet.
lobby-ready = **{ $host }** kann starten, sobald alle sitzen.
lobby-closes = Ohne den Host wird { $deadline } abgeräumt.
lobby-door-closed = Die Tür ist zu: Wer mitspielen will, fragt den Host.
lobby-knocking = { $host }, an der Tür: { $players }.
lobby-host-away = Der Host ist wohl weg. Wer am Tisch sitzt, darf übernehmen.
# The lobby after a game, in which those of that game are asked by name.
lobby-rematch = Revanche
lobby-rematch-asked = Noch eine Runde, { $players }?
lobby-rematch-starts = Die Partie beginnt { $deadline } oder sobald alle geantwortet haben.

button-join = Mitspielen
button-leave = Gehen
# The answers to the call for a rematch.
button-im-in = Bin dabei
button-not-this-time = Diesmal nicht
button-take-over = Als Host übernehmen
button-let-in = { $player } hereinlassen
button-door-close = Tür zumachen
button-door-open = Tür aufmachen
button-options = Optionen
button-start = Starten
button-play-now = { $computers ->
    [one] Sofort gegen einen Computer
   *[other] Sofort gegen { $computers } Computer
}

button-call-players = Leute rufen
button-call-me = Ruf mich
button-calls-off = Nicht mehr rufen
button-allow-calls = Hosts dürfen Leute rufen
button-no-calls = Kein Rufen auf diesem Server
calls-on = Wenn ein Host auf diesem Server Leute sucht, erfährst du es: höchstens einmal in vier Stunden. Nach fünf Rufen ohne ein Spiel von dir hört es von selbst auf. Deine Ruhezeit steht in </kittens me:0>.
calls-off = Auf diesem Server ruft dich niemand.
call-players = 📣 { $players }: { $host } sucht Leute zum Spielen.

settings-title = Einstellungen dieses Servers
settings-about = So fangen neue Tische an; wer einen eröffnet, darf es noch ändern.
settings-everywhere = Tische darf es in jedem Kanal geben.
settings-only-in = Tische darf es nur hier und in Threads davon geben: { $channels }
settings-channels-full = Mehr als { $most } gehen nicht. Nimm einen heraus, um Platz zu schaffen.
settings-board-in = Jeden Montag erscheinen die Sieger der Woche in { $channel }
settings-board-refused = Discord hat die Sieger der Woche in { $channel } abgelehnt, darum erscheinen sie nicht mehr.
button-board-here = Sieger der Woche, jeden Montag, hier
button-no-board = Keine Sieger der Woche
button-only-here = Nur in diesem Kanal
button-also-here = Auch in diesem Kanal
button-not-here = Nicht in diesem Kanal
button-reset-settings = Alles zurücksetzen

options-title = Optionen
options-about = Das siehst nur du. Änderungen stehen sofort in der Lobby.
button-options-game = Spiel
button-options-house = Hausregeln
button-options-look = Mehr
button-options-people = Leute
options-remove = Jemanden hinausbitten
options-hand-over = Die Krone weitergeben
options-person = { $player }
button-options-close = Zurück zur Lobby
# As in English
options-option-edition = Edition: { $edition }
# The second line of an edition in the menu: whom it suits and how it differs, in 100 characters.
options-edition-about = Für { $fewest } bis { $most } Personen
    .classic = Zum Einstieg, { $fewest } bis { $most } Personen: { $hand } Karten, Angriffe summieren sich nie, Wunsch geht an alle
    .original = Bissiger, { $fewest } bis { $most } Personen: { $hand } Karten, Angriffe summieren sich, Wunsch geht an eine Person
    .travel = Kurz, { $fewest } bis { $most } Personen: { $hand } Karten, kein Wunsch, gemischt wird bis zum Stopp
    .two-player = Ein Duell, für { $fewest }: { $hand } Karten, ein Kitten, drei Entschärfungen
    .imploding = Für Geübte, { $fewest } bis { $most } Personen: Original, 20 Karten mehr, ein unentschärfbares Kitten
    .streaking = Für Pokerfaces, { $fewest } bis { $most } Personen: Original, 15 Karten mehr, Kittens auf der Hand
    .barking = Für Wachhunde, { $fewest } bis { $most } Personen: Original, 20 Karten mehr, ein Vorrat und ein Turm
options-decks-one = Decks: eins
options-decks-two = Decks: zwei
options-decks-two-about = Klassik mit 6 bis 9 Personen
options-option-pace = Tempo: { $pace }
options-pace-about = { $turn } pro Zug, { $choice } zum Wählen, { $window } fürs Nö!
options-combos-book = Kombis: wie im Regelheft
options-combos-cat-pairs = Kombis: nur Katzenpärchen
options-combos-special = Kombis: Pärchen und Drillinge
options-combos-special-and-five = Kombis: Pärchen, Drillinge, Fünflinge
options-attack-book = Angriff: wie im Regelheft
options-attack-adds-up = Angriff: summiert sich
options-attack-adds-up-about = Wer unter Angriff selbst angreift, reicht offene Züge weiter, plus zwei
options-attack-resets = Angriff: summiert sich nie
options-attack-resets-about = Wer angegriffen wird, macht zwei Züge, nie mehr
options-favor-book = Wunsch: wie im Regelheft
options-favor-one = Wunsch: eine Person gibt
options-favor-everyone = Wunsch: alle geben
options-self-nope-off = Eigene Karten: Nö! verboten
options-self-nope-on = Eigene Karten: Nö! erlaubt
options-ghosts-off = Keine Geister
options-ghosts-on = Geister: Tote sehen Karten
options-first-random = Wer beginnt: wird ausgelost
options-first-person = Wer beginnt: { $player }
options-leavers-stand-in = Wer aussteigt: wird vertreten
options-leavers-out = Wer aussteigt: ist raus
options-rating-rated = Wertung: dieses Spiel zählt
options-rating-rated-about = Ab zwei Menschen ändert es ihre Wertung
options-rating-friendly = Wertung: Freundschaftsspiel
options-rating-friendly-about = Zählt in der Statistik, ändert keine Wertung
options-rating-off = Wertung: aus auf diesem Server
options-rating-off-about = Kein Spiel ändert eine Wertung, auch kein Host kann das
options-pictures = Mit Bildern
options-text-first = Text zuerst
options-text-first-about = Für alle hier: Worte statt Bilder
options-option-language = Sprache am Tisch: { $language }
