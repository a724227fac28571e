# Badges: names, and reasons that are also shown in a menu, where they have at most 100 characters.

over-badges = Neue Abzeichen: { $badges }
stats-badges = Abzeichen: { $badges }
button-badges = Abzeichen
button-curve = Wertung als Kurve
stats-curve = { $games ->
    [one] Wertung nach 1 Partie
   *[other] Wertung über { $games } Partien
}: erster Stand { $first }, höchster { $highest }, niedrigster { $lowest }, neuester { $newest }
badges-title = Abzeichen von { $person } hier: { $badges } von { $all }
badges-title-all = Deine Abzeichen auf allen Servern: { $badges } von { $all }
badges-none = Noch kein Abzeichen. Explodier ein bisschen, dann wird das schon.

badge-early-exit = Kurzbesuch
reason-early-exit = Im ersten Zug explodiert. Der Stuhl war noch nicht einmal warm.
badge-idler = Schnurrfaul
reason-idler = Gewonnen, ohne eine einzige Karte zu spielen. Dösen ist auch eine Strategie.
badge-last-word = Das letzte Wort
reason-last-word = Das dritte oder ein späteres Nö! auf dieselbe Karte gespielt. Irgendwer muss ja.
badge-gardener = Grüne Pfote
reason-gardener = Kittens vergraben, und mindestens zwei andere haben sie gefunden. Reiche Ernte.
badge-fish-bone = Bis auf die Gräten
reason-fish-bone = Ohne eine Karte auf der Hand gewonnen. Es gab nichts mehr zu verlieren.
badge-nine-lives = Sieben Leben
reason-nine-lives = Mindestens drei Kittens in einer Partie entschärft. Bleiben höchstens vier Leben.
badge-speechless = Sprachlos
reason-speechless = Mit mindestens zwei Nö! auf der Hand explodiert. Kittens lassen sich nichts verbieten.
badge-soup-kitchen = Suppenküche
reason-soup-kitchen = Gewonnen, obwohl sich andere mindestens vier Karten geholt haben. Nachschlag?
badge-brick-wall = Mit dem Kopf durch die Wand
reason-brick-wall = Mindestens drei Nö! in einer Partie kassiert. Der Wand geht es gut.
badge-hoarder = Hamsterbacken
reason-hoarder = Mit mindestens zehn Karten auf der Hand gewonnen. Die braucht man bestimmt noch.
badge-boomerang = Bumerang
reason-boomerang = Ein Kitten versteckt, das Versteck vergessen und dem Kitten wiederbegegnet.
badge-statistically-dead = Statistisch tot
reason-statistically-dead = Bei insgesamt mindestens 200{"\u00A0"}% Risiko gezogen und überlebt. Besser nicht nachrechnen.
badge-black-hole = Schwarzes Loch
reason-black-hole = Implodiert. Innen ist es geräumiger, als es aussieht.
badge-grave-goods = Grabbeigaben
reason-grave-goods = Mit mindestens acht Karten auf der Hand explodiert. Aufgespart für bessere Zeiten.
badge-good-kitty = Braves Kätzchen
reason-good-kitty = Ohne Nö! gewonnen und niemandem eine Karte abgenommen. Verdächtig nett.
badge-yes-actually = Doch!
reason-yes-actually = Ein Nö! mit einem Nö! beantwortet. Minus mal minus ergibt plus.
badge-coin-on-edge = Münze auf der Kante
reason-coin-on-edge = Bei mindestens 50{"\u00A0"}% Risiko gezogen und überlebt. Die Münze dreht sich noch.
badge-thoughtful-host = Kleine Aufmerksamkeit
reason-thoughtful-host = Ein Kitten versteckt, und jemand hat es gefunden. Der Gedanke zählt.
badge-runner-up = Um ein Schnurrhaar
reason-runner-up = Zu viert oder mehr gespielt und erst ganz zuletzt gestorben. Die Schnurrhaare glimmen noch.
badge-last-purr = Letztes Schnurren
reason-last-purr = Eine Partie gewonnen. Alle anderen hatten etwas anderes vor.
