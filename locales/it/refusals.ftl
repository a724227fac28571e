# Failed clicks and commands: the reason and a way out. Buttons and commands are referred to by
# their own messages, so that the names always agree.

refusal-not-seated = In questa partita non hai un posto. Guarda questa ed entra nella prossima.
refusal-already-seated = Il posto ce l'hai già. Le tue carte sono sotto *{ button-hand }*.
refusal-table-full = Tutte le sedie sono occupate. L'host può scegliere un'edizione per più persone, oppure prendi al volo la prossima partita.
refusal-host-only = Può farlo solo l'host. Prova con una gomitata.
refusal-host-or-moderator-only = Può chiudere questo tavolo solo l'host, o chi qui può gestire i messaggi.
refusal-too-few-players = Per queste opzioni manca ancora gente. Convinci qualcuno a premere *{ button-join }*.
refusal-too-many-players = Per queste opzioni c'è troppa gente. Scegli un'altra edizione, o qualcuno deve alzarsi.
refusal-options-do-not-fit = Queste opzioni non vanno d'accordo. Cambiane una in *{ button-options }*.
refusal-not-at-the-table = Quella persona non siede qui. Scegline una che ci sia.
refusal-not-started = La partita non è ancora iniziata. Il via lo dà l'host.
refusal-already-started = La partita è già iniziata: se ne riparla alla prossima.
refusal-game-over = Questa partita è finita. *{ button-rematch }* distribuisce di nuovo le carte, `/{ command-kittens } { command-new }` apre un altro tavolo.
refusal-not-over = C'è una partita in corso. Prima deve finire.
refusal-closed = Questo tavolo è chiuso. `/{ command-kittens } { command-new }` ne apre un altro.
refusal-moved-on = Quel pulsante è vecchio: la partita è andata avanti. Ecco come stanno le cose.
refusal-noped-already = Qualcuno ti ha bruciato sul tempo. La tua carta ti resta in mano.
refusal-window-over = Troppo tardi per dire no. La tua carta ti resta in mano.
refusal-more-people-than-that = Qui c'è più gente di così. Prima qualcuno deve alzarsi.
refusal-left-for-good = Questa partita l'hai lasciata per sempre. Entra nella prossima.

obstacle-no-game = In questo canale non c'è nessun tavolo. `/{ command-kittens } { command-new }` ne apre uno.
obstacle-game-here = In questo canale c'è già un tavolo: { $link }. Siediti lì, o apri il tuo in un altro canale.
obstacle-permission-view = Non posso vedere questo canale. Chi lo gestisce può darmi *Visualizza canale* nei permessi del canale.
obstacle-permission-send = Non posso scrivere in questo canale. Chi lo gestisce può darmi *Invia messaggi* nei permessi del canale.
obstacle-permission-threads = Qui non posso scrivere nei thread. Chi gestisce il canale può darmi *Invia messaggi nei thread* nei suoi permessi.
obstacle-permission-create-threads = In questo canale non posso aprire thread. Chi lo gestisce può darmi *Crea thread pubblici* nei permessi del canale.
obstacle-permission-embed = In questo canale non posso mostrare tavoli. Chi lo gestisce può darmi *Incorpora link* nei permessi del canale.
obstacle-permission-attach = In questo canale non posso mostrare immagini. Chi lo gestisce può darmi *Allega file* nei permessi del canale.
obstacle-slow-down = Zampe ferme! Aspetta qualche secondo e riprova.
obstacle-servers-only = Gioco solo nei canali e nei thread di un server. Prova lì con `/{ command-kittens } { command-new }`.
obstacle-unknown-button = Quel pulsante viene da un'altra era. `/{ command-kittens } { command-table }` riporta il tavolo, `/{ command-kittens } { command-hand }` le tue carte.
obstacle-unknown-card = Questa carta qui non c'è. Scegline una dall'elenco mentre scrivi.
obstacle-unknown-value = Questa scelta non la conosco. Prendine una dall'elenco.
obstacle-full = I tavoli che posso servire in questo server sono tutti occupati. Riprova quando una partita è finita.
obstacle-too-many-hosted = Ospiti già tutte le partite che una persona può ospitare. Chiudine una, o lascia che questo tavolo lo apra qualcun altro.
obstacle-too-many-watched = In questo server ci sono già tutte le partite tra computer che si possono guardare. Aspetta che ne finisca una, o siediti anche tu.
obstacle-no-threads = In questo canale non puoi aprire thread, quindi non ne apro uno per te. Togli l'opzione, o chiedi a chi gestisce il canale.
obstacle-manage-server = Solo chi può gestire questo server può cambiarlo. Chiedi a loro.
obstacle-other-channels = In questo server gioco solo in { $channels }. Apri lì il tuo tavolo.
obstacle-trouble = Qualcosa è andato storto da parte mia, e non è cambiato nulla. Riprova tra un attimo.

# Actions that the rules do not allow.
illegal-dead = Sei fuori da questa partita. Rilassati e guarda sudare chi resta.
illegal-not-your-turn = Non è il tuo turno. Quando lo sarà, ti arriverà una notifica.
illegal-window-open = C'è una carta in sospeso: bloccala o lasciala passare. Fino ad allora, tutto il resto aspetta.
illegal-waiting = Prima qualcuno deve scegliere. Riprova tra un attimo.
illegal-no-such-card = Quella carta non l'hai più. Il tuo pannello mostra quelle che ti restano.
illegal-not-this-edition = In questa edizione quella carta non c'è. Scegline una dal tuo pannello.
illegal-not-alone = Da sola quella carta non fa niente. Giocala in una combo, o tienila.
illegal-no-such-combo = A questo tavolo quella combo non si gioca. *{ button-rules }* dice quali sì.
illegal-not-different = Quelle cinque non sono tutte diverse. Scegli cinque carte con cinque nomi.
illegal-target-missing = Serve qualcuno a cui giocarla. Scegli una persona.
illegal-target-not-wanted = Qui si gioca su tutto il tavolo in una volta. Giocala senza scegliere nessuno.
illegal-target-self = Se vuoi derubarti, è una faccenda tra te e lo specchio. Scegli un'altra persona.
illegal-target-dead = Quella persona è fuori dalla partita. Scegline una ancora in gioco.
illegal-target-empty = Quella persona non ha carte. Scegline una che ne abbia.
illegal-nobody-has-cards = A parte te, nessuno ha carte. Per ora tieni le tue.
illegal-not-askable = Quella carta non si può pretendere. Scegline un'altra.
illegal-nothing-to-nope = Non c'è niente da bloccare. La tua carta ti resta in mano.
illegal-own-card-on-top = In cima c'è già la tua carta. Aspetta il resto del tavolo.
illegal-already-passed = Hai già lasciato passare. Finché la finestra è aperta, puoi ancora bloccare.
illegal-not-asked = Nessuno aspetta questo da te. Il tuo pannello mostra che cosa puoi fare.
illegal-no-such-place = Il mazzo non è così alto. Scegli un posto dal tuo pannello.
illegal-not-in-discard = Quella carta non si può prendere dagli scarti. Scegline un'altra.
illegal-pile-empty = Il mazzo è vuoto, quindi non c'è niente da pescare.
