# Slash commands as Discord registers them: names in lower case without spaces, at most 32
# characters; descriptions at most 100.

command-kittens = kittens
command-kittens-about = Exploding Kittens für diesen Kanal (ein inoffizieller Bot)
command-new = neu
command-new-about = Einen Tisch in diesem Kanal aufbauen
command-join = mitspielen
command-join-about = Sich an den Tisch dieses Kanals setzen
command-leave = aussteigen
command-leave-about = Vom Tisch aufstehen
command-hand = karten
command-hand-about = Deine Karten zeigen, nur dir allein
command-table = tisch
command-table-about = Den Tisch ganz nach unten in den Kanal holen
command-rules = regeln
command-rules-about = Wie das Spiel geht oder was eine Karte tut
command-me = ich
command-me-about = Wie dieser Bot mit dir spricht und was er über dich gespeichert hat
command-settings = einstellungen
command-settings-about = Womit neue Tische auf diesem Server anfangen und wo (für seine Verwaltung)
command-games = partien
command-games-about = Die letzten Partien dieses Kanals und deine eigenen, jede mit ihrer ganzen Geschichte
command-end = beenden
command-end-about = Den Tisch dieses Kanals für alle beenden

menu-statistics = Kittens-Statistik
menu-story = Die Geschichte dieses Spiels

# As in English
parameter-edition = edition
parameter-pace = tempo
parameter-card = karte
parameter-language = sprache
# As in English
parameter-thread = thread
parameter-new-edition-about = Welche Schachtel es sein soll (im Zweifel Original)
parameter-new-pace-about = Wie lange überlegt werden darf
parameter-new-language-about = Die Sprache von allem, was alle sehen
parameter-new-thread-about = In einem eigenen Thread spielen, damit der Chat seine Ruhe hat
parameter-me-language-about = Die Sprache von allem, was nur du siehst
parameter-text-first = text-zuerst
parameter-me-text-first-about = Worte statt Bilder in allem, was nur du siehst
parameter-direct-hand = hand-als-nachricht
parameter-me-direct-hand-about = Schick mir meine Hand in Partien auch als Direktnachricht
parameter-privacy = datenschutz
parameter-me-privacy-about = Bekomm, was über dich gespeichert ist, oder lass es entfernen
privacy-data = Schick mir, was über mich gespeichert ist
privacy-forget = Vergiss mich
parameter-rules-edition-about = Die Regeln welcher Schachtel
parameter-rules-card-about = Nur diese Karte
command-recipe = rezept
command-recipe-about = Ein eigenes Deck zusammenstellen, oder eins lesen, ändern und teilen
parameter-recipe = rezept
parameter-new-recipe-about = Ein Rezept: sein Name oder sein Code
parameter-recipe-recipe-about = Ein Rezept zum Ansehen: sein Name oder sein Code
