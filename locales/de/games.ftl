# Finished games: the lists, the proof, and what a story may be refused for.

button-story = Die ganze Geschichte

games-channel = Die letzten Partien dieses Kanals
games-own = Deine letzten Partien
games-none = Hier ist keine beendete Partie gespeichert.
games-open = Partie { $number }
games-won = { $number }. { $at } · { $edition } · { $players } am Tisch · gewonnen hat **{ $winner }**
games-won-stand-in = { $number }. { $at } · { $edition } · { $players } am Tisch · gewonnen hat die Vertretung von **{ $winner }**
games-stopped = { $number }. { $at } · { $edition } · { $players } am Tisch · vorzeitig beendet

fair-yes = **Ja.** Die ganze Partie wurde gerade aus ihrer Datei noch einmal gespielt: Jede Karte, die der Zufall ausgeteilt, gestohlen oder gelegt hat, folgt aus dem Geheimnis und den Klicks der Spielenden, und jeder Zug war nach den Regeln. Zweierlei kannst nur du vergleichen: die Festlegung mit der, die der Tisch hinter 🔒 gezeigt hat, falls du sie dir vor dem Hinsetzen notiert hast (zehn Zeichen genügen; die Nachricht wird gelöscht), und die Prüfsumme der Züge mit der hinter 🔗 unter dem Ergebnis. Eine Nachricht, die bearbeitet oder erst später gepostet wurde, beweist nichts.
fair-watched = **Wie versprochen.** Jeder Zug war nach den Regeln, und jede Karte, die der Zufall ausgeteilt, gestohlen oder gelegt hat, folgt aus dem Geheimnis zu der Festlegung unten. Aber hier haben nur Computer gespielt: Kein Klick von Spielenden hat mitgewirkt, der Bot allein hat diesen Zufall festgelegt.
fair-unproven = Jeder Zug war nach den Regeln, aber für den Zufall dieser Partie gibt es keinen Beweis: Ihr Tisch wurde gedeckt, bevor es Beweise gab.
fair-no = **Nein.** Etwas an dieser Partie ist nicht so, wie es sein sollte: `{ $reason }`
fair-commitment = 🔒 Festlegung: `{ $commitment }`
fair-secret = 🔓 Geheimnis: `{ $secret }`
fair-shares = Klicks der Spielenden: `{ $shares }`
fair-sum = 🔗 Prüfsumme der Züge: `{ $sum }`
fair-file = In der Datei steht die ganze Partie. Alle können sie ohne diesen Bot prüfen, mit `kittens verify` oder der Seite `verify.html`; wie das geht, steht im Dokument `fairness.md`. Ob jemand vom Betrieb des Bots in die Karten gesehen oder Klicks übergangen hat, zeigt keine Datei.

error-no-story = Diese Partie lässt sich nicht ansehen: Sie ist noch nicht vorbei, nicht mehr gespeichert oder wurde anderswo ohne dich gespielt.
error-no-step = Vor diesem Schritt war die Partie schon vorbei.
error-moment-too-soon = Du hast gerade einen Moment gezeigt. Der nächste geht in einer Minute.
error-moments-spent = Von dieser Partie wurden schon fünf Momente gezeigt. Das reicht für eine Partie.
error-moment-elsewhere = Ein Moment lässt sich nur im Kanal seiner Partie zeigen.
