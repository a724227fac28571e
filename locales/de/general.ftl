# Short messages that several screens share.

# Joins the first values of a list of three or more, one by one.
list-more = { $first }, { $next }
# Joins the last value of a list.
list-last = { $first } und { $last }

# As in English
duration-seconds = { $amount } s
# As in English
duration-minutes = { $amount } min
# As in English
duration-hours = { $amount } h

button-back = Zurück
button-cancel = Lieber nicht
button-rules = Regeln

notice-joined = Du bist dabei. Deine Karten kommen, sobald die Partie startet.
notice-left-lobby = Dein Stuhl ist wieder frei.
notice-left-to-stand-in = Eine Vertretung hat jetzt deine Karten. Ein Klick an diesem Tisch, und sie gehören wieder dir.
notice-left-for-good = Du bist raus. Die Kittens kommen schon klar.
notice-ended = Der Tisch ist geschlossen.
notice-table-posted = Der Tisch steht wieder ganz unten im Kanal.
notice-table-at = Der Tisch steht hier: { $link }
server-tables = Die Tische auf diesem Server
server-tables-line = { $number }. { $link }
server-tables-end = { $number } beenden
notice-noped = Dein Nö! liegt auf dem Tisch.
notice-passed = Gut, kein Nö! von dir.
notice-done = Erledigt.
notice-opened-in = Dein Tisch steht in { $link }.
notice-reading-in = Was nur du siehst, steht jetzt in dieser Sprache: { $language }.
notice-reading-as-discord-says = Was nur du siehst, folgt jetzt deiner Discord-Sprache.
notice-pictures = Karten erscheinen mit Bildern.
notice-text-first = Text zuerst, ohne Bilder.
notice-direct-hand = In Partien bekommst du deine Hand auch als Direktnachricht.
notice-no-direct-hand = Deine Hand siehst du nur am Tisch.
thread-name = Exploding Kittens mit { $host }

question-end = Die Partie für alle beenden? Dann gewinnt niemand außer den Katzen.
question-end-yes = Partie beenden
question-leave-to-stand-in = Aussteigen? Eine Vertretung spielt mit deinen Karten, bis du hier wieder etwas anklickst.
question-leave-for-good = Aussteigen? Hier ist das endgültig: Deine Karten gehen, und ein Kitten geht mit.
question-leave-yes = Aussteigen
question-forget = Dich vergessen? In allen gespeicherten Partien werden dein Name und deine ID ersetzt, und deine Einstellungen werden gelöscht. Tische, die noch offen sind, folgen, sobald sie schließen. Das lässt sich nicht rückgängig machen. Was der Bot in Kanälen gepostet hat, bleibt dort stehen. Wenn du lieber in Erinnerung bleibst, schließ einfach diese Nachricht.
question-forget-yes = Vergiss mich
notice-forgotten = Du wirst vergessen: an geschlossenen Tischen in ein paar Minuten, an offenen, sobald sie schließen. Wenn du wieder mitspielst, wird das wieder gespeichert.
notice-data-attached = In dieser Datei steht alles, was über dich gespeichert ist. Die Karten der anderen stehen nicht darin.

closed-lobby-idle = { $minutes } Minuten lang ließ sich hier niemand blicken, also wurde der Tisch abgeräumt.
closed-lobby-empty = Alle sind aufgestanden, also wurde der Tisch abgeräumt.
closed-ended = **{ $player }** hat diesen Tisch geschlossen.
closed-abandoned = Einen Tag lang hat niemand vorbeigeschaut, also durften die Kittens nach Hause.
closed-entry-limit = Dieser Tisch wurde so oft benutzt, dass er ausgedient hat.
closed-again = `/{ command-kittens } { command-new }` deckt den nächsten Tisch.
