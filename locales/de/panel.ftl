# A player's own panel: the hand, its steps and the choices.

panel-title = { $cards ->
    [0] Deine Hand ist leer
    [one] Deine Hand: 1 Karte
   *[other] Deine Hand: { $cards } Karten
}
panel-your-turn = **Du bist dran.** Spiel, was du magst, dann zieh.
panel-your-turn-empty = **Du bist dran.** Du hast keine Karte: Zieh einfach.
panel-other-turn = **{ $player }** ist dran.
panel-window = **Nö-Fenster.** Sagst du Nö! oder nicht?
panel-window-nothing = **Nö-Fenster.** Du hast kein Nö!
panel-window-own = **Nö-Fenster.** Jetzt entscheiden die anderen.
panel-window-passed = **Nö-Fenster.** Noch darfst du Nö! sagen.
panel-auto-pass = Bis zu deinem Zug heißt es für dich von selbst *{ button-pass }*
panel-waiting-placing = **{ $player }** versteckt gerade ein Kitten.
panel-waiting-giving = Gesucht: eine Karte von { $givers }.
panel-waiting-taking = **{ $player }** wühlt im Ablagestapel.
panel-waiting-stopping = Der Stapel wird gemischt, bis **{ $player }** Stopp sagt.
panel-over = Die Partie ist vorbei. **{ $player }** hat gewonnen.
panel-over-stand-in = Die Partie ist vorbei. Die Vertretung von **{ $player }** hat gewonnen.
panel-over-you = Die Partie ist vorbei, und du hast gewonnen.
# Told once each, in somebody's first game.
hint-turn = **Du bist dran.** Spiel etwas oder nichts, dann zieh.
hint-window = **Nö-Fenster.** Dein Nö! kann das stoppen. Passen alle, passiert es.
hint-kitten = Entschärft! Versteck das Kitten da, wo es jemand anders zieht.
hint-auto-pass = **Nö-Fenster.** Nicht dein Streit? Ich passe für dich, bis du dran bist.
notice-tap-again = Das ging schneller, als man gucken kann. Tipp noch mal.
panel-folded = Hier sind deine Karten eingeklappt.
panel-out = Du bist raus. Zuschauen kostet nichts.
# What the dead and those who only watch may predict. The label of a button and the title of a menu.
button-oracle = Wen erwischt's?
# The button of a late player of the last game, below the same menu.
button-sit-down = Platz nehmen
oracle-about = Wen erwischt's als Nächstes? Dein Tipp bleibt unter uns, und du darfst ihn ändern, bis jemand ein Kätzchen zieht. Am Ende wird das beste Orakel gekürt.
oracle-nobody = { $cards ->
    [0] Niemanden, bis der Stapel leer ist
    [one] Niemanden, bis noch 1 Karte da ist
   *[other] Niemanden, bis noch { $cards } Karten da sind
}
oracle-stands = Ein Kätzchen wurde gezogen, dein Tipp steht: Als Nächstes erwischt es **{ $player }**.
oracle-stands-nobody = Ein Kätzchen wurde gezogen, dein Tipp steht: Es erwischt niemanden, bis { $cards ->
    [0] der Stapel leer ist
    [one] noch 1 Karte da ist
   *[other] noch { $cards } Karten da sind
}.
oracle-score = Deine Treffer: { $right } von { $decided }.
ghost-title = Was die Lebenden halten
# As in English
ghost-hand = **{ $player }**: { $cards }
panel-known = Das weißt du vom Spielstapel, von oben gezählt: { $cards }
# A card and its place in the pile; 1 is the top.
panel-known-place = { $place }. { $card }

# The explanation of a hand, on request.
explain-title = Deine Karten erklärt
explain-turn = **Dein Zug:** Spiel so viele Karten, wie du magst, oder keine. Dann zieh eine, damit ist der Zug vorbei.
# As in English
explain-card = **{ $cards }:** { $about }
explain-grey = **Graue Karten** gehen gerade nicht: Du bist nicht dran, ihr Zwilling fehlt, für ein Nö! gibt es keinen Anlass, oder sie spielen sich von selbst, wenn du sie brauchst.
button-explain = Karten erklären

button-card-many = { $card } ×{ $count }
button-five = Fünfling
button-any-place = Andere Stelle
button-stop = Stopp!

title-about = { $count ->
    [one] Du hast **{ $card }** einmal auf der Hand.
   *[other] Du hast **{ $card }** { $count }-mal auf der Hand.
}
title-play = Eine ausspielen
title-pair = Pärchen: blind klauen
title-triple = Drilling: Karte verlangen

target-favor = Wer soll dir eine Karte geben?
target-pair = Zwei **{ $card }**: Wem klaust du blind eine Karte?
target-triple = Drei **{ $card }**: Von wem verlangst du eine Karte?
target-player = { $cards ->
    [one] { $player } (1 Karte)
   *[other] { $player } ({ $cards } Karten)
}
naming-title = Drei **{ $card }** gegen **{ $target }**: Welche Karte verlangst du?
naming-about = Wenn sie nicht da ist, gehst du leer aus.
five-title = Welche fünf verschiedenen Karten spielst du?
five-about = Dafür nimmst du dir eine Karte aus dem Ablagestapel, nur kein { $kitten }.
five-placeholder = Fünf auswählen

place-title = Ein { $kitten }, und du hast es entschärft!
place-about = { $cards ->
    [0] Der Spielstapel ist leer: Da gibt es nur eine Stelle.
    [one] Im Spielstapel liegt eine Karte. Wohin mit dem Kitten? Wohin, sieht bis zum Spielende niemand.
   *[other] Im Spielstapel liegen { $cards } Karten. Wohin mit dem Kitten? Wohin, sieht bis zum Spielende niemand.
}
place-deadline = Zufällige Stelle { $deadline }
place-top = Ganz oben
place-second = Als 2. Karte
place-third = Als 3. Karte
place-middle = In der Mitte
place-bottom = Ganz unten
place-random = Irgendwo
place-any-title = Wie viele Karten sollen darüberliegen?
place-placeholder = Stelle auswählen
place-above = { $cards ->
    [0] Ganz oben
    [one] Unter 1 Karte
   *[other] Unter { $cards } Karten
}
place-earlier = Weiter oben
place-later = Weiter unten

give-title = **{ $taker }** bekommt eine Karte von dir. Welche?
give-deadline = Wählt automatisch { $deadline }
give-question = Wirklich { $card } an **{ $taker }** hergeben? Diese Karte rettet dir das Leben.
button-give = { $card } hergeben
take-title = Welche Karte aus dem Ablagestapel nimmst du?
take-deadline = Zufällige Karte { $deadline }
stop-title = **{ $player }** mischt, bis du Stopp sagst.
stop-deadline = Endet von selbst { $deadline }

news-drew = Du hast **{ $card }** gezogen.
news-saw = Oben auf dem Stapel hast du gesehen, die oberste Karte zuerst: { $cards }
news-stole = Du hast **{ $card }** von **{ $target }** geklaut.
news-stolen = **{ $player }** hat dir **{ $card }** geklaut.
news-demanded = **{ $target }** musste dir **{ $card }** geben.
news-demanded-in-vain = **{ $target }** konnte dir mit **{ $card }** nicht dienen.
news-demanded-of-you = **{ $player }** hat **{ $card }** verlangt und von dir bekommen.
news-got = **{ $giver }** hat dir **{ $card }** gegeben.
news-gave = **{ $card }** ging von dir an **{ $taker }**.

# Die Hand als Direktnachricht.
direct-left = Du hast diese Partie verlassen. Eine Vertretung hat deine Karten.
direct-left-for-good = Du hast diese Partie endgültig verlassen.
direct-left-dead = Du hast diese Partie verlassen.
direct-unwanted = Deine Hand siehst du jetzt nur noch am Tisch, nicht mehr hier.
direct-elsewhere = Diese Nachricht ist veraltet. [Deine Hand ist hier.]({ $link })
button-come-back = Wieder mitspielen
panel-direct = Deine Hand ist auch in [deinen Direktnachrichten]({ $link }).
panel-table = [Zum Tisch]({ $link })
panel-not-your-move = Gerade hast du nichts zu tun.
refusal-no-direct-messages = Ich kann dir keine Direktnachrichten schicken, also bleibt deine Hand hier. Erlaube in deinen Privatsphäre-Einstellungen Direktnachrichten von diesem Server, dann kommt die Hand der nächsten Partie an.
refusal-only-at-the-table = Das geht nur direkt am Tisch.
