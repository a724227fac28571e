# Texte der Erweiterungen: ihre Karten und die Ansichten, die nur sie brauchen.

# As in English
card-imploding-kitten = Imploding Kitten
    .plural = Imploding Kittens
card-alter-the-future = Zukunft ändern
card-draw-from-the-bottom = Von unten ziehen
# As in English
card-feral-cat = Feral Cat
    .plural = Feral Cats
card-reverse = Richtungswechsel
card-targeted-attack = Gezielter Angriff
    .plural = Gezielte Angriffe

about-imploding-kitten = Verdeckt gezogen, geht es offen zurück in den Stapel, wohin du willst. Offen gezogen, ist es dein Ende, da hilft keine Entschärfung. Liegt es offen obenauf, sehen es alle.
about-alter-the-future = Du siehst die obersten drei Karten des Spielstapels und legst sie in beliebiger Reihenfolge zurück.
about-draw-from-the-bottom = Du ziehst die unterste statt der obersten Karte. Damit endet ein Zug.
about-feral-cat = Gilt in Pärchen und Drilling als jede Katze, zusammen mit dieser oder mit ihresgleichen. Tut allein nichts.
about-reverse = Dreht die Spielrichtung um und beendet einen Zug, ohne dass du ziehst. Zu zweit ist das nur ein Hops!
about-targeted-attack = Ein Angriff auf eine Person deiner Wahl; von ihr geht es weiter.

stake-alter = { $depth ->
    [one] **{ $player }** spielt **{ $card }** aus, um die oberste Karte anzusehen.
   *[other] **{ $player }** spielt **{ $card }** aus, um die obersten { $depth } Karten anzusehen und umzusortieren.
}
stake-draw-from-the-bottom = **{ $player }** spielt **{ $card }** aus, um die unterste statt der obersten Karte zu ziehen.
stake-reverse-last = **{ $player }** spielt **{ $card }** aus, um die Richtung zu drehen und ohne Ziehen davonzukommen. Dann wäre **{ $target }** dran.
stake-reverse-last-you = **{ $player }** spielt **{ $card }** aus, um die Richtung zu drehen und ohne Ziehen davonzukommen. Dann wärst du dran.
stake-reverse-more = **{ $player }** spielt **{ $card }** aus, um die Richtung zu drehen und einen Zug ohne Ziehen loszuwerden. { $turns ->
    [one] Dann bliebe noch einer.
   *[other] Dann blieben noch { $turns }.
}
stake-pair-wild = **{ $player }** spielt **{ $card }** mit einer **{ $wild }**, um **{ $target }** blind eine Karte zu klauen.
stake-pair-wild-you = **{ $player }** spielt **{ $card }** mit einer **{ $wild }**, um dir blind eine Karte zu klauen.
stake-triple-wild = { $count ->
    [one] **{ $player }** spielt zwei **{ $card }** mit einer **{ $wild }** und verlangt **{ $named }** von **{ $target }**.
   *[other] **{ $player }** spielt **{ $card }** mit zwei **{ $wild }** und verlangt **{ $named }** von **{ $target }**.
}
stake-triple-wild-you = { $count ->
    [one] **{ $player }** spielt zwei **{ $card }** mit einer **{ $wild }** und verlangt **{ $named }** von dir.
   *[other] **{ $player }** spielt **{ $card }** mit zwei **{ $wild }** und verlangt **{ $named }** von dir.
}

story-plays-on = **{ $player }** spielt **{ $card }** gegen **{ $target }**.
story-pair-wild = **{ $player }** spielt **{ $card }** mit einer **{ $wild }**, um **{ $target }** zu beklauen.
story-triple-wild = { $count ->
    [one] **{ $player }** spielt zwei **{ $card }** mit einer **{ $wild }** und will **{ $named }** von **{ $target }**.
   *[other] **{ $player }** spielt **{ $card }** mit zwei **{ $wild }** und will **{ $named }** von **{ $target }**.
}
story-drew-bottom = **{ $player }** zieht von unten und lebt noch.
story-ordered = **{ $player }** legt die obersten Karten zurück, wie auch immer.
beat-imploded = Das { $kitten }, offen gezogen. **{ $player }** implodiert!
epitaph-imploded = säuberlich zusammengefaltet
story-placed-up = **{ $player }** legt es offen zurück in den Stapel.
story-imploded = **{ $player }** implodiert.
story-clockwise = Es geht wieder im Uhrzeigersinn.
story-reversed = Kehrtwende: Es geht andersherum weiter.

turn-reversed = **{ $player }** hat den Spieß umgedreht.
turn-imploded = **{ $player }** ist implodiert.
table-ordering = { $player } sortiert die Zukunft um
table-ordering-about = Die obersten Karten liegen in den Pfoten von **{ $player }**. Was daraus wird, sieht sonst niemand.
table-imploding-about = Noch ist nichts passiert. **{ $player }** legt es offen zurück, irgendwo in den Spielstapel.
play-clockwise = Im Uhrzeigersinn, Liste hinunter
play-reversed = Gegen den Uhrzeigersinn, Liste hinauf
pile-open-top = Obenauf, offen und für alle zu sehen: **{ $card }**
pile-open-kittens = { $kittens ->
    [one] Sonst lauert kein Kitten darin
   *[other] **{ $kittens }** Kittens sind darin, dieses mitgezählt
}
pile-imploding-up = **{ $card }**: offen, irgendwo unter der obersten Karte
pile-imploding-down = **{ $card }**: noch verdeckt
alt-open-top = Offen oben auf dem Stapel: { $card }

panel-waiting-ordering = **{ $player }** sortiert gerade die obersten Karten um.
place-imploding-title = { $kitten }! Du musst es nur zurücklegen, und zwar offen.
order-title = Sortier die Zukunft um
order-about = Klick die Karten in der Reihenfolge an, in der sie gezogen werden sollen.
order-so-far = Von oben: { $cards }
order-deadline = Die Zeit endet { $deadline }, dann bleibt alles, wie es war
order-done = So zurücklegen
order-keep = Alles lassen, wie es war
hand-placeholder = Karte ausspielen: { $first } bis { $last }
title-pair-with = Pärchen mit { $card }
title-triple-with = { $count ->
    [one] Drilling mit einer { $card }
   *[other] Drilling mit zwei { $card }
}
target-card = **{ $card }:** Wen soll es treffen?
illegal-no-such-order = Das ist keine Reihenfolge dieser Karten. Jede braucht genau einen Platz.
combos-feral = **Feral Cat:** gilt in Pärchen und Drilling als jede Katze. Auch lauter Feral Cats tun es.
place-imploding-about = { $cards ->
    [0] Der Spielstapel ist leer, da gibt es nur eine Stelle.
    [one] Im Spielstapel liegt eine Karte. Wohin damit? Ganz oben sehen es alle.
   *[other] Im Spielstapel liegen { $cards } Karten. Wohin damit? Ganz oben sehen es alle.
}

over-imploded = **{ $player }** · implodiert bei { $percent }{"\u00A0"}% Risiko
over-chart-imploded = { $place }. { $player } ({ $mark }): implodiert in Zug { $turn } bei { $percent }{"\u00A0"}% Risiko{ $rescues ->
    [0] {""}
    [one] , 1 Kitten entschärft
   *[other] , { $rescues } Kittens entschärft
}
