# Failed clicks and commands: the reason and a way out. Buttons and commands are referred to by
# their own messages, so that the names always agree.

refusal-not-seated = Du sitzt in dieser Partie nicht mit am Tisch. Schau zu und spiel bei der nächsten mit.
refusal-already-seated = Du sitzt schon hier. Was du auf der Hand hast, steht unter *{ button-hand }*.
refusal-table-full = Alle Stühle sind besetzt. Bitte um eine Edition für mehr Leute oder spiel die nächste Partie mit.
refusal-host-only = Das geht nur als Host. Stups die Person mit der Krone mal an.
refusal-host-or-moderator-only = Diesen Tisch beenden kann nur, wer hostet oder hier Nachrichten verwalten darf.
refusal-too-few-players = Noch zu wenig Leute für diese Optionen. Bring jemanden dazu, auf *{ button-join }* zu drücken.
refusal-too-many-players = Zu viele Leute für diese Optionen. Wähl eine andere Edition, oder jemand muss aufstehen.
refusal-options-do-not-fit = Diese Optionen passen nicht zusammen. Ändere eine davon unter *{ button-options }*.
refusal-not-at-the-table = Diese Person sitzt nicht hier. Wähl jemanden vom Tisch.
refusal-not-started = Die Partie läuft noch nicht. Starten kann sie, wer hostet.
refusal-already-started = Die Partie läuft schon, das muss bis zur nächsten warten.
refusal-game-over = Diese Partie ist vorbei. *{ button-rematch }* teilt noch einmal aus, `/{ command-kittens } { command-new }` deckt einen neuen Tisch.
refusal-not-over = Hier läuft eine Partie. Die muss erst zu Ende gehen.
refusal-closed = Dieser Tisch ist geschlossen. `/{ command-kittens } { command-new }` deckt einen neuen.
refusal-moved-on = Die Partie ist weiter als dieser Knopf. So steht es jetzt.
refusal-noped-already = Jemand war schneller. Dein Nö! bleibt auf deiner Hand.
refusal-window-over = Das Nö-Fenster ist zu. Dein Nö! bleibt auf deiner Hand.
refusal-more-people-than-that = Hier sitzen mehr Leute, als damit mitspielen können. Erst muss jemand aufstehen.
refusal-left-for-good = Du bist aus dieser Partie endgültig ausgestiegen. Spiel die nächste mit.

obstacle-no-game = In diesem Kanal steht kein Tisch. `/{ command-kittens } { command-new }` deckt einen.
obstacle-game-here = In diesem Kanal steht schon ein Tisch: { $link }. Setz dich dazu oder bau deinen in einem anderen Kanal auf.
obstacle-permission-view = Ich darf diesen Kanal nicht sehen. Wer ihn verwaltet, kann mir in den Kanalberechtigungen *Kanal ansehen* erlauben.
obstacle-permission-send = Ich darf in diesem Kanal nicht schreiben. Wer ihn verwaltet, kann mir in den Kanalberechtigungen *Nachrichten senden* erlauben.
obstacle-permission-threads = Ich darf hier nicht in Threads schreiben. Wer den Kanal verwaltet, kann mir in den Kanalberechtigungen *Nachrichten in Threads senden* erlauben.
obstacle-permission-create-threads = Ich darf in diesem Kanal keine Threads eröffnen. Wer ihn verwaltet, kann mir in den Kanalberechtigungen *Öffentliche Threads erstellen* erlauben.
obstacle-permission-embed = Ich darf in diesem Kanal keine Tische zeigen. Wer ihn verwaltet, kann mir in den Kanalberechtigungen *Links einbetten* erlauben.
obstacle-permission-attach = Ich darf in diesem Kanal keine Bilder zeigen. Wer ihn verwaltet, kann mir in den Kanalberechtigungen *Dateien anhängen* erlauben.
obstacle-slow-down = Sachte, Tiger. Warte ein paar Sekunden und versuch es noch mal.
obstacle-servers-only = Ich spiele nur in Kanälen und Threads von Servern. Versuch dort `/{ command-kittens } { command-new }`.
obstacle-unknown-button = Dieser Knopf stammt aus grauer Vorzeit. `/{ command-kittens } { command-table }` holt den Tisch zurück, `/{ command-kittens } { command-hand }` deine Karten.
obstacle-unknown-card = So eine Karte gibt es hier nicht. Wähl beim Tippen eine aus der Liste.
obstacle-unknown-value = Das steht nicht zur Wahl. Nimm etwas aus der Liste.
obstacle-full = Alle Tische, die ich auf diesem Server bedienen kann, sind besetzt. Versuch es wieder, wenn ein Spiel vorbei ist.
obstacle-too-many-hosted = Du leitest schon so viele Spiele, wie eine Person darf. Beende eines davon, oder lass jemand anderen diesen Tisch decken.
obstacle-too-many-watched = Auf diesem Server laufen schon so viele Computerspiele zum Zuschauen, wie erlaubt sind. Warte, bis eines vorbei ist, oder setz dich selbst dazu.
obstacle-no-threads = Du darfst in diesem Kanal keine Threads eröffnen, also eröffne ich auch keinen für dich. Lass die Option weg, oder frag, wer den Kanal verwaltet.
obstacle-manage-server = Das dürfen nur Leute, die diesen Server verwalten. Frag sie danach.
obstacle-other-channels = Auf diesem Server spiele ich nur in { $channels }. Eröffne deinen Tisch dort.
obstacle-trouble = Bei mir ist etwas schiefgegangen, geändert hat sich nichts. Versuch es gleich noch mal.

# Actions that the rules do not allow.
illegal-dead = Du bist raus. Lehn dich zurück und sieh den anderen beim Schwitzen zu.
illegal-not-your-turn = Du bist nicht dran. Wenn es so weit ist, bekommst du einen Ping.
illegal-window-open = Gerade ist ein Nö-Fenster offen. Sag Nö! oder wink es durch; alles andere wartet, bis es zu ist.
illegal-waiting = Erst muss noch jemand wählen. Versuch es gleich noch mal.
illegal-no-such-card = Diese Karte hast du nicht mehr. Was du hast, siehst du auf deiner Hand.
illegal-not-this-edition = Diese Karte gibt es in dieser Edition nicht. Nimm eine von deiner Hand.
illegal-not-alone = Diese Karte tut allein nichts. Spiel sie in einer Kombination oder behalte sie.
illegal-no-such-combo = Diese Kombination gilt an diesem Tisch nicht. Welche gelten, steht unter *{ button-rules }*.
illegal-not-different = Diese fünf sind nicht alle verschieden. Wähl fünf Karten mit fünf Namen.
illegal-target-missing = Dafür braucht es ein Opfer. Wähl eine Person aus.
illegal-target-not-wanted = Das trifft hier alle auf einmal. Spiel es, ohne jemanden auszuwählen.
illegal-target-self = Wer sich selbst beklaut, kommt auf keinen grünen Zweig. Wähl eine andere Person.
illegal-target-dead = Diese Person ist schon raus. Wähl eine, die noch im Spiel ist.
illegal-target-empty = Bei dieser Person ist nichts zu holen. Wähl eine, die Karten hat.
illegal-nobody-has-cards = Sonst hat niemand Karten. Behalte deine fürs Erste.
illegal-not-askable = Diese Karte lässt sich nicht verlangen. Wähl eine andere.
illegal-nothing-to-nope = Es gibt gerade nichts, wozu du Nö! sagen könntest. Die Karte bleibt auf deiner Hand.
illegal-own-card-on-top = Oben liegt deine eigene Karte. Warte auf die anderen.
illegal-already-passed = Du hast schon durchgewinkt. Solange das Fenster offen ist, kannst du trotzdem noch Nö! sagen.
illegal-not-asked = Darauf wartet bei dir niemand. Was du tun kannst, steht bei deinen Karten.
illegal-no-such-place = So tief ist der Stapel nicht. Wähl eine Stelle, die dir angeboten wird.
illegal-not-in-discard = Diese Karte ist aus dem Ablagestapel nicht zu haben. Wähl eine andere.
illegal-pile-empty = Der Spielstapel ist leer, da gibt es nichts zu ziehen.
