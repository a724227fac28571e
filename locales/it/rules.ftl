# The rules help: pages of short paragraphs. A paragraph may have a variant named after an
# edition (an attribute such as `.classic`) where that edition plays it differently.

rules-title-guide = Come si gioca: { $edition }
rules-title-cards = Le carte: { $edition }
rules-title-combos = Combo: { $edition }
rules-title-window = La finestra del no
rules-title-house = Regole della casa
rules-title-card = { $card } · { $edition }

rules-no-such-card = In questa edizione quella carta non c'è. Quelle che ci sono stanno a un tocco da qui.
rules-other-cards = Il resto lo spiega </kittens rules:0>: { $cards }

rules-tab-guide = Come si gioca
rules-tab-cards = Carte
rules-tab-combos = Combo
rules-tab-window = Finestra del no
rules-tab-house = Regole della casa

guide-aim = Nel mazzo di pesca si nascondono gattini che esplodono. Se ne peschi uno senza un Disinnesgatto, sei fuori. Vince chi sopravvive.
    .classic = Nel Mazzo Principale si nascondono gattini che esplodono. Se ne peschi uno senza una carta Disinnescare, sei fuori. Vince chi sopravvive.
guide-turn = **Il tuo turno:** gioca quante carte vuoi, anche nessuna. Poi pesca una carta, e il turno è finito.
guide-defuse = **Hai pescato un gattino?** Un Disinnesgatto si gioca da sé, e tu rimetti il gattino nel mazzo dove vuoi, senza che nessuno veda. Niente Disinnesgatto, niente lieto fine.
    .classic = **Hai pescato un gattino?** Una carta Disinnescare si gioca da sé, e tu rimetti il gattino nel mazzo dove vuoi, senza che nessuno veda. Niente carta, niente lieto fine.
guide-kittens = Di gattini ce n'è sempre uno in meno delle persone in gioco: solo chi vince non trova il suo. Quante carte e quanti gattini restano non è un segreto: il tavolo mostra il rischio.
    .imploding = Oltre ai gattini che esplodono ce n'è uno che implode. In tutto sono uno in meno delle persone in gioco, due se si gioca in due: solo chi vince non trova il suo. Quante carte e quanti gattini restano non è un segreto: il tavolo mostra il rischio.
    .streaking = In gioco ci sono tanti gattini quante persone, e uno può nascondersi in una mano. Solo chi vince non trova il suo. Il rischio sul tavolo conta i gattini nascosti come se fossero nel mazzo.
    .barking = In gioco c'è un gattino in meno delle persone, e di più se qualcuno esce a forza di abbai. Quante carte e quanti gattini restano non è un segreto: il tavolo mostra il rischio.
guide-setup = Si comincia con { $hand ->
        [one] una sola carta, un Disinnesgatto,
       *[other] { $hand } carte, tra cui un Disinnesgatto,
    } a testa. Questo mazzo è per un tavolo da { $fewest } a { $most } persone.
    .classic = Si comincia con { $hand ->
        [one] una sola carta, una Disinnescare,
       *[other] { $hand } carte, tra cui una Disinnescare,
    } a testa. Questo mazzo è per un tavolo da { $fewest } a { $most } persone.
guide-setup-exact = Si comincia con { $hand ->
        [one] una sola carta, un Disinnesgatto,
       *[other] { $hand } carte, tra cui un Disinnesgatto,
    } a testa. Questo mazzo è per esattamente { $players } persone.
    .classic = Si comincia con { $hand ->
        [one] una sola carta, una Disinnescare,
       *[other] { $hand } carte, tra cui una Disinnescare,
    } a testa. Questo mazzo è per esattamente { $players } persone.
guide-setup-none = A questo mazzo non si può giocare: la scatola da cui parte è cambiata.
guide-special = **Questa scatola:** gli Attacchi si sommano, il Favore si chiede a una persona sola, e si può cominciare con più di un Disinnesgatto in mano.
    .classic = **Questa scatola:** si comincia con una sola Disinnescare a testa. Gli Attacchi non si sommano mai, la Cortesia si chiede a tutto il tavolo, e cinque carte diverse sono una combo. Da sei a nove persone si usano due mazzi.
    .travel = **Questa scatola:** niente Favore, Prevedi il futuro mostra due carte, Mescola dura finché chi viene dopo non dice basta, e chi esplode si porta nella tomba il segreto delle sue carte.
    .two-player = **Questa scatola:** un duello. Un gattino, tre Disinnesgatto, e vince chi il gattino non lo trova.
    .imploding = **Questa scatola:** si comincia con un solo Disinnesgatto a testa. L'Imploding Kitten torna scoperto e allora non si disinnesca più, *Inverti* cambia il senso di gioco, e i Gatti selvatici valgono come qualsiasi gatto.
    .streaking = **Questa scatola:** con lo Streaking Kitten tieni in mano un Exploding Kitten, in segreto. Le carte si possono marchiare, e allora le vede tutto il tavolo; le maledizioni nascondono una mano a chi la tiene. Gli Attacchi si sommano.
    .barking = **Questa scatola:** due Barking Kitten si cercano, e chi ha l'altro deve disinnescare o esplode. Sei carte sono la scorta di chi porta la Torre del potere. Una carta si può giocare anche fuori dal proprio turno. Gli Attacchi si sommano.
guide-here = **Qui:** *{ button-hand }* mostra le carte solo a te. Quando tocca a te arriva una notifica. Chi dorme pesca.
guide-unofficial = Un progetto non ufficiale di fan, senza legami con chi produce Exploding Kittens. Ti diverti? Compra la scatola.

about-exploding-kitten = Esplode quando lo peschi, se non hai un Disinnesgatto. Nessun No! lo ferma, e in mano non ci resta mai.
    .classic = Esplode quando lo peschi, se non hai una carta Disinnescare. Nessun Nope lo ferma, e in mano non ci resta mai.
    .streaking = Esplode quando lo peschi, se non hai un Disinnesgatto o uno Streaking Kitten che te lo nasconde in mano. Nessun No! lo ferma.
about-defuse = Ti salva da un gattino appena pescato, senza che tu faccia niente. Il gattino torna nel mazzo, dove vuoi tu. Non si può bloccare.
about-attack = Chiude tutti i tuoi turni senza pescare; chi viene dopo ne gioca due. L'Attacco l'avevi subito tu? Passano avanti anche i turni che ti restavano, più due.
    .classic = Chiude tutti i tuoi turni senza pescare; chi viene dopo ne gioca due, mai di più.
about-skip = Chiude un turno senza pescare. Se hai subito un Attacco, è solo uno dei tanti.
about-favor = Una persona a tua scelta ti dà una carta a scelta sua. Aspettati la peggiore.
    .classic = Ogni persona al tavolo, tu a parte, ti dà una carta a scelta sua.
    .two-player = Chi ti sta di fronte ti dà una carta a scelta sua. Aspettati la peggiore.
about-shuffle = Mescola il mazzo di pesca. Quel che se ne sapeva non vale più niente.
    .classic = Mescola il Mazzo Principale. Quel che se ne sapeva non vale più niente.
    .travel = Mescola il mazzo di pesca finché chi viene dopo non dice basta.
about-see-the-future = Sbirci le prime tre carte del mazzo di pesca, nel loro ordine.
    .classic = Sbirci le prime tre carte del Mazzo Principale, nel loro ordine.
    .travel = Sbirci le prime due carte del mazzo di pesca, nel loro ordine.
about-see-the-future-one = Sbirci la prima carta del mazzo di pesca.
about-nope = Blocca qualsiasi carta o combo prima che abbia effetto, anche quando non tocca a te. Si può bloccare a sua volta. Gattini e Disinnesgatto non sentono ragioni.
    .classic = Blocca qualsiasi carta o combo prima che abbia effetto, anche quando non tocca a te. Si può bloccare a sua volta. Gattini e carte Disinnescare non sentono ragioni.
about-cat = Nessun effetto da sola. Due con lo stesso gatto sono una coppia, tre un tris.
    .classic = Nessun effetto da sola. Serve per due o tre dello stesso tipo, o per cinque carte diverse.
about-cat-pairs = Nessun effetto da sola. Due dello stesso gatto sono una coppia.

combos-when = Le combo si giocano nel proprio turno, prima di pescare. Delle carte conta solo il nome: quel che c'è scritto si ignora, e vanno bene persino No! e Disinnesgatto.
    .classic = Le combo si giocano nel proprio turno, prima di pescare. Delle carte conta solo il nome: quel che c'è scritto si ignora, e vanno bene persino Nope e Disinnescare.
combos-pair = **Coppia:** due carte uguali. Rubi una carta a caso a una persona a tua scelta.
    .classic = **Due dello stesso tipo:** due carte uguali. Rubi una carta a caso a una persona a tua scelta.
combos-cat-pair = **Coppia:** due dello stesso gatto, nel proprio turno, prima di pescare. Rubi una carta a caso a una persona a tua scelta. Qui non ci sono altre combo.
combos-triple = **Tris:** tre carte uguali. Nomina una carta e una persona: se ce l'ha, è tua. Se no, resti a zampe vuote, ma almeno lo sai.
    .classic = **Tre dello stesso tipo:** tre carte uguali. Nomina una carta e una persona: se ce l'ha, è tua. Se no, resti a zampe vuote, ma almeno lo sai.
combos-five = **Cinque carte diverse:** nessuna uguale a un'altra. Prendi una carta qualsiasi dalla pila degli scarti, tranne un Exploding Kitten. Scegli a finestra del no già chiusa, così nessuno può più guastarti la festa.
    .classic = **Cinque carte diverse:** nessuna uguale a un'altra. Prendi una carta qualsiasi dalla Pila degli Scarti, tranne un Gattino Esplosivo. Scegli a finestra del no già chiusa, così nessuno può più guastarti la festa.
combos-cats = Le carte Gatto vanno insieme solo se il gatto è lo stesso. Quattro uguali sono due coppie, o un tris e una da tenere.
    .classic = Le carte senza Istruzioni vanno insieme solo se il gatto è lo stesso. Quattro uguali si giocano due e due, oppure tre, e una si tiene.
combos-empty = Chi non ha carte non si può derubare.
combos-nope = Ogni combo si può bloccare. Bloccata o no, le sue carte sono spese.

window-what = Ogni carta o combo giocata resta un attimo in sospeso, e il tavolo chiede: *{ window-title }* Chi ha un No! può bloccarla, anche fuori dal proprio turno.
    .classic = Ogni carta o combo giocata resta un attimo in sospeso, e il tavolo chiede: *{ window-title }* Chi ha un Nope può bloccarla, anche fuori dal proprio turno.
window-chain = Un No! su un No! rimette in gioco la carta, un altro la blocca di nuovo, e così via. Ogni No! riapre la finestra da capo.
    .classic = Un Nope su un Nope rimette in gioco la carta, un altro la blocca di nuovo, e così via. Ogni Nope riapre la finestra da capo.
window-own = Nessuno blocca la propria carta.
window-pass = *{ button-pass }* vuol dire che per te va bene. Quando l'ha detto tutto il resto del tavolo, la finestra si chiude prima. Finché è aperta, puoi sempre ripensarci. *{ button-auto-pass }*, nella tua mano, lo dice al posto tuo ogni volta dopo un attimo. Nessuno vede che è attivo, e un tocco su No! lo annulla.
window-late = Due No! per la stessa carta? Vale il primo, l'altro resta in mano a chi l'aveva. Troppo tardi? Ti resta in mano.
    .classic = Due Nope per la stessa carta? Vale il primo, l'altro resta in mano a chi l'aveva. Troppo tardi? Ti resta in mano.
window-never = Non si blocca chi pesca, né un gattino, né un Disinnesgatto, né il nascondiglio di un gattino, né quel che si sceglie a finestra chiusa.
    .classic = Non si blocca chi pesca, né un gattino, né una Disinnescare, né il nascondiglio di un gattino, né quel che si sceglie a finestra chiusa.
window-secret = Se nessuno ha un No! in mano, la finestra non si chiude prima per questo. Direbbe troppo.
    .classic = Se nessuno ha un Nope in mano, la finestra non si chiude prima per questo. Direbbe troppo.

house-how = Le sceglie l'host in *{ button-options }* prima che si cominci. Per tutto il resto vale il regolamento.
house-combos = **Combo:** solo coppie di carte Gatto, oppure coppie e tris di qualsiasi carta, oppure anche cinque diverse.
    .classic = **Combo:** solo coppie di carte senza Istruzioni, oppure due o tre dello stesso tipo con qualsiasi carta, oppure anche cinque diverse.
house-attack = **Attacco:** i turni ancora dovuti si sommano, oppure sono due e mai di più.
house-favor = **Favore:** da una persona sola, oppure da tutto il tavolo.
    .classic = **Cortesia:** da una persona sola, oppure da tutto il tavolo.
house-self-nope = **Carte proprie:** puoi bloccare ciò che hai giocato tu. Capita nelle migliori famiglie.
house-decks = **Mazzi:** due, da sei a nove persone, solo nell'edizione Classica.
house-leavers = **Chi esce:** al suo posto gioca una riserva, oppure il posto esce dal gioco, e un gattino con lui.
house-ghosts = **Fantasmi:** chi è fuori vede tutte le carte e sta solo a guardare. Per i vivi non cambia niente.
house-oracle = **{ button-oracle }** Chi è fuori, o guarda soltanto, prevede in segreto chi esploderà per primo.
house-rating = **Punteggi:** una partita fra due o più persone li cambia, a meno che sia amichevole.

rules-title-about = Questo bot
rules-tab-about = Questo bot
bot-operator = **Chi lo gestisce:** { $text }
bot-contact = **Contatto:** { $text }
# As in English
bot-privacy = **Privacy:** { $text }
bot-terms = **Condizioni:** { $text }
bot-source = **Codice sorgente:** { $text }
# As in English
bot-version = -# Kittens { $text }
