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
