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
notice-knocked = Du hast angeklopft. Der Host entscheidet, ob du hereindarfst.
notice-players-called = Wer gerufen werden wollte, wird jetzt gerufen.
notice-left-lobby = Dein Stuhl ist wieder frei.
notice-left-to-stand-in = Eine Vertretung hat jetzt deine Karten. Ein Klick an diesem Tisch, und sie gehören wieder dir.
notice-left-for-good = Du bist raus. Die Kittens kommen schon klar.
notice-left-asleep = Du bist ausgestiegen, und die Partie schläft. Ein Klick an diesem Tisch, und sie geht weiter: mit deinen Karten in deiner Hand.
notice-left-dead = Du hast diese Partie verlassen. Zur Revanche wirst du nicht gerufen.
notice-left-last = Du bist ausgestiegen, und der Tisch ist abgeräumt.
notice-ended = Der Tisch ist geschlossen.
notice-table-posted = Der Tisch steht wieder ganz unten im Kanal.
notice-table-at = [Der Tisch steht hier.]({ $link })
server-tables = Die Tische auf diesem Server
server-tables-line = { $number }. { $link }, letzter Zug { $used }
server-tables-end = { $number } beenden
notice-noped = Dein Nö! liegt auf dem Tisch.
notice-passed = Gut, kein Nö! von dir.
notice-done = Erledigt.
notice-table-opened = Dein Tisch steht: ganz unten im Kanal.
notice-opened-in = Dein Tisch steht in { $link }.
preferences-title = Deine Einstellungen
preferences-about = Nur für dich, an jedem Tisch, sofort nach der Wahl.
preferences-language = Sprache: { $language }
preferences-hand-at-table = Hand: nur am Tisch
preferences-direct-hand = Hand: auch als Direktnachricht
preferences-reminders = Langsame Spiele: erinnere mich
preferences-no-reminders = Langsame Spiele: nicht erinnern
preferences-silence = Ruf mich nie von { $from } bis { $until } UTC
preferences-no-silence = Ruhezeit: keine
greeting-title = Hallo, ich gebe die Karten für Exploding Kittens.
greeting-about = Ziehen. Nicht explodieren. Wer zuletzt lebt, gewinnt. </kittens new:0> deckt in jedem Kanal einen Tisch, für dich und deine Freunde oder für dich und ein paar Computer. Deine Karten siehst nur du.
greeting-never = Ich lese nie mit, was ihr hier schreibt, pinge nur, auf wen ein Spiel gerade wartet, und sage nie zweimal Hallo.
thread-name = Exploding Kittens mit { $host }

question-end = Die Partie für alle beenden? Dann gewinnt niemand außer den Katzen.
question-end-counted = Die Partie für alle beenden?
# Behind the question, and on the last message of a game that was ended so.
end-counts = Die Partie zählt: Die Toten behalten ihren Platz, die Lebenden teilen sich den ersten, und wer sie lebend beendet, gilt als ausgestiegen.
question-end-yes = Partie beenden
question-leave-to-stand-in = Aussteigen? Eine Vertretung spielt mit deinen Karten, bis du hier wieder etwas anklickst.
question-leave-for-good = Aussteigen? Hier ist das endgültig: Deine Karten gehen, und ein Kitten geht mit.
question-leave-asleep = Aussteigen? Alle anderen sind gerade weg, also schläft die Partie, bis jemand von euch hier wieder klickt.
question-leave-dead = Aussteigen? Du bist schon raus und verpasst nur den Ruf zur Revanche.
question-leave-last = Aussteigen? Dann säßen hier nur noch Computer, also wird der Tisch abgeräumt.
question-leave-yes = Aussteigen
question-end-in = Die Partie in { $link } für alle beenden? Am Tisch: { $players }. Eröffnet { $opened }. Soll sie weitergehen, schließ einfach diese Nachricht.
question-reset-settings = Alle Einstellungen dieses Servers zurücksetzen? Neue Tische beginnen dann wieder mit den üblichen Optionen, in jedem Kanal. Soll alles bleiben, schließ einfach diese Nachricht.
question-forget = Dich vergessen? In allen gespeicherten Partien werden dein Name und deine ID ersetzt, und deine Einstellungen werden gelöscht. Tische, die noch offen sind, folgen, sobald sie schließen. Das lässt sich nicht rückgängig machen. Was der Bot in Kanälen gepostet hat, bleibt dort stehen. Wenn du lieber in Erinnerung bleibst, schließ einfach diese Nachricht.
question-forget-yes = Vergiss mich
notice-forgotten = Du wirst vergessen: an geschlossenen Tischen in ein paar Minuten, an offenen, sobald sie schließen. Wenn du wieder mitspielst, wird das wieder gespeichert.
notice-data-attached = In dieser Datei steht alles, was über dich gespeichert ist. Die Karten der anderen stehen nicht darin.

closed-lobby-idle = { $minutes } Minuten lang ließ sich hier niemand blicken, also wurde der Tisch abgeräumt.
closed-lobby-empty = Alle sind aufgestanden, also wurde der Tisch abgeräumt.
closed-ended = **{ $player }** hat diesen Tisch geschlossen.
closed-abandoned = Einen Tag lang hat niemand vorbeigeschaut, also durften die Kittens nach Hause.
closed-all-left = Alle sind ausgestiegen, also durften die Kittens nach Hause.
closed-entry-limit = Dieser Tisch wurde so oft benutzt, dass er ausgedient hat.
closed-again = </kittens new:0> deckt den nächsten Tisch.
