# Finished games: the lists, the proof, and what a story may be refused for.

button-story = Tutta la storia

games-channel = Le ultime partite di questo canale
games-own = Le tue ultime partite
games-none = Qui non è salvata nessuna partita finita.
games-open = Partita { $number }
games-won = { $number }. { $at } · { $edition } · in { $players } · ha vinto **{ $winner }**
games-won-stand-in = { $number }. { $at } · { $edition } · in { $players } · ha vinto la riserva di **{ $winner }**
games-stopped = { $number }. { $at } · { $edition } · in { $players } · chiusa in anticipo

fair-yes = **Sì.** L'intera partita è stata appena rigiocata dal suo file: ogni carta che il caso ha distribuito, rubato o rimesso segue dal segreto e dai clic di chi ha giocato, e ogni mossa ha rispettato le regole. Due cose puoi confrontarle solo tu: l'impegno con quello che il tavolo mostrava accanto a 🔒, se te lo eri segnato prima di sederti (bastano dieci caratteri: quel messaggio viene eliminato), e la somma di controllo delle mosse con quella accanto a 🔗 sotto il risultato. Un messaggio modificato o pubblicato dopo non prova nulla.
fair-watched = **Come promesso.** Ogni mossa ha rispettato le regole, e ogni carta che il caso ha distribuito, rubato o rimesso segue dal segreto che corrisponde all'impegno qui sotto. Ma giocavano solo computer: nessun clic di chi gioca ha contribuito, il bot ha fissato questo caso da solo.
fair-unproven = Ogni mossa ha rispettato le regole, ma per il caso di questa partita non c'è una prova: il suo tavolo è stato aperto quando le prove non c'erano ancora.
fair-no = **No.** In questa partita qualcosa non è come dovrebbe: `{ $reason }`
fair-commitment = 🔒 Impegno: `{ $commitment }`
fair-secret = 🔓 Segreto: `{ $secret }`
fair-shares = I clic di chi ha giocato: `{ $shares }`
fair-sum = 🔗 Somma di controllo delle mosse: `{ $sum }`
fair-file = Il file contiene tutta la partita. Chiunque può controllarlo senza questo bot, con `kittens verify` o con la pagina `verify.html`; il documento `fairness.md` spiega come funziona. Nessun file può mostrare se chi gestisce il bot ha guardato le carte o ignorato dei clic.

error-no-story = Questa partita non si può vedere: non è finita, non è più salvata, o si è giocata altrove senza di te.
error-no-step = A quel passo la partita era già finita.
error-moment-too-soon = Hai appena mostrato un momento. Il prossimo potrai mostrarlo tra un minuto.
error-moments-spent = Di questa partita sono già stati mostrati cinque momenti. Per una partita bastano.
error-moment-elsewhere = Un momento si può mostrare solo nel canale della sua partita.
