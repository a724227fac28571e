# The history of a game: one line per public event.

story-plays = **{ $player }** spielt **{ $card }** aus.
story-attacked = { $turns ->
    [one] **{ $attacker }** greift **{ $player }** an: einen Zug, bitte.
   *[other] **{ $attacker }** greift **{ $player }** an: { $turns } Züge, bitte.
}
story-favor = **{ $player }** richtet einen **{ $card }** an **{ $target }**.
story-pair = **{ $player }** spielt zwei **{ $card }**, um **{ $target }** zu beklauen.
story-triple = **{ $player }** spielt drei **{ $card }** und will **{ $named }** von **{ $target }**.
story-five = **{ $player }** spielt fünf verschiedene Karten.
story-nope = **{ $player }** sagt **{ $nope }**
story-counter = **{ $player }** legt ein Nö! aufs Nö!
story-stopped = Daraus wird nichts.
story-saw = { $cards ->
    [one] **{ $player }** linst auf die oberste Karte.
   *[other] **{ $player }** linst auf die obersten { $cards } Karten.
}
story-shuffled = Der Spielstapel ist neu gemischt.
story-stole = **{ $player }** klaut eine Karte von **{ $target }**.
story-hit = **{ $target }** rückt **{ $named }** an **{ $player }** heraus.
story-miss = **{ $target }** kann mit **{ $named }** nicht dienen. Pech, **{ $player }**.
story-gave = **{ $giver }** gibt eine Karte an **{ $taker }** ab.
story-took = **{ $player }** nimmt **{ $card }** aus dem Ablagestapel.
story-fizzled = Nichts zu holen. Die Karten sind trotzdem weg.
story-drew = **{ $player }** zieht eine Karte und lebt noch.
story-drew-kitten = **{ $player }** zieht ein **{ $card }**!
story-defused = **{ $player }** zückt eine **{ $card }**. Puh.
story-placed = Das Kitten ist wieder im Stapel. Wo, weiß nur **{ $player }**.
story-exploded = **{ $player }** explodiert.
story-left = **{ $player }** steigt aus, und ein Kitten geht mit.
story-left-alone = **{ $player }** steigt aus.
story-lapsed = Was **{ $player }** angefangen hat, verpufft.
story-said-stop = **{ $player }** sagt Stopp.
story-late = **{ $player }** hat die Zeit vertrödelt.
story-won = **{ $player }** gewinnt.
