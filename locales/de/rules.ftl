# The rules help: pages of short paragraphs. A paragraph may have a variant named after an
# edition (an attribute such as `.classic`) where that edition plays it differently.

rules-title-guide = So geht's: { $edition }
rules-title-cards = Die Karten: { $edition }
rules-title-combos = Kombinationen: { $edition }
rules-title-window = Das Nö-Fenster
rules-title-house = Hausregeln
rules-title-card = { $card }: { $edition }

rules-no-such-card = Diese Karte gibt es in dieser Edition nicht. Welche es gibt, steht unter *{ rules-tab-cards }*.
rules-other-cards = Den Rest erklärt </kittens rules:0>: { $cards }

rules-tab-guide = So geht's
rules-tab-cards = Karten
rules-tab-combos = Kombis
rules-tab-window = Nö-Fenster
rules-tab-house = Hausregeln

guide-aim = Im Spielstapel verstecken sich Kittens, die explodieren. Ziehst du eins ohne Entschärfung, bist du raus. Wer zuletzt übrig bleibt, gewinnt.
guide-turn = **Dein Zug:** Leg beliebig viele Karten aus, auch gar keine. Dann zieh eine Karte, damit endet der Zug.
guide-defuse = **Kitten gezogen?** Eine Entschärfung opfert sich von selbst, und du versteckst das Kitten heimlich wieder im Stapel, wo immer du willst. Ohne Entschärfung war's das mit dir.
guide-kittens = Es ist immer ein Kitten weniger im Spiel als Leute, also trifft es alle bis auf eine Person. Wie viele Karten und Kittens übrig sind, ist kein Geheimnis: Am Tisch steht, wie hoch die Explosionsgefahr ist.
    .imploding = Neben den explodierenden Kittens gibt es ein implodierendes. Zusammen sind es eins weniger als Leute, zu zweit zwei, also trifft es alle bis auf eine Person. Wie viele Karten und Kittens übrig sind, ist kein Geheimnis: Am Tisch steht, wie hoch die Gefahr ist.
    .streaking = Es sind so viele Kittens im Spiel wie Leute, und eins davon kann auf einer Hand versteckt sein. Es trifft alle bis auf eine Person. Die Gefahr am Tisch zählt versteckte Kittens mit, als lägen sie im Stapel.
    .barking = Es ist ein Kitten weniger im Spiel als Leute, und mehr, sobald jemand aus dem Spiel gebellt wurde. Wie viele Karten und Kittens noch da sind, ist kein Geheimnis: Der Tisch zeigt das Risiko.
guide-setup = Alle starten mit { $hand ->
    [one] einer einzigen Karte, einer Entschärfung
   *[other] { $hand } Karten, eine davon ist eine Entschärfung
}. Dieses Deck ist für { $fewest } bis { $most } Personen.
guide-setup-exact = Alle starten mit { $hand ->
    [one] einer einzigen Karte, einer Entschärfung
   *[other] { $hand } Karten, eine davon ist eine Entschärfung
}. Dieses Deck ist für genau { $players } Personen.
guide-setup-none = Dieses Deck ist unspielbar: Die Schachtel, auf der es aufbaut, hat sich geändert.
guide-special = **Zu dieser Schachtel:** Angriffe summieren sich, ein Wunsch geht an eine Person, und wer Glück hat, startet mit mehr als einer Entschärfung.
    .classic = **Zu dieser Schachtel:** Alle starten mit genau einer Entschärfung. Angriffe summieren sich nie, ein Wunsch geht an alle, und fünf verschiedene Karten sind ein Fünfling. Sechs bis neun Leute spielen mit zwei Decks.
    .travel = **Zu dieser Schachtel:** Einen Wunsch gibt es nicht, der Blick in die Zukunft zeigt zwei Karten, gemischt wird, bis die nächste Person Stopp sagt, und Tote nehmen das Geheimnis ihrer Hand mit ins Grab.
    .two-player = **Zu dieser Schachtel:** ein Duell. Ein Kitten, drei Entschärfungen, und wer das Kitten nicht findet, hat gewonnen.
    .imploding = **Zu dieser Schachtel:** Alle starten mit genau einer Entschärfung. Das Imploding Kitten kommt offen wieder, dann hilft keine Entschärfung mehr, *Umgekehrt* dreht das Spiel um, und Streuner-Katzen gelten als jede Katze.
    .streaking = **Zu dieser Schachtel:** Mit einem Streaking Kitten behältst du heimlich ein Exploding Kitten auf der Hand. Karten werden für alle markiert, Flüche verbergen Karten vor der Person, die sie hält. Angriffe summieren sich.
    .barking = **Zu dieser Schachtel:** Zwei Barking Kittens suchen einander, und wer das andere hat, entschärft oder explodiert. Sechs Karten sind der Vorrat für den Turm der Macht. Eine Karte geht auch, wenn du nicht dran bist. Angriffe summieren sich.
guide-here = **Hier:** *{ button-hand }* zeigt nur dir deine Karten. Bist du dran, bekommst du einen Ping. Wer trödelt, zieht.
guide-unofficial = Ein inoffizielles Fanprojekt, ohne Verbindung zu den Leuten hinter Exploding Kittens. Spaß gehabt? Kauf die Schachtel.

about-exploding-kitten = Explodiert, wenn du es ziehst, außer du hast eine Entschärfung. Kein Nö! hält es auf, und auf der Hand hat es niemand.
    .streaking = Explodiert, wenn du es ziehst, außer du hast eine Entschärfung oder ein Streaking Kitten, das es auf deiner Hand versteckt. Kein Nö! hält es auf.
about-defuse = Rettet dich ganz von selbst vor dem Kitten, das du gezogen hast. Du legst es an eine beliebige Stelle im Stapel zurück. Dagegen hilft kein Nö!
about-attack = Beendet alle deine Züge, ohne dass du ziehst; die nächste Person ist zweimal dran. Selbst angegriffen? Dann wandern auch deine offenen Züge weiter, plus zwei.
    .classic = Beendet alle deine Züge, ohne dass du ziehst; die nächste Person ist zweimal dran, nie öfter.
about-skip = Beendet einen Zug, ohne dass du ziehst. Nach einem Angriff ist das nur einer von mehreren.
about-favor = Eine Person deiner Wahl gibt dir eine Karte ihrer Wahl. Rechne mit der schlechtesten.
    .classic = Alle anderen geben dir je eine Karte, die sie selbst aussuchen.
    .two-player = Dein Gegenüber gibt dir eine Karte, natürlich nach eigener Wahl. Rechne mit der schlechtesten.
about-shuffle = Mischt den Spielstapel. Was bisher darüber bekannt war, ist nichts mehr wert.
    .travel = Mischt den Spielstapel, bis die nächste Person Stopp sagt.
about-see-the-future = Du linst auf die obersten drei Karten des Spielstapels, in der richtigen Reihenfolge.
    .travel = Du linst auf die obersten zwei Karten des Spielstapels, in der richtigen Reihenfolge.
about-see-the-future-one = Du linst auf die oberste Karte des Spielstapels.
about-nope = Stoppt jede Karte oder Kombination, bevor sie wirkt, auch wenn du nicht dran bist. Ein Nö! auf ein Nö! heißt „Doch!“. Kittens und Entschärfungen hören nicht darauf.
about-cat = Allein ohne Wirkung. Zwei gleiche Katzen sind ein Pärchen, drei ein Drilling.
    .classic = Allein ohne Wirkung. Gut für Pärchen, Drillinge und Fünflinge.
about-cat-pairs = Allein ohne Wirkung. Zwei gleiche Katzen sind ein Pärchen.

combos-when = Kombinationen spielst du im eigenen Zug, bevor du ziehst. Nur der Name der Karten zählt: Was draufsteht, ist egal, sogar Entschärfung und Nö! taugen dafür.
combos-pair = **Pärchen:** zwei gleiche Karten. Klau einer Person deiner Wahl blind eine Karte.
combos-cat-pair = **Pärchen:** zwei gleiche Katzen, im eigenen Zug, bevor du ziehst. Klau einer Person deiner Wahl blind eine Karte. Andere Kombinationen gibt es hier nicht.
combos-triple = **Drilling:** drei gleiche Karten. Nenne eine Karte und eine Person: Ist die Karte dort, gehört sie dir. Wenn nicht, gehst du leer aus und weißt immerhin das.
combos-five = **Fünfling:** fünf Karten, alle verschieden. Nimm dir eine beliebige Karte aus dem Ablagestapel, nur kein Exploding Kitten. Du wählst erst nach dem Nö-Fenster, dann pfuscht niemand mehr dazwischen.
combos-cats = Katzen passen nur zur selben Katze. Vier gleiche sind zwei Pärchen, oder ein Drilling und eine übrig.
combos-empty = Wer keine Karten hat, lässt sich nicht beklauen.
combos-nope = Jede Kombination lässt sich mit Nö! stoppen. Gestoppt oder nicht, ihre Karten sind weg.

window-what = Jede ausgespielte Karte oder Kombination liegt erst einen Moment offen auf dem Tisch. Wer ein Nö! hat, kann sie stoppen, ob an der Reihe oder nicht.
window-chain = Ein Nö! auf ein Nö! heißt „Doch!“ und bringt die Karte zurück, noch ein Nö! stoppt sie wieder, und so weiter. Jedes Nö! öffnet das Fenster neu.
window-own = Niemand sagt Nö! zur eigenen Karte.
window-pass = *{ button-pass }* heißt: Du hast nichts dagegen. Haben das alle anderen gesagt, schließt das Fenster früher. Solange es offen ist, darfst du es dir anders überlegen. *{ button-auto-pass }* in deiner Hand sagt das jedes Mal nach kurzer Zeit für dich. Niemand sieht, dass es an ist, und ein Klick auf Nö! schaltet es ab.
window-late = Zweimal Nö! zur selben Karte? Das erste zählt, das andere bleibt auf der Hand. Zu spät? Dann bleibt es ebenfalls dort.
window-never = Kein Nö! hilft gegen Ziehen, Kittens, Entschärfen und Verstecken oder gegen das, was jemand nach dem Fenster wählt.
window-secret = Das Fenster schließt nie früher, nur weil niemand ein Nö! hat. Das würde zu viel verraten.

house-how = Als Host stellst du sie vor dem Start unter *{ button-options }* ein. Alles Übrige läuft nach Regelheft.
house-combos = **Kombis:** nur Katzenpärchen, oder Pärchen und Drillinge aus allem, oder auch noch Fünflinge (fünf verschiedene).
house-attack = **Angriff:** Offene Züge summieren sich, oder es sind zwei Züge und nie mehr.
house-favor = **Wunsch:** Eine Person gibt, oder alle geben.
house-self-nope = **Eigene Karten:** Du darfst Nö! zu dem sagen, was du selbst gespielt hast. Kommt in den besten Familien vor.
house-decks = **Decks:** zwei für sechs bis neun Leute, nur in der Edition { edition-name.classic }.
house-leavers = **Wer aussteigt:** Eine Vertretung spielt weiter, oder die Person ist raus und ein Kitten gleich mit.
house-ghosts = **Geister:** Tote sehen alle Karten und schauen nur zu. Für die Lebenden ändert sich nichts.
house-oracle = **{ button-oracle }** Wer raus ist oder nur zuschaut, sagt insgeheim voraus, wer als Nächstes explodiert.
house-rating = **Wertung:** Ein Spiel ab zwei Menschen ändert sie, außer es ist ein Freundschaftsspiel.

rules-title-about = Über diesen Bot
rules-tab-about = Über
bot-operator = **Betrieben von:** { $text }
bot-contact = **Kontakt:** { $text }
bot-privacy = **Datenschutz:** { $text }
bot-terms = **Bedingungen:** { $text }
bot-source = **Quellcode:** { $text }
# As in English
bot-version = -# Kittens { $text }
