# I testi delle espansioni: le loro carte e le schermate che servono solo a loro.

# As in English
card-imploding-kitten = Imploding Kitten
card-alter-the-future = Altera il futuro
card-draw-from-the-bottom = Pesca dal fondo
card-feral-cat = Gatto selvatico
    .plural = Gatti selvatici
card-reverse = Inverti
card-targeted-attack = Attacco mirato

about-imploding-kitten = Pescato coperto, torna nel mazzo scoperto, dove vuole chi l'ha trovato. Pescato scoperto è la fine, e nessun Disinnesgatto aiuta. Scoperto in cima, lo vede tutto il tavolo.
about-alter-the-future = Vedi le prime tre carte del mazzo di pesca e le rimetti nell'ordine che preferisci.
about-draw-from-the-bottom = Peschi l'ultima carta invece della prima. Questo chiude un turno.
about-feral-cat = In una coppia o in un tris vale come qualsiasi gatto, insieme a quel gatto o ai suoi simili. Da solo non fa niente.
about-reverse = Inverte il senso di gioco e chiude un turno senza pescare. In due è solo un Salta.
about-targeted-attack = Un Attacco a una persona a tua scelta; il gioco riprende da lei.

stake-alter = { $depth ->
    [one] **{ $player }** gioca **{ $card }** per guardare la prima carta.
   *[other] **{ $player }** gioca **{ $card }** per guardare le prime { $depth } carte e riordinarle.
}
stake-draw-from-the-bottom = **{ $player }** gioca **{ $card }** per pescare l'ultima carta invece della prima.
stake-reverse-last = **{ $player }** gioca **{ $card }** per invertire il giro e chiudere il turno senza pescare. Poi toccherebbe a **{ $target }**.
stake-reverse-last-you = **{ $player }** gioca **{ $card }** per invertire il giro e chiudere il turno senza pescare. Poi toccherebbe a te.
stake-reverse-more = **{ $player }** gioca **{ $card }** per invertire il giro e chiudere il turno senza pescare. { $turns ->
    [one] Resterebbe ancora un turno da giocare.
   *[other] Resterebbero ancora { $turns } turni da giocare.
}
stake-pair-wild = **{ $player }** gioca **{ $card }** con un **{ $wild }** per rubare una carta a caso a **{ $target }**.
stake-pair-wild-you = **{ $player }** gioca **{ $card }** con un **{ $wild }** per rubarti una carta a caso.
stake-triple-wild = { $count ->
    [one] **{ $player }** gioca due **{ $card }** con un **{ $wild }** per pretendere **{ $named }** da **{ $target }**.
   *[other] **{ $player }** gioca **{ $card }** con due **{ $wild }** per pretendere **{ $named }** da **{ $target }**.
}
stake-triple-wild-you = { $count ->
    [one] **{ $player }** gioca due **{ $card }** con un **{ $wild }** per pretendere **{ $named }** da te.
   *[other] **{ $player }** gioca **{ $card }** con due **{ $wild }** per pretendere **{ $named }** da te.
}

story-plays-on = **{ $player }** gioca **{ $card }** contro **{ $target }**.
story-pair-wild = **{ $player }** gioca **{ $card }** con un **{ $wild }** per derubare **{ $target }**.
story-triple-wild = { $count ->
    [one] **{ $player }** gioca due **{ $card }** con un **{ $wild }** e vuole **{ $named }** da **{ $target }**.
   *[other] **{ $player }** gioca **{ $card }** con due **{ $wild }** e vuole **{ $named }** da **{ $target }**.
}
story-drew-bottom = **{ $player }** pesca dal fondo ed è ancora tra noi.
story-ordered = **{ $player }** rimette le prime carte, chissà in che ordine.
beat-imploded = L'{ $kitten }, a faccia in su. **{ $player }** implode!
epitaph-imploded = piegatura perfetta
story-placed-up = **{ $player }** lo rimette nel mazzo, a faccia in su.
story-imploded = **{ $player }** implode.
story-clockwise = Si gioca di nuovo in senso orario.
story-reversed = Dietrofront: si gioca dall'altra parte.

turn-reversed = **{ $player }** ha invertito il giro.
turn-imploded = **{ $player }** ha fatto puff.
table-ordering = { $player } riordina il futuro
table-ordering-about = Le prime carte sono tra le zampe di **{ $player }**. Che cosa ne farà, non lo vede nessun altro.
table-imploding-about = Non è ancora successo niente. **{ $player }** lo rimette scoperto, da qualche parte nel mazzo.
play-clockwise = In senso orario, giù per la lista
play-reversed = In senso antiorario, su per la lista
pile-open-top = In cima, scoperto e sotto gli occhi del tavolo: **{ $card }**
pile-open-kittens = { $kittens ->
    [one] Non nasconde altri gattini
   *[other] Ci sono **{ $kittens }** gattini, compreso questo
}
pile-imploding-up = **{ $card }**: scoperto, da qualche parte sotto la prima carta
pile-imploding-down = **{ $card }**: ancora coperto
alt-open-top = Scoperto in cima al mazzo: { $card }

panel-waiting-ordering = **{ $player }** sta riordinando le prime carte.
place-imploding-title = { $kitten }! Devi solo rimetterlo nel mazzo, scoperto.
order-title = Riordina il futuro
order-about = Premi le carte nell'ordine in cui si devono pescare.
order-so-far = Dalla cima: { $cards }
order-deadline = Il tempo finisce { $deadline }, poi resta tutto com'era
order-done = Rimettile così
order-keep = Lasciale com'erano
hand-placeholder = Gioca una carta: da { $first } a { $last }
title-pair-with = Coppia con { $card }
title-triple-with = { $count ->
    [one] Tris con un { $card }
   *[other] Tris con due { $card }
}
target-card = **{ $card }:** chi è il bersaglio?
illegal-no-such-order = Questo non è un ordine di queste carte. Ognuna va in un posto solo.
combos-feral = **Gatto selvatico:** in una coppia o in un tris vale come qualsiasi gatto. Vanno bene anche solo Gatti selvatici.
place-imploding-about = { $cards ->
    [0] Il mazzo è vuoto: di posti ce n'è uno solo.
    [one] Nel mazzo c'è una carta. Dove va? In cima lo vede tutto il tavolo.
   *[other] Nel mazzo ci sono { $cards } carte. Dove va? In cima lo vede tutto il tavolo.
}

over-imploded = **{ $player }** · ha fatto puff, rischio { $percent }%
over-chart-imploded = { $place }. { $player } ({ $mark }): implosione al turno { $turn }, rischio { $percent }%{ $rescues ->
    [0] {""}
    [one] , 1 gattino disinnescato
   *[other] , { $rescues } gattini disinnescati
}

# Streaking Kittens
# As in English
card-streaking-kitten = Streaking Kitten
card-super-skip = Super Salta
card-see-the-future5x = Prevedi il futuro (5x)
card-alter-the-future5x = Altera il futuro (5x)
card-swap-top-and-bottom = Scambia cima e fondo
card-catomic-bomb = Bomba gattomica
    .plural = Bombe gattomiche
card-garbage-collection = Raccolta rifiuti
card-mark = Marchio
    .plural = Marchi
card-curse-of-the-cat-butt = Maledizione del sedere di gatto
    .plural = Maledizioni del sedere di gatto

about-streaking-kitten = Finché ce l'hai, un Exploding Kitten che peschi resta in mano senza che si noti. Se perdi questa carta, quel gattino esplode.
about-super-skip = Chiude tutti i tuoi turni senza pescare. Ne dovevi quattro dopo un Attacco? Ora nessuno.
about-see-the-future5x = Vedi le prime cinque carte del mazzo di pesca.
about-alter-the-future5x = Vedi le prime cinque carte del mazzo di pesca e le rimetti nell'ordine che preferisci.
about-swap-top-and-bottom = La prima e l'ultima carta del mazzo di pesca si scambiano di posto, coperte. Un gattino in cima? Non più.
about-catomic-bomb = Gli Exploding Kitten del mazzo si mostrano e vanno in cima, il resto si mescola. Chiude un turno: chi pesca per primo ne trova uno.
about-garbage-collection = Chi ha carte ne mette una nel mazzo, coperta, anche un gattino nascosto in mano. Poi si mescola.
about-mark = Gira una carta a caso di una persona a tua scelta. Resta visibile finché non lascia quella mano: un Disinnesgatto vale un tris.
about-curse-of-the-cat-butt = Una persona a tua scelta non vede più le sue carte e gioca a caso: un No! girato così è perso. Finisce quando pesca e sopravvive.

stake-skip-all = **{ $player }** gioca **{ $card }** per chiudere tutti i suoi turni senza pescare. Poi toccherebbe a **{ $target }**.
stake-skip-all-you = **{ $player }** gioca **{ $card }** per chiudere tutti i suoi turni senza pescare. Poi toccherebbe a te.
stake-swap = **{ $player }** gioca **{ $card }**. La prima e l'ultima carta del mazzo si scambierebbero di posto.
stake-raise-kittens = **{ $player }** gioca **{ $card }**. Tutti i gattini del mazzo finirebbero in cima, e un turno si chiuderebbe senza pescare.
stake-collect = **{ $player }** gioca **{ $card }**. Chiunque abbia carte dovrebbe metterne una nel mazzo.
stake-mark = **{ $player }** gioca **{ $card }** per mostrare a tutto il tavolo una carta a caso di **{ $target }**.
stake-mark-you = **{ $player }** gioca **{ $card }** per mostrare a tutto il tavolo una tua carta a caso.
stake-curse = **{ $player }** gioca **{ $card }**. **{ $target }** non vedrebbe più le sue carte.
stake-curse-you = **{ $player }** gioca **{ $card }**. Non vedresti più le tue carte.

story-marked = Ora lo vede tutto il tavolo: **{ $player }** ha **{ $card }**.
story-mark-gone = La carta marchiata **{ $card }** lascia la mano di **{ $player }**.
story-cursed = **{ $player }** vede solo sederi di gatto.
story-curse-ended = **{ $player }** vede di nuovo le sue carte.
story-turned-up = **{ $player }** gira alla cieca: { $cards }
story-went-off = { $kittens ->
    [one] Niente nasconde più il gattino in mano a **{ $player }**. Esplode!
   *[other] Niente nasconde più i { $kittens } gattini in mano a **{ $player }**. Esplodono!
}
story-ends-swapped = La prima e l'ultima carta si scambiano di posto.
story-kittens-raised = { $kittens ->
    [0] Nessun gattino nel mazzo. Tanto rumore per una mescolata.
    [one] Ora in cima al mazzo c'è un gattino.
   *[other] Ora in cima al mazzo ci sono { $kittens } gattini.
}
story-put = **{ $player }** butta dentro una carta.

table-placing-called = È esploso in mano a { $players } e ora torna nel mazzo, da qualche parte.
table-collecting = Giorno di raccolta rifiuti
table-collecting-about = Una carta a testa finisce nel mazzo, coperta. Mancano ancora: { $players }
table-aiming = { $player } mira a occhi bendati
table-aiming-about = La carta è sul tavolo, ma chi colpirà? Decide **{ $player }**.
seat-blind = Non vede le sue carte
seat-marked = Marchiate: { $cards }
seat-blind-marked = Non vede le sue carte, tranne: { $cards }

explain-others = Il resto lo spiegano le regole: { $cards }
panel-blind = Le tue carte ti mostrano il didietro. Pesca e sopravvivi, e le vedrai di nuovo.
panel-marked = Le vede tutto il tavolo: { $cards }
panel-waiting-aiming = **{ $player }** sta scegliendo un bersaglio.
button-play-blindly = Giocane una alla cieca
button-give-blindly = Danne una alla cieca
button-put-blindly = Buttane una alla cieca
button-put = Butta { $card }
put-title = Raccolta rifiuti! Quale carta butti nel mazzo?
put-question = Buttare **{ $card }**? È ciò che ti salva.
give-blind-title = **{ $taker }** aspetta una carta da te. Quale, non lo vede nessuno.
aim-deadline = Bersaglio a caso { $deadline }
news-sheltered = Hai pescato un **{ $card }** e nessuno se n'è accorto: lo nasconde il tuo **{ $shelter }**. Faccia da poker.
news-put = Hai buttato **{ $card }** nel mazzo.
illegal-target-blind = Quella persona già non vede le sue carte. Scegline una che le veda.
illegal-target-marked = Tutte le carte di quella persona sono già marchiate. Scegline un'altra.
illegal-blind = Non vedi le tue carte, quindi non puoi sceglierne una.
illegal-not-blind = Vedi di nuovo le tue carte. Scegline una tu.

# Barking Kittens
card-alter-the-future-now = Altera il futuro SUBITO
# As in English
card-barking-kitten = Barking Kitten
card-bury = Sotterra
card-ill-take-that = Questo lo prendo io
card-personal-attack = Attacco personale
    .plural = Attacchi personali
card-potluck = Ognuno porta qualcosa
card-share-the-future = Condividi il futuro
card-tower-of-power = Torre del potere
    .plural = Torri del potere

about-alter-the-future-now = Vedi le prime tre carte del mazzo di pesca e le rimetti nell'ordine che preferisci. Anche fuori dal tuo turno, se non c'è una carta o una scelta in sospeso.
about-barking-kitten = Chi ha l'altro deve disinnescare o esplode. Li hai tutti e due? Scegli tu chi. Nessuno ce l'ha? Il tuo resta davanti a te, e l'altro chiamerà te. Nessun No! aiuta.
about-bury = Peschi la prima carta, la guardi e la rimetti dove vuoi, anche un gattino. Chiude un turno.
about-ill-take-that = La metti davanti a una persona a tua scelta. La prossima carta che pesca è tua, gattini compresi.
about-personal-attack = Devi giocare due turni in più. Li passi tutti avanti con un Attacco?
about-potluck = Chi ha carte ne mette una, coperta, in cima al mazzo di pesca. La tua finisce sotto alle altre.
about-share-the-future = Vedi le prime tre carte del mazzo di pesca e le rimetti nell'ordine che preferisci. Poi le vede anche chi viene dopo.
about-tower-of-power = La porti fino alla fine. Chi dovrebbe avere una tua carta ne prende invece una a caso della scorta, mai vista da nessuno, finché ce ne sono.

stake-share = **{ $player }** gioca **{ $card }** per riordinare le prime carte e mostrarle a **{ $target }**.
stake-share-you = **{ $player }** gioca **{ $card }** per riordinare le prime carte e mostrartele.
stake-add-turns = { $turns ->
    [one] **{ $player }** gioca **{ $card }** e avrebbe un turno da giocare.
   *[other] **{ $player }** gioca **{ $card }** e avrebbe { $turns } turni da giocare.
}
stake-bury = **{ $player }** gioca **{ $card }** per pescare la prima carta e rimetterla dove vuole.
stake-claim = **{ $player }** gioca **{ $card }** per avere la prossima carta pescata da **{ $target }**.
stake-claim-you = **{ $player }** gioca **{ $card }** per avere la prossima carta che peschi.
stake-stack = **{ $player }** gioca **{ $card }**. Chiunque abbia carte dovrebbe metterne una in cima al mazzo.
stake-wear-tower = **{ $player }** gioca **{ $card }**. { $stash ->
    [one] Una carta della scorta farebbe da scudo alla sua mano.
   *[other] { $stash } carte della scorta farebbero da scudo alla sua mano.
}

story-lifted = **{ $player }** pesca la prima carta, solo per sotterrarla.
story-buried = **{ $player }** scava una buca, da qualche parte nel mazzo.
story-stacked = Ora in cima al mazzo c'è una carta di ogni mano.
story-claimed = La prossima carta pescata da **{ $target }** è di **{ $player }**.
story-drew-for = **{ $player }** pesca una carta, e **{ $taker }** se la prende.
story-took-kitten = **{ $player }** ci teneva tanto: un **{ $card }**!
story-tower-worn = **{ $player }** indossa la **{ $card }**. Che eleganza.
story-stash-robbed = **{ $player }** prende una carta dalla scorta sotto la torre di **{ $target }**.
story-stash-discarded = { $count ->
    [0] Cade la torre di **{ $player }**. Della scorta non restava niente.
    [one] Cade la torre di **{ $player }**. Nella scorta c'era: { $cards }
   *[other] Cade la torre di **{ $player }**. Nella scorta c'erano: { $cards }
}
story-barked = **{ $target }** risponde con l'altro, abbaiando.
story-barked-both = **{ $player }** li ha tutti e due: abbaiano a **{ $target }**!
story-barked-in-vain = Nessuno risponde. Il gattino resta davanti a **{ $player }**.
story-turns-added = { $turns ->
    [one] A **{ $player }** tocca un turno.
   *[other] A **{ $player }** toccano { $turns } turni: se li è voluti.
}

turn-buried = **{ $player }** ha sotterrato una carta.
table-burying = { $player } sta scavando
table-burying-about = **{ $player }** guarda una carta e la nasconde nel mazzo. Quale e dove, nessun altro lo saprà.
table-sharing-about = Le prime carte sono tra le zampe di **{ $player }**. Poi le vede **{ $target }**.
table-ordering-called = Le prime carte sono tra le zampe di { $players }. Poi il turno va avanti.
table-taking-kitten-about = Ha pescato qualcun altro, ma la carta la voleva { $players }, che ora nasconde il gattino.
table-stacking = Ognuno porta qualcosa
table-stacking-about = Una carta a testa finisce in cima al mazzo, coperta. Mancano ancora: { $players }
seat-claimed = Prossima carta: per **{ $player }**
# As in English
seat-barks = { $card }
seat-tower = { $cards ->
    [0] Torre, scorta vuota
    [one] Torre, **1** carta di scorta
   *[other] Torre, **{ $cards }** carte di scorta
}
pile-stash = { $cards ->
    [one] **1** carta di scorta, senza torre
   *[other] **{ $cards }** carte di scorta, senza torre
}
panel-waiting-burying = **{ $player }** sta sotterrando una carta.
bury-title = Hai pescato { $card }. Dove la sotterri?
bury-about = { $cards ->
    [0] Il mazzo è vuoto: di posti ce n'è uno solo.
    [one] Nel mazzo c'è una carta. Nessuno saprà cosa sotterri, né dove.
   *[other] Nel mazzo ci sono { $cards } carte. Nessuno saprà cosa sotterri, né dove.
}
stack-title = Ognuno porta qualcosa! Quale carta metti in cima al mazzo?
order-shared = Poi le vede **{ $player }**, e nessun altro.
news-lifted = Hai pescato **{ $card }**, solo per sotterrarla.
news-drew-for = Hai pescato **{ $card }**, e **{ $taker }** se l'è presa.
illegal-target-claimed = La prossima carta di quella persona è già promessa. Scegli un'altra persona.
illegal-next-card-claimed = La tua prossima carta è già di qualcun altro. Non puoi sotterrarla.
