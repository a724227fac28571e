# The public table: turn, seats, piles, Nope window.

table-turn = { $player }, du bist dran!
table-turn-stand-in = Die Vertretung spielt für **{ $player }**
table-turn-deadline = Zieht automatisch { $deadline }
table-choice-deadline = Wählt automatisch { $deadline }
table-paused = Alle sind weg, also schläft die Partie. Ein Klick aus der Runde weckt sie.
table-paused-unseen = Diese Nachricht ließ sich eine Weile nicht senden, also schläft die Partie. Sie wacht von selbst auf, bei jedem Klick sofort.

# Why it is that player's turn, below the heading that says whose turn it is.
turn-sat-down = **{ $player }** ist noch dazugekommen, die Karten sind neu verteilt.
turn-drew = **{ $player }** hat gezogen und lebt noch.
turn-rescued = **{ $player }** lebt noch und hat das Kitten versteckt.
turn-skipped = **{ $player }** ist davongehopst.
turn-exploded = **{ $player }** ist explodiert.
turn-left = **{ $player }** ist ausgestiegen.
turn-attacked-you = { $turns ->
    [one] Noch ein Zug: **{ $attacker }** hat dich angegriffen.
   *[other] **{ $turns }** Züge: **{ $attacker }** hat dich angegriffen.
}
turn-attacked = { $turns ->
    [one] **{ $player }** schuldet noch einen Zug, nach dem Angriff von **{ $attacker }**.
   *[other] **{ $player }** schuldet **{ $turns }** Züge, nach dem Angriff von **{ $attacker }**.
}

# A death or a rescue, shown alone for a second.
beat-death = Das { $kitten } erwischt **{ $player }**.
beat-hidden = Versteckt hat es **{ $player }**.
beat-hidden-ago = { $cards ->
    [0] Versteckt hat es **{ $player }**, gerade eben.
    [one] Versteckt hat es **{ $player }**, vor einer Karte.
   *[other] Versteckt hat es **{ $player }**, vor { $cards } Karten.
}
# During a death, if the same person has already been killed in this series.
beat-feud = **{ $killer }** hat **{ $victim }** an diesem Abend { $times ->
    [one] einmal
    [2] zweimal
   *[other] { $times }-mal
} erwischt.
epitaph = { $variant ->
    [0] eine Karte zu viel
    [1] neugierig bis zuletzt
    [2] alle neun Leben verbraucht
    [3] mit einem Knall gegangen
   *[4] es sah so weich aus
}
beat-rescue = Ein { $kitten }! **{ $player }** entschärft es, gerade noch rechtzeitig.

table-placing = { $player } hat ein Kitten entschärft
table-placing-about = Jetzt versteckt **{ $player }** es irgendwo im Spielstapel.
table-giving = { $player } hat einen Wunsch frei
table-giving-about = { $givers }: eine Karte für **{ $player }**, bitte.
table-taking = { $player } wühlt im Ablagestapel
table-taking-about = Eine Karte daraus darf **{ $player }** behalten.
table-stopping = { $player } mischt und mischt
table-stopping-about = Bis { $stopper } Stopp sagt.

seat-cards = { $cards ->
    [one] **{ $player }** · 1 Karte
   *[other] **{ $player }** · { $cards } Karten
}
seat-cards-away = { $cards ->
    [one] **{ $player }** · 1 Karte · abwesend
   *[other] **{ $player }** · { $cards } Karten · abwesend
}
seat-cards-left = { $cards ->
    [one] **{ $player }** · 1 Karte · ausgestiegen
   *[other] **{ $player }** · { $cards } Karten · ausgestiegen
}
seat-owing = { $turns ->
    [one] { $seat } · schuldet einen Zug
   *[other] { $seat } · schuldet { $turns } Züge
}
seat-out = ~~{ $player }~~ · raus, Platz { $place }
seat-out-epitaph = ~~{ $player }~~ · raus, Platz { $place } · *{ $epitaph }*

pile-cards = { $cards ->
    [one] **1** Karte im Spielstapel
   *[other] **{ $cards }** Karten im Spielstapel
}
pile-odds = Stapel: { $cards ->
    [one] **1** Karte
   *[other] **{ $cards }** Karten
}, { $kittens ->
    [0] gerade kein Kitten
    [one] **1** Kitten, Risiko{"\u00A0"}**{ $percent }{"\u00A0"}%**
   *[other] **{ $kittens }** Kittens, Risiko{"\u00A0"}**{ $percent }{"\u00A0"}%**
}
    .streaking = Stapel: { $cards ->
        [one] **1** Karte
       *[other] **{ $cards }** Karten
    }, { $kittens ->
        [0] gerade kein Kitten
        [one] höchstens **1** Kitten, Risiko bis **{ $percent }{"\u00A0"}%**
       *[other] höchstens **{ $kittens }** Kittens, Risiko bis **{ $percent }{"\u00A0"}%**
    }
pile-empty = Der Spielstapel ist leer
discard-top = Abgelegt: { $cards }
discard-empty = Der Ablagestapel ist noch leer

window-title = Nö-Fenster
window-deadline = Schließt { $deadline }
window-paused = Es bleibt offen, solange die Partie schläft.
window-noped = { $nopes ->
    [one] NÖ!
   *[other] NÖ! × { $nopes }
}
# 0 to 2: the play is stopped; 3 to 5: it happens after all.
window-banter = { $variant ->
    [0] **{ $player }** sagt Nein. Mit Nachdruck.
    [1] **{ $player }** ist entschieden dagegen.
    [2] Nicht mit **{ $player }**.
    [3] „Doch!“, sagt **{ $player }**.
    [4] **{ $player }** sagt Nö! zum Nö!.
   *[5] **{ $player }** lässt sich nichts verbieten.
}
window-stands = **Stand jetzt: Es gilt.**
window-stopped = **Stand jetzt: Es gilt nicht.**
window-waiting = Noch unentschlossen: { $players }

stake-single = **{ $player }** spielt **{ $card }** aus.
stake-attack = **{ $player }** spielt **{ $card }** aus. { $turns ->
    [one] **{ $target }** müsste einen Zug machen.
   *[other] **{ $target }** müsste { $turns } Züge machen.
}
# A stake has a second wording, with `-you` in its key, for the hand of the player whom it concerns.
stake-attack-you = **{ $player }** spielt **{ $card }** aus. { $turns ->
    [one] Du müsstest einen Zug machen.
   *[other] Du müsstest { $turns } Züge machen.
}
stake-skip-last = **{ $player }** spielt **{ $card }** aus, um ohne Ziehen davonzukommen. Dann wäre **{ $target }** dran.
stake-skip-last-you = **{ $player }** spielt **{ $card }** aus, um ohne Ziehen davonzukommen. Dann wärst du dran.
stake-skip-more = **{ $player }** spielt **{ $card }** aus, um einen Zug ohne Ziehen loszuwerden. { $turns ->
    [one] Dann bliebe noch einer.
   *[other] Dann blieben noch { $turns }.
}
stake-favor-one = **{ $player }** spielt **{ $card }** aus. **{ $target }** müsste eine Karte abgeben.
stake-favor-you = **{ $player }** spielt **{ $card }** aus. Du müsstest eine Karte abgeben.
stake-favor-everyone = **{ $player }** spielt **{ $card }** aus. Alle anderen, die Karten haben, müssten eine abgeben.
stake-shuffle = **{ $player }** spielt **{ $card }** aus. Der Spielstapel würde neu gemischt.
stake-shuffle-stopped = **{ $player }** spielt **{ $card }** aus. Der Spielstapel würde gemischt, bis **{ $target }** Stopp sagt.
stake-shuffle-stopped-you = **{ $player }** spielt **{ $card }** aus. Der Spielstapel würde gemischt, bis du Stopp sagst.
stake-see-the-future = { $depth ->
    [one] **{ $player }** spielt **{ $card }** aus, um auf die oberste Karte zu linsen.
   *[other] **{ $player }** spielt **{ $card }** aus, um auf die obersten { $depth } Karten zu linsen.
}
stake-pair = **{ $player }** spielt zwei **{ $card }**, um **{ $target }** blind eine Karte zu klauen.
stake-pair-you = **{ $player }** spielt zwei **{ $card }**, um dir blind eine Karte zu klauen.
stake-triple = **{ $player }** spielt drei **{ $card }** und verlangt **{ $named }** von **{ $target }**.
stake-triple-you = **{ $player }** spielt drei **{ $card }** und verlangt **{ $named }** von dir.
stake-five = **{ $player }** spielt fünf verschiedene Karten, um eine aus dem Ablagestapel zu nehmen.

button-hand = Meine Karten
button-draw = Ziehen
button-draw-risk = Ziehen ({ $percent }{"\u00A0"}%)
button-nope = { $nope }
button-pass = Kein Nö!
button-auto-pass = Kein Nö! bis zu meinem Zug
button-auto-pass-off = Wieder selbst entscheiden
button-slower = Langsamer
button-faster = Schneller

story-nothing = Die Karten sind verteilt. Passiert ist noch nichts.
