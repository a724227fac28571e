# Rezepte: eigene Decks. Beschriftungen von Menüs und Knöpfen sind kurz; ein Handy zeigt etwa dreißig Buchstaben.

recipe-unnamed = Ein Rezept
recipe-house = Alle anderen Regeln stehen im Rezept, daran ändert auch der Host nichts. Ein Spiel nach Rezept zählt nie für die Wertung.
recipe-label = { $recipe }
# As in English
recipe-copies = { $card }: { $amount }
recipe-box = In der Schachtel: { $amount } × { $card }
recipe-hazard = Im Stapel: { $amount } × { $card }
recipe-hazard-fewer = Im Stapel, { $amount ->
    [0] eins je Person
    [one] Leute minus eins
   *[other] Leute minus { $amount }
}: { $card }
recipe-at-least = Im Stapel, mindestens { $amount }: { $card }
recipe-dealt = Neben der Entschärfung: { $amount }
recipe-stash = Karten im Vorrat: { $amount }
recipe-depth = Zeigt { $amount ->
    [one] eine Karte
   *[other] { $amount } Karten
}: { $card }
recipe-spare-before = Im Deck: übrige Entschärfungen
recipe-spare-after = Im Stapel: übrige Entschärfungen
recipe-spare-no-limit = Alle übrigen Entschärfungen
recipe-spare-limit = Übrige begrenzt bis { $players } Leute
recipe-spares-kept = So viele übrige: { $amount }
recipe-shuffle-at-once = Mischen: sofort
recipe-shuffle-stopped = Mischen: bis jemand Stopp sagt
recipe-dead-discarded = Die Hand der Toten: für alle sichtbar
recipe-dead-set-aside = Die Hand der Toten: bleibt geheim

recipe-error-copies = { $card }: { $found } sind zu viele, höchstens { $most } gehen.
recipe-error-cards = { $found } Karten sind zu viele: höchstens { $most } im Ganzen.
recipe-error-titles = { $found } verschiedene Karten passen nicht ins Menü einer Hand: höchstens { $most } außer den Kittens.
recipe-error-players = An einem Tisch sitzen { $least } bis { $most }.
recipe-error-depth = { $card } zeigt 1 bis { $most } Karten.
recipe-error-set-aside = Die Hand der Toten kann nicht geheim bleiben, wenn { $card } im Deck ist.
recipe-error-single = { $card }: In ein Spiel passt nur eins.
recipe-error-hazard-copies = Mit { $players } am Tisch braucht dieses Deck mindestens { $least } { $card }.
recipe-error-few-hazards = Mit { $players } am Tisch müssen mindestens { $least } Kittens in den Stapel, etwa { $card }.
recipe-error-many-hazards = Mit { $players } am Tisch passen höchstens { $most } Kittens in den Stapel: Auf jedes muss eine Karte { $card } kommen.
recipe-error-defuses = Mit { $players } am Tisch braucht dieses Deck mindestens { $least } { $card }.
recipe-error-stash = Der Vorrat ist zu groß: höchstens { $most } Karten.
recipe-error-dealt = Mit { $players } am Tisch lassen sich höchstens { $most } Karten je Hand austeilen.

recipe-cookbook = Kochbuch
recipe-cookbook-about = Such dir ein Rezept aus, um es zu lesen, zu ändern und zu teilen, oder fang mit einer Schachtel an.
recipe-shelf-own = Deine Rezepte
recipe-shelf-server = Rezepte dieses Servers
recipe-shelf-built-in = Rezepte des Hauses
recipe-shelf-boxes = Mit einer Schachtel anfangen
button-recipes-all = Wieder alle Decks erlauben
button-recipes-listed = Tische: nur Rezepte des Servers
recipe-title = Rezept: { $recipe }
recipe-new = Ein neues Rezept
recipe-facts = { $cards } Karten, für { $players } Leute
recipe-facts-nobody = { $cards } Karten, die noch niemand spielen kann
recipe-risk = Kitten in der ersten Runde: { $percent }{"\u00A0"}%
# As in English
recipe-group = Teil des Rezepts
    .deal = Ausgeben
    .defuses = Entschärfungen
    .exploding = Exploding Kittens
    .imploding = Imploding Kitten
    .stash = Mehr Kittens, und der Vorrat
    .cats = Katzen
    .combos = Mehr Katzen, und Kombis
    .attacks = Angriffe
    .skips = Raus aus dem Zug
    .looks = In die Zukunft sehen
    .orders = Die Zukunft ändern
    .shuffles = Mischen und vergraben
    .nopes = Nö! und Flüche
    .favors = Wünsche und Diebstähle
    .everybody = Für alle, und die Toten
    .try = Probieren
recipe-try = Computer spielen es 2000 Mal
recipe-try-with = { $players } am Tisch
recipe-trial-turns = **{ $games }** Spiele mit { $players } am Tisch dauerten im Mittel { $turns } Züge.
recipe-trial-seats = Siege nach Platz, in Prozent: { $shares }
recipe-trial-ends = Todesarten, in Prozent: explodiert { $exploded }, implodiert { $imploded }, weggebellt { $barked }
button-recipe-save = Speichern
button-recipe-delete = Löschen
button-recipe-to-server = Für den Server
button-recipe-off-server = Weg vom Server
button-recipe-share = Teilen
button-recipe-open = Damit einen Tisch eröffnen
recipe-unchanged = Karte für Karte die Schachtel **{ $edition }**
recipe-changes = **{ $edition }**, aber: { $changes }
recipe-name-title = Wie heißt das Rezept?
# As in English
recipe-name-label = Name
lobby-recipe = **{ $recipe }**, ein Rezept aus **{ $edition }**, für { $players } Leute
lobby-recipe-nobody = **{ $recipe }**, ein Rezept, das niemand spielen kann: Seine Schachtel hat sich geändert

error-recipe-code = Das ist kein Code eines Rezepts. Ein Code besteht aus bis zu 60 Buchstaben und Ziffern.
error-recipe-later = Dieser Code stammt von einer späteren Version des Bots. Diese hier kann ihn noch nicht lesen.
error-recipe-damaged = In diesem Code ist ein Fehler, oder seine Schachtel hat sich geändert. Kopier ihn noch einmal, und zwar ganz.
error-recipe-unknown = Ein Rezept dieses Namens gibt es hier nicht. Ein Code geht auch.
error-recipes-full = Die Liste ist voll: { $most } Rezepte. Lösch zuerst eins.
error-recipe-name = Ein Name braucht Buchstaben, die man sieht.
error-recipes-listed = Auf diesem Server gibt es Tische nur mit den Rezepten des Servers. </kittens recipe:0> zählt sie auf.

# The recipes that come with the bot: a name of at most 32 characters, and a joke of at most 100.

# As in English
recipe-built-in = Rezept des Hauses
    .blind-date = Blind Date
    .den-of-thieves = Räuberhöhle
    .fortune-tellers = Wahrsagerei
    .hot-potato = Heiße Kartoffel
    .minefield = Minenfeld
    .nope-war = Krieg der Nös
    .one-defuse = Eine Entschärfung für alle
    .only-cats = Nichts als Katzen
    .party-of-nine = Party zu neunt
    .ten-minutes = Zehn Minuten
recipe-built-in-about = Vom Bot gekocht.
    .blind-date = Flüche und Markierungen: Du siehst die Karten der anderen, nur deine nicht.
    .den-of-thieves = Nichts bleibt lange auf der Hand. Zähl deine Karten, dann zähl sie noch einmal.
    .fortune-tellers = Alle wissen, was kommt, und alle ändern es.
    .hot-potato = Angriffe in alle Richtungen. Am Ende hat jemand neun Züge, und bestellt hat sie niemand.
    .minefield = Mehr Kitten als Plätze am Tisch, und alles, womit man um sie herumschleicht.
    .nope-war = Sechzehn Mal Nö! Die Diplomatie ist gescheitert, wie sich das gehört.
    .one-defuse = Je eine, und keine mehr. Such dir deine Explosion gut aus.
    .only-cats = Da hilft nur Klauen. Wie im echten Leben mit Katzen.
    .party-of-nine = Alle Schachteln in einem Deck, für bis zu neun. Irgendwer hätte die Regeln lesen sollen.
    .ten-minutes = Ein kurzes Spiel für eine lange Schlange.
