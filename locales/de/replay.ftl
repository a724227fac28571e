# Die ganze Geschichte einer fertigen Partie: offene Karten und Wiederholung Schritt für Schritt.

story-cards = Alle Karten auf den Tisch
story-nobody-won = Die Partie wurde beendet, bevor jemand gewonnen hatte.
story-hand = **{ $player }**: { $cards }
story-hand-empty = **{ $player }**: keine Karten
story-pile = Übrig im Spielstapel, von oben nach unten: { $cards }
story-hid = { $cards ->
    [0] **{ $player }** hat oben versteckt: { $kitten }.
    [one] **{ $player }** hat unter einer Karte versteckt: { $kitten }.
   *[other] **{ $player }** hat unter { $cards } Karten versteckt: { $kitten }.
}
story-hid-killed = Erwischt hat es **{ $player }**.
story-hid-defused = **{ $player }** hat es gezogen und entschärft.
story-hid-mixed = Danach wurde gemischt.
story-hid-left = Es liegt noch drin.
story-hid-gone = Es ging mit jemandem, der ausgestiegen ist.
story-shown = { $line } ({ $shown })
story-more = { $lines ->
    [one] Eine weitere Zeile steht in der Wiederholung.
   *[other] { $lines } weitere Zeilen stehen in der Wiederholung.
}

story-step = Schritt { $step }
# As in English
story-told = `{ $step }` { $line }
story-moment = Schritt { $step } einer fertigen Partie, geteilt von { $player }
story-moment-death = { $player } zieht bei { $percent }{"\u00A0"}% und explodiert.
story-turn = **{ $player }** ist am Zug
story-seat = **{ $player }** · Chance bis hierher { $percent }{"\u00A0"}%
story-open-hand = { $cards }

button-cards = Die Karten
button-replay = Wiederholung
button-fair = War das fair?
button-first = Anfang
button-forward = Weiter
button-last = Ende
button-moment = Allen zeigen
story-jump = Springen zu …
story-jump-earlier = Zurückspringen zu …
story-jump-death = { $step }: { $player } ist raus
story-jump-rescue = { $step }: { $player } entschärft ein Kitten
story-jump-nopes = { $step }: { $nope } auf { $nope }
story-jump-attack = { $step }: { $attacker } greift { $player } an
story-jump-hid = { $step }: { $player } versteckt ein Kitten
story-jump-sheltered = { $step }: { $player } nimmt ein Kitten auf
story-jump-gave = { $step }: { $giver } gibt { $player } eine Karte
story-jump-looked = { $step }: { $player } linst voraus
story-jump-stole = { $step }: { $thief } beklaut { $player }
