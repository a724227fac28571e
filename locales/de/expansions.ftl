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

# Streaking Kittens
# As in English
card-streaking-kitten = Streaking Kitten
    .plural = Streaking Kittens
card-super-skip = Super-Hops!
card-see-the-future5x = Blick in die Zukunft (5x)
card-alter-the-future5x = Zukunft ändern (5x)
card-swap-top-and-bottom = Oben-unten-Tausch
card-catomic-bomb = Katombombe
    .plural = Katombomben
card-garbage-collection = Müllabfuhr
card-mark = Markierung
    .plural = Markierungen
card-curse-of-the-cat-butt = Fluch des Katzenpos
    .plural = Flüche des Katzenpos

about-streaking-kitten = Solange du es hast, bleibt ein gezogenes Exploding Kitten unbemerkt auf deiner Hand. Verlierst du diese Karte, geht es hoch.
about-super-skip = Beendet alle deine Züge, ohne dass du ziehst. Vier Züge nach einem Angriff? Alle weg.
about-see-the-future5x = Du siehst die obersten fünf Karten des Spielstapels.
about-alter-the-future5x = Du siehst die obersten fünf Karten des Spielstapels und legst sie in beliebiger Reihenfolge zurück.
about-swap-top-and-bottom = Die oberste und die unterste Karte des Spielstapels tauschen ungesehen die Plätze. Oben ein Kitten? Jetzt nicht mehr.
about-catomic-bomb = Die Exploding Kittens des Spielstapels werden gezeigt und nach oben gelegt, der Rest gemischt. Ein Zug endet: Wer folgt, zieht eins.
about-garbage-collection = Wer Karten hat, legt eine ungesehen in den Spielstapel, auch ein verstecktes Kitten. Dann wird gemischt.
about-mark = Bei einer Person deiner Wahl wird eine zufällige Karte umgedreht. Alle sehen sie, bis sie die Hand verlässt: Für eine Entschärfung lohnt ein Pärchen.
about-curse-of-the-cat-butt = Eine Person deiner Wahl sieht ihre Karten nicht mehr und spielt auf gut Glück: Ein aufgedecktes Nö! ist weg. Es endet, wenn sie zieht und überlebt.

stake-skip-all = **{ $player }** spielt **{ $card }** aus, um alle Züge ohne Ziehen loszuwerden. Dann wäre **{ $target }** dran.
stake-skip-all-you = **{ $player }** spielt **{ $card }** aus, um alle Züge ohne Ziehen loszuwerden. Dann wärst du dran.
stake-swap = **{ $player }** spielt **{ $card }** aus. Die oberste und die unterste Karte des Spielstapels würden die Plätze tauschen.
stake-raise-kittens = **{ $player }** spielt **{ $card }** aus. Alle Kittens des Spielstapels kämen nach oben, und ein Zug wäre ohne Ziehen vorbei.
stake-collect = **{ $player }** spielt **{ $card }** aus. Alle, die Karten haben, müssten eine in den Spielstapel legen.
stake-mark = **{ $player }** spielt **{ $card }** aus, um eine zufällige Karte von **{ $target }** für alle umzudrehen.
stake-mark-you = **{ $player }** spielt **{ $card }** aus, um eine zufällige Karte von dir für alle umzudrehen.
stake-curse = **{ $player }** spielt **{ $card }** aus. **{ $target }** sähe die eigenen Karten nicht mehr.
stake-curse-you = **{ $player }** spielt **{ $card }** aus. Du sähst deine Karten nicht mehr.

story-marked = Jetzt sehen es alle: **{ $player }** hat **{ $card }**.
story-mark-gone = Die markierte Karte **{ $card }** verlässt die Hand von **{ $player }**.
story-cursed = **{ $player }** sieht nur noch Katzenpos.
story-curse-ended = **{ $player }** sieht die eigenen Karten wieder.
story-turned-up = **{ $player }** deckt blind auf: { $cards }
story-went-off = { $kittens ->
    [one] Nichts versteckt mehr das Kitten auf der Hand von **{ $player }**. Es geht hoch!
   *[other] Nichts versteckt mehr die { $kittens } Kittens auf der Hand von **{ $player }**. Sie gehen hoch!
}
story-ends-swapped = Die oberste und die unterste Karte tauschen die Plätze.
story-kittens-raised = { $kittens ->
    [0] Kein Kitten im Spielstapel. Viel Wirbel um einmal Mischen.
    [one] Ganz oben auf dem Spielstapel sitzt jetzt ein Kitten.
   *[other] Ganz oben auf dem Spielstapel sitzen jetzt { $kittens } Kittens.
}
story-put = **{ $player }** wirft eine Karte ein.

table-placing-called = Es ging auf der Hand von { $players } hoch und kommt jetzt zurück, irgendwo in den Spielstapel.
table-collecting = Heute ist Müllabfuhr
table-collecting-about = Von allen kommt eine Karte ungesehen in den Spielstapel. Es fehlen noch: { $players }
table-aiming = { $player } zielt mit verbundenen Augen
table-aiming-about = Die Karte liegt da, aber wen trifft sie? Das entscheidet **{ $player }**.
seat-blind = Sieht keine Karten
seat-marked = Markiert: { $cards }
seat-blind-marked = Sieht keine Karten außer: { $cards }

explain-others = Den Rest erklären die Regeln: { $cards }
panel-blind = Deine Karten zeigen dir ihr Hinterteil. Zieh und überlebe, dann siehst du sie wieder.
panel-marked = Das sehen alle: { $cards }
panel-waiting-aiming = **{ $player }** sucht ein Ziel aus.
button-play-blindly = Blind ausspielen
button-give-blindly = Blind eine abgeben
button-put-blindly = Blind eine einwerfen
button-put = { $card } einwerfen
put-title = Müllabfuhr! Welche Karte wirfst du in den Spielstapel?
put-question = Wirklich { $card } wegwerfen? Sie rettet dir das Leben.
give-blind-title = **{ $taker }** bekommt eine Karte von dir. Welche, kann niemand sehen.
aim-deadline = Zufälliges Ziel { $deadline }
news-sheltered = Du hast ein **{ $card }** gezogen, und niemand hat es gemerkt: Dein **{ $shelter }** versteckt es. Jetzt nicht grinsen.
news-put = Du hast **{ $card }** in den Spielstapel geworfen.
illegal-target-blind = Diese Person sieht schon keine Karten mehr. Wähl eine, die noch sieht.
illegal-target-marked = Bei dieser Person ist schon jede Karte markiert. Wähl eine andere.
illegal-blind = Du siehst deine Karten nicht. Spiel blind eine aus oder zieh.
illegal-not-blind = Du siehst deine Karten wieder. Wähl selbst eine aus.
