# I testi delle espansioni: le loro carte e le schermate che servono solo a loro.

# As in English
card-imploding-kitten = Imploding Kitten
card-alter-the-future = Cambia il futuro
card-draw-from-the-bottom = Pesca dal fondo
# As in English
card-feral-cat = Feral Cat
card-reverse = Inversione
card-targeted-attack = Attacco mirato

about-imploding-kitten = Pescato coperto, torna nel mazzo scoperto, dove vuole chi l'ha trovato. Pescato scoperto è la fine, e nessun Disinnesgatto aiuta. Scoperto in cima, lo vede tutto il tavolo.
about-alter-the-future = Vedi le prime tre carte del mazzo di pesca e le rimetti nell'ordine che preferisci.
about-draw-from-the-bottom = Peschi l'ultima carta invece della prima. Questo chiude un turno.
about-feral-cat = In una coppia o in un tris vale come qualsiasi gatto, insieme a quel gatto o alle sue simili. Da sola non fa niente.
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
stake-pair-wild = **{ $player }** gioca **{ $card }** con una **{ $wild }** per rubare una carta a caso a **{ $target }**.
stake-pair-wild-you = **{ $player }** gioca **{ $card }** con una **{ $wild }** per rubarti una carta a caso.
stake-triple-wild = { $count ->
    [one] **{ $player }** gioca due **{ $card }** con una **{ $wild }** per pretendere **{ $named }** da **{ $target }**.
   *[other] **{ $player }** gioca **{ $card }** con due **{ $wild }** per pretendere **{ $named }** da **{ $target }**.
}
stake-triple-wild-you = { $count ->
    [one] **{ $player }** gioca due **{ $card }** con una **{ $wild }** per pretendere **{ $named }** da te.
   *[other] **{ $player }** gioca **{ $card }** con due **{ $wild }** per pretendere **{ $named }** da te.
}

story-plays-on = **{ $player }** gioca **{ $card }** contro **{ $target }**.
story-pair-wild = **{ $player }** gioca **{ $card }** con una **{ $wild }** per derubare **{ $target }**.
story-triple-wild = { $count ->
    [one] **{ $player }** gioca due **{ $card }** con una **{ $wild }** e vuole **{ $named }** da **{ $target }**.
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
    [one] Tris con una { $card }
   *[other] Tris con due { $card }
}
target-card = **{ $card }:** chi è il bersaglio?
illegal-no-such-order = Questo non è un ordine di queste carte. Ognuna va in un posto solo.
combos-feral = **Feral Cat:** in una coppia o in un tris vale come qualsiasi gatto. Vanno bene anche solo Feral Cat.
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
card-alter-the-future5x = Cambia il futuro (5x)
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
about-catomic-bomb = Gli Exploding Kitten del mazzo si mostrano e vanno in cima, il resto si mescola. Chiude un turno: chi segue ne pesca uno.
about-garbage-collection = Chi ha carte ne mette una nel mazzo, coperta, anche un gattino nascosto in mano. Poi si mescola.
about-mark = Gira una carta a caso di una persona a tua scelta. Resta visibile finché non lascia quella mano: un Disinnesgatto vale una coppia.
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
story-mark-gone = La carta segnata **{ $card }** lascia la mano di **{ $player }**.
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
table-collecting = Passano i rifiuti
table-collecting-about = Una carta a testa finisce nel mazzo, coperta. Mancano ancora: { $players }
table-aiming = { $player } mira a occhi bendati
table-aiming-about = La carta è sul tavolo, ma chi colpirà? Decide **{ $player }**.
seat-blind = Non vede le sue carte
seat-marked = Segnate: { $cards }
seat-blind-marked = Non vede le sue carte, tranne: { $cards }

explain-others = Il resto lo spiegano le regole: { $cards }
panel-blind = Le tue carte ti mostrano il didietro. Pesca e sopravvivi, e le vedrai di nuovo.
panel-marked = Le vede tutto il tavolo: { $cards }
panel-waiting-aiming = **{ $player }** sta scegliendo un bersaglio.
button-play-blindly = Giocane una alla cieca
button-give-blindly = Danne una alla cieca
button-put-blindly = Buttane una alla cieca
button-put = Butta { $card }
put-title = Passano i rifiuti! Quale carta butti nel mazzo?
put-question = Buttare **{ $card }**? È ciò che ti salva.
give-blind-title = **{ $taker }** aspetta una carta da te. Quale, non lo vede nessuno.
aim-deadline = Bersaglio a caso { $deadline }
news-sheltered = Hai pescato **{ $card }** e nessuno se n'è accorto: lo nasconde il tuo **{ $shelter }**. Faccia da poker.
news-put = Hai buttato **{ $card }** nel mazzo.
illegal-target-blind = Quella persona già non vede le sue carte. Scegline una che le veda.
illegal-target-marked = Tutte le carte di quella persona sono già segnate. Scegline un'altra.
illegal-blind = Non vedi le tue carte. Giocane una alla cieca, o pesca.
illegal-not-blind = Vedi di nuovo le tue carte. Scegline una tu.
