# Texte der Erweiterungen: ihre Karten und die Ansichten, die nur sie brauchen.

# As in English
card-imploding-kitten = Imploding Kitten
    .plural = Imploding Kittens
card-alter-the-future = Verändere die Zukunft
card-draw-from-the-bottom = Ziehe von unten
card-feral-cat = Streuner-Katze
    .plural = Streuner-Katzen
card-reverse = Umgekehrt
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
combos-feral = **Streuner-Katze:** gilt in Pärchen und Drilling als jede Katze. Auch lauter Streuner-Katzen tun es.
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
card-alter-the-future5x = Verändere die Zukunft (5x)
card-swap-top-and-bottom = Tausche oben und unten
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
about-catomic-bomb = Die Exploding Kittens des Spielstapels werden gezeigt und nach oben gelegt, der Rest gemischt. Ein Zug endet: Wer als Nächstes zieht, bekommt eins.
about-garbage-collection = Wer Karten hat, legt eine ungesehen in den Spielstapel, auch ein verstecktes Kitten. Dann wird gemischt.
about-mark = Bei einer Person deiner Wahl wird eine zufällige Karte umgedreht. Alle sehen sie, bis sie die Hand verlässt: Für eine Entschärfung lohnt sich ein Drilling.
about-curse-of-the-cat-butt = Eine Person deiner Wahl sieht ihre Karten nicht mehr und spielt auf gut Glück: Ein aufgedecktes Nö! ist weg. Es endet, wenn sie zieht und überlebt.

stake-skip-all = **{ $player }** spielt **{ $card }** aus, um alle Züge ohne Ziehen loszuwerden. Dann wäre **{ $target }** dran.
stake-skip-all-you = **{ $player }** spielt **{ $card }** aus, um alle Züge ohne Ziehen loszuwerden. Dann wärst du dran.
stake-swap = **{ $player }** spielt **{ $card }** aus. Die oberste und die unterste Karte des Spielstapels würden die Plätze tauschen.
stake-raise-kittens = **{ $player }** spielt **{ $card }** aus. Alle Kittens des Spielstapels kämen nach oben, und ein Zug wäre ohne Ziehen vorbei.
stake-collect = **{ $player }** spielt **{ $card }** aus. Alle, die Karten haben, müssten eine in den Spielstapel legen.
stake-mark = **{ $player }** spielt **{ $card }** aus, um eine zufällige Karte von **{ $target }** für alle umzudrehen.
stake-mark-you = **{ $player }** spielt **{ $card }** aus, um eine zufällige Karte von dir für alle umzudrehen.
stake-curse = **{ $player }** spielt **{ $card }** aus. **{ $target }** würde die eigenen Karten nicht mehr sehen.
stake-curse-you = **{ $player }** spielt **{ $card }** aus. Du würdest deine Karten nicht mehr sehen.

story-marked = Jetzt sehen es alle: **{ $player }** hat **{ $card }**.
story-mark-gone = Die markierte Karte **{ $card }** verlässt die Hand von **{ $player }**.
story-cursed = **{ $player }** sieht nur noch Katzenpos.
story-curse-ended = **{ $player }** sieht die eigenen Karten wieder.
story-turned-up = **{ $player }** deckt blind auf: { $cards }
story-went-off = { $kittens ->
    [one] Das Kitten auf der Hand von **{ $player }** ist nicht mehr versteckt. Es geht hoch!
   *[other] Die { $kittens } Kittens auf der Hand von **{ $player }** sind nicht mehr versteckt. Sie gehen hoch!
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
put-question = Wirklich { $card } wegwerfen? Diese Karte rettet dir das Leben.
give-blind-title = **{ $taker }** bekommt eine Karte von dir. Welche, kann niemand sehen.
aim-deadline = Zufälliges Ziel { $deadline }
news-sheltered = Du hast ein **{ $card }** gezogen, und niemand hat es gemerkt: Dein **{ $shelter }** versteckt es. Jetzt nicht grinsen.
news-put = Du hast **{ $card }** in den Spielstapel geworfen.
illegal-target-blind = Diese Person sieht schon keine Karten mehr. Wähl eine, die noch sieht.
illegal-target-marked = Bei dieser Person ist schon jede Karte markiert. Wähl eine andere.
illegal-blind = Du siehst deine Karten nicht, also kannst du dir keine aussuchen.
illegal-not-blind = Du siehst deine Karten wieder. Wähl selbst eine aus.

# Barking Kittens
card-alter-the-future-now = Verändere die Zukunft SOFORT
# As in English
card-barking-kitten = Barking Kitten
    .plural = Barking Kittens
card-bury = Vergraben
card-ill-take-that = Das nehm ich!
card-personal-attack = Selbstangriff
    .plural = Selbstangriffe
card-potluck = Alle bringen was mit
card-share-the-future = Teile die Zukunft
card-tower-of-power = Turm der Macht
    .plural = Türme der Macht

about-alter-the-future-now = Du siehst die obersten drei Karten des Spielstapels und legst sie in beliebiger Reihenfolge zurück. Geht auch, wenn du nicht dran bist, solange keine Karte und keine Wahl offen ist.
about-barking-kitten = Wer das andere hat, muss entschärfen oder explodiert. Du hast beide? Dann nennst du jemanden. Niemand hat es? Deins bleibt vor dir liegen, und das andere ruft dich. Kein Nö! hilft.
about-bury = Du ziehst die oberste Karte, siehst sie an und legst sie irgendwohin zurück, auch ein Kitten. Das beendet einen Zug.
about-ill-take-that = Du legst es vor eine Person deiner Wahl. Die nächste Karte, die sie zieht, gehört dir, auch ein Kitten.
about-personal-attack = Du schuldest zwei Züge mehr. Gibst du sie mit einem Angriff alle weiter?
about-potluck = Wer Karten hat, legt eine verdeckt oben auf den Spielstapel. Deine liegt davon zuunterst.
about-share-the-future = Du siehst die obersten drei Karten des Spielstapels und legst sie in beliebiger Reihenfolge zurück. Danach sieht sie auch die nächste Person.
about-tower-of-power = Du trägst ihn bis zum Schluss. Wer dir eine Karte abnimmt, bekommt stattdessen zufällig eine der Vorratskarten, die niemand kennt, solange welche da sind.

stake-share = **{ $player }** spielt **{ $card }** aus, um die obersten Karten umzusortieren und **{ $target }** zu zeigen.
stake-share-you = **{ $player }** spielt **{ $card }** aus, um die obersten Karten umzusortieren und dir zu zeigen.
stake-add-turns = { $turns ->
    [one] **{ $player }** spielt **{ $card }** aus und müsste dann einen Zug machen.
   *[other] **{ $player }** spielt **{ $card }** aus und müsste dann { $turns } Züge machen.
}
stake-bury = **{ $player }** spielt **{ $card }** aus, um die oberste Karte zu ziehen und irgendwohin zurückzulegen.
stake-claim = **{ $player }** spielt **{ $card }** aus und bekäme die nächste Karte, die **{ $target }** zieht.
stake-claim-you = **{ $player }** spielt **{ $card }** aus und bekäme die nächste Karte, die du ziehst.
stake-stack = **{ $player }** spielt **{ $card }** aus. Alle, die Karten haben, müssten eine oben auf den Spielstapel legen.
stake-wear-tower = **{ $player }** spielt **{ $card }** aus. { $stash ->
    [one] Eine Karte des Vorrats würde dann die Hand von **{ $player }** schützen.
   *[other] { $stash } Karten des Vorrats würden dann die Hand von **{ $player }** schützen.
}

story-lifted = **{ $player }** zieht die oberste Karte, nur um sie zu vergraben.
story-buried = **{ $player }** gräbt irgendwo im Stapel ein Loch.
story-stacked = Jetzt liegt von jeder Hand eine Karte oben auf dem Spielstapel.
story-claimed = Die nächste Karte, die **{ $target }** zieht, gehört **{ $player }**.
story-drew-for = **{ $player }** zieht eine Karte, und **{ $taker }** nimmt sie.
story-took-kitten = **{ $player }** wollte es ja haben: ein **{ $card }**!
story-tower-worn = **{ $player }** trägt den **{ $card }**. Steht gut.
story-stash-robbed = **{ $player }** bekommt eine Karte aus dem Vorrat unter dem Turm von **{ $target }**.
story-stash-discarded = { $count ->
    [0] Der Turm von **{ $player }** fällt. Vom Vorrat war nichts mehr da.
    [one] Der Turm von **{ $player }** fällt. Im Vorrat lag: { $cards }
   *[other] Der Turm von **{ $player }** fällt. Im Vorrat lagen: { $cards }
}
story-barked = **{ $target }** bellt mit dem anderen zurück.
story-barked-both = **{ $player }** hat beide, und sie bellen **{ $target }** an!
story-barked-in-vain = Niemand bellt zurück. Das Kitten bleibt vor **{ $player }** liegen.
story-turns-added = { $turns ->
    [one] **{ $player }** schuldet jetzt einen Zug.
   *[other] **{ $player }** schuldet jetzt { $turns } Züge, ganz aus eigener Kraft.
}

turn-buried = **{ $player }** hat eine Karte vergraben.
table-burying = { $player } buddelt
table-burying-about = **{ $player }** sieht eine Karte an und versteckt sie im Spielstapel. Welche und wo, erfährt sonst niemand.
table-sharing-about = Die obersten Karten sind in den Pfoten von **{ $player }**. Danach sieht sie **{ $target }**.
table-ordering-called = Die obersten Karten sind jetzt bei { $players }. Danach geht der Zug weiter.
table-taking-kitten-about = Gezogen hat die Karte jemand anderes, aber haben wollte sie { $players }. Jetzt muss das Kitten wieder in den Stapel.
table-stacking = Alle bringen was mit
table-stacking-about = Von allen kommt eine Karte verdeckt oben auf den Spielstapel. Es fehlen noch: { $players }
seat-claimed = Nächste Karte: für **{ $player }**
# As in English
seat-barks = { $card }
seat-tower = { $cards ->
    [0] Turm, Vorrat leer
    [one] Turm, **1** Karte im Vorrat
   *[other] Turm, **{ $cards }** Karten im Vorrat
}
pile-stash = { $cards ->
    [one] **1** Karte im Vorrat, kein Turm darüber
   *[other] **{ $cards }** Karten im Vorrat, kein Turm darüber
}
panel-waiting-burying = **{ $player }** vergräbt eine Karte.
bury-title = Gezogen: { $card }. Wo vergräbst du die Karte?
bury-about = { $cards ->
    [0] Der Spielstapel ist leer: Da gibt es nur eine Stelle.
    [one] Eine Karte ist im Spielstapel. Was du vergräbst und wo, erfährt niemand.
   *[other] { $cards } Karten sind im Spielstapel. Was du vergräbst und wo, erfährt niemand.
}
stack-title = Alle bringen was mit! Welche Karte legst du oben auf den Spielstapel?
order-shared = Danach sieht sie **{ $player }**, sonst niemand.
news-lifted = Gezogen, nur zum Vergraben: **{ $card }**.
news-drew-for = Du hast **{ $card }** gezogen, und **{ $taker }** hat die Karte genommen.
illegal-target-claimed = Die nächste Karte dieser Person ist schon vergeben. Wähl eine andere Person.
illegal-next-card-claimed = Deine nächste Karte gehört schon jemand anderem. Du kannst sie nicht vergraben.
