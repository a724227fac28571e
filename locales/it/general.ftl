# Short messages that several screens share.

# Joins the first values of a list of three or more, one by one.
list-more = { $first }, { $next }
# Joins the last value of a list.
list-last = { $first } e { $last }

# As in English
duration-seconds = { $amount } s
# As in English
duration-minutes = { $amount } min
# As in English
duration-hours = { $amount } h

button-back = Indietro
button-cancel = Come non detto
button-rules = Regole

notice-joined = Il posto è tuo. Le carte arrivano quando l'host dà il via.
notice-knocked = Hai bussato. L'host decide se farti entrare.
notice-players-called = Chi voleva essere chiamato viene chiamato adesso.
notice-left-lobby = La tua sedia è di nuovo libera.
notice-left-to-stand-in = Ora le tue carte le ha una riserva. Premi un pulsante qualsiasi di questo tavolo e tornano a te.
notice-left-for-good = Sei fuori da questa partita. I gattini se ne faranno una ragione.
notice-left-asleep = Hai lasciato la partita, che ora dorme. Premi un pulsante qualsiasi di questo tavolo e riprende, con le carte di nuovo in mano tua.
notice-left-dead = Hai lasciato questa partita. Per la rivincita non ti chiamerà nessuno.
notice-left-last = Hai lasciato la partita e il tavolo è stato chiuso.
notice-ended = Il tavolo è chiuso.
notice-table-posted = Il tavolo è di nuovo in fondo al canale.
notice-table-at = [Il tavolo è qui.]({ $link })
server-tables = I tavoli di questo server
server-tables-line = { $number }. { $link }, ultima mossa { $used }
server-tables-end = Chiudi { $number }
notice-noped = Il tuo No! è sul tavolo.
notice-passed = Hai scelto di non bloccare.
notice-done = Fatto.
notice-table-opened = Il tuo tavolo è aperto: è in fondo al canale.
notice-opened-in = Il tuo tavolo ti aspetta in { $link }.
preferences-title = Le tue impostazioni
preferences-about = Solo per te, a ogni tavolo, appena scegli.
preferences-language = Lingua: { $language }
preferences-hand-at-table = Mano: solo al tavolo
preferences-direct-hand = Mano: anche in privato
preferences-reminders = Partite lente: ricordamelo
preferences-no-reminders = Partite lente: niente promemoria
preferences-silence = Non chiamarmi dalle { $from } alle { $until } UTC
preferences-no-silence = Ore di silenzio: nessuna
greeting-title = Ciao, sono io che do le carte di Exploding Kittens.
greeting-about = Pesca. Non esplodere. Vince chi resta in vita per ultimo. </kittens new:0> apparecchia un tavolo in qualsiasi canale, per te e i tuoi amici o per te e qualche computer. Le tue carte le vedi solo tu.
greeting-never = Non leggo mai quello che scrivete qui, chiamo soltanto chi una partita sta aspettando e non saluto mai due volte.
thread-name = Exploding Kittens con { $host }

question-end = Chiudere la partita per tutto il tavolo? Non vincerà nessuno, a parte i gatti.
question-end-counted = Chiudere la partita per tutto il tavolo?
# Behind the question, and on the last message of a game that was ended so.
end-counts = La partita conta: chi è fuori mantiene il posto, chi è in vita divide il primo, e chiuderla prima di esplodere vale come abbandono.
question-end-yes = Chiudi la partita
question-leave-to-stand-in = Lasciare la partita? Una riserva gioca le tue carte finché non premi di nuovo qualcosa qui.
question-leave-for-good = Lasciare la partita? Qui è per sempre: le tue carte se ne vanno, e un gattino va con loro.
question-leave-asleep = Lasciare la partita? Al tavolo non c'è nessun altro, quindi dorme finché qualcuno di voi non preme di nuovo qualcosa qui.
question-leave-dead = Lasciare la partita? Per te è già finita: ti perdi solo la chiamata per la rivincita.
question-leave-last = Lasciare la partita? Al tavolo resterebbero solo computer, quindi viene chiuso.
question-leave-yes = Lascia la partita
question-end-in = Chiudere la partita in { $link } per tutto il tavolo? Al tavolo: { $players }. Aperto { $opened }. Per lasciarli giocare, ignora questo messaggio.
question-reset-settings = Ripristinare tutte le impostazioni di questo server? I nuovi tavoli ripartono con le opzioni solite, in qualsiasi canale. Per tenere le impostazioni, ignora questo messaggio.
question-forget = Vuoi farti dimenticare? In tutte le partite salvate il tuo nome e il tuo ID vengono sostituiti, e le tue impostazioni vengono cancellate. I tavoli ancora aperti seguono appena si chiudono. Non si può tornare indietro. Ciò che il bot ha scritto nei canali resta lì. Se preferisci farti ricordare, ignora questo messaggio.
question-forget-yes = Dimenticami
notice-forgotten = Ti stiamo dimenticando: ai tavoli chiusi tra qualche minuto, a quelli aperti appena si chiudono. Se giochi ancora, quello viene salvato di nuovo.
notice-data-attached = In questo file c'è tutto ciò che è salvato su di te. Le carte degli altri non ci sono.

closed-lobby-idle = Per { $minutes } minuti non si è visto nessuno, così il tavolo è stato chiuso.
closed-lobby-empty = Non è rimasto nessuno, così il tavolo è stato chiuso.
closed-ended = **{ $player }** ha chiuso questo tavolo.
closed-abandoned = Per un giorno non è passato nessuno, così i gattini sono stati mandati a casa.
closed-all-left = Non è rimasto nessuno, così i gattini sono stati mandati a casa.
closed-entry-limit = Questo tavolo è stato usato così tanto che ormai è consumato.
closed-again = </kittens new:0> ne apre un altro.
