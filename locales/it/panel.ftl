# A player's own panel: the hand, its steps and the choices.

panel-title = { $cards ->
    [0] La tua mano è vuota
    [one] La tua mano: 1 carta
   *[other] La tua mano: { $cards } carte
}
panel-your-turn = **Tocca a te.** Gioca se vuoi, poi pesca.
panel-your-turn-empty = **Tocca a te.** Non hai carte: pesca e basta.
panel-other-turn = È il turno di **{ $player }**.
panel-window = **C'è chi dice no?** Blocchi o no?
panel-window-nothing = **C'è chi dice no?** Non hai carte per bloccare.
panel-window-own = **C'è chi dice no?** Ora decide il resto del tavolo.
panel-window-passed = **C'è chi dice no?** Puoi ancora ripensarci.
panel-auto-pass = Fino al tuo turno non blocchi niente, in automatico.
panel-waiting-placing = **{ $player }** sta nascondendo un gattino.
panel-waiting-giving = Si aspetta una carta da { $givers }.
panel-waiting-taking = **{ $player }** fruga tra gli scarti.
panel-waiting-stopping = Si mescola finché **{ $player }** non dice basta.
panel-over = La partita è finita. Ha vinto **{ $player }**.
panel-over-stand-in = La partita è finita. Ha vinto la riserva di **{ $player }**.
panel-over-you = La partita è finita, e hai vinto tu.
# Told once each, in somebody's first game.
hint-turn = **Tocca a te.** Gioca carte o nessuna, poi pesca.
hint-window = **C'è chi dice no?** Il tuo No! può fermarla. Se passano tutti, ha effetto.
hint-kitten = Disinnescato! Nascondi il gattino dove lo pescherà qualcun altro.
hint-auto-pass = **C'è chi dice no?** Non t'interessa? Passo io fino al tuo turno.
notice-tap-again = Più veloce dell'occhio. Tocca di nuovo.
panel-folded = Qui le tue carte sono chiuse.
panel-out = Sei fuori da questa partita. Guardare è gratis.
# What the dead and those who only watch may predict. The label of a button and the title of a menu.
button-oracle = A chi tocca?
# The button of a late player of the last game, below the same menu.
button-sit-down = Mi siedo
oracle-about = Chi sarà il prossimo a esplodere? Il pronostico resta tra noi, e puoi cambiarlo finché qualcuno non pesca un gattino. Alla fine si nomina l'oracolo migliore.
oracle-nobody = { $cards ->
    [0] Nessuno finché il mazzo non è vuoto
    [one] Nessuno finché non resta 1 carta
   *[other] Nessuno finché non restano { $cards } carte
}
oracle-stands = È stato pescato un gattino, il pronostico vale: il prossimo a esplodere sarà **{ $player }**.
oracle-stands-nobody = È stato pescato un gattino, il pronostico vale: non esplode nessuno finché { $cards ->
    [0] il mazzo non è vuoto
    [one] non resta 1 carta
   *[other] non restano { $cards } carte
}.
oracle-score = Pronostici azzeccati: { $right } su { $decided }.
ghost-title = Le carte dei vivi
# As in English
ghost-hand = **{ $player }**: { $cards }
panel-known = Quello che sai del mazzo, dalla cima: { $cards }
# A card and its place in the pile; 1 is the top.
panel-known-place = { $place }. { $card }

# The explanation of a hand, on request.
explain-title = Le tue carte spiegate
explain-turn = **Il tuo turno:** gioca quante carte vuoi, anche nessuna. Poi pescane una, e il turno è finito.
# As in English
explain-card = **{ $cards }:** { $about }
explain-grey = **Una carta grigia** adesso non si può giocare: non tocca a te, le manca la gemella, non c'è niente da bloccare, oppure si gioca da sé quando serve.
button-explain = Spiega le mie carte

button-card-many = { $card } ×{ $count }
button-five = Cinque carte diverse
button-any-place = Un altro posto
button-stop = Basta!

title-about = { $count ->
    [one] Hai una carta **{ $card }**.
   *[other] Hai { $count } × **{ $card }**.
}
title-play = Giocane una
title-pair = Coppia: ruba una carta a caso
    .classic = Due dello stesso tipo: ruba a caso
title-triple = Tris: pretendi una carta
    .classic = Tre dello stesso tipo: chiedine una

target-favor = Chi deve darti una carta?
target-pair = Due carte **{ $card }**: a chi rubi una carta a caso?
target-triple = Tre carte **{ $card }**: da chi pretendi una carta?
target-player = { $cards ->
    [one] { $player } (1 carta)
   *[other] { $player } ({ $cards } carte)
}
naming-title = Tre carte **{ $card }** contro **{ $target }**: quale carta pretendi?
naming-about = Se non ce l'ha, resti a zampe vuote.
five-title = Quali cinque carte diverse giochi?
five-about = Poi prendi una carta qualsiasi dalla pila degli scarti, tranne un { $kitten }.
    .classic = Poi prendi una carta qualsiasi dalla Pila degli Scarti, tranne un { $kitten }.
five-placeholder = Scegline cinque

place-title = Un { $kitten }, e l'hai disinnescato!
place-about = { $cards ->
    [0] Il mazzo è vuoto: di posti ce n'è uno solo.
    [one] Nel mazzo c'è una carta. Dove va il gattino? Fino alla fine della partita non lo vede nessuno.
   *[other] Nel mazzo ci sono { $cards } carte. Dove va il gattino? Fino alla fine della partita non lo vede nessuno.
}
place-deadline = Posto a caso { $deadline }
place-top = In cima
place-second = Secondo
place-third = Terzo
place-middle = A metà
place-bottom = In fondo
place-random = A caso
place-any-title = Quante carte devono starci sopra?
place-placeholder = Scegli un posto
place-above = { $cards ->
    [0] Sopra tutte
    [one] Sotto 1 carta
   *[other] Sotto { $cards } carte
}
place-earlier = Più su
place-later = Più giù

give-title = **{ $taker }** aspetta una carta da te. Quale?
give-deadline = Scelta automatica { $deadline }
give-question = Dare **{ $card }** a { $taker }? È ciò che ti salva.
button-give = Dai { $card }
take-title = Quale carta prendi dalla pila degli scarti?
    .classic = Quale carta prendi dalla Pila degli Scarti?
take-deadline = Carta a caso { $deadline }
stop-title = **{ $player }** mescola il mazzo finché non dici basta.
stop-deadline = Finisce da sé { $deadline }

news-drew = Hai pescato **{ $card }**.
news-saw = In cima al mazzo hai visto, a partire dalla carta più in alto: { $cards }
news-stole = Hai rubato **{ $card }** a **{ $target }**.
news-stolen = **{ $player }** ti ha rubato **{ $card }**.
news-demanded = **{ $target }** ha dovuto darti **{ $card }**.
news-demanded-in-vain = **{ $target }** non aveva **{ $card }** da darti.
news-demanded-of-you = Hai dovuto dare **{ $card }** a **{ $player }**.
news-got = **{ $giver }** ti ha dato **{ $card }**.
news-gave = Hai dato **{ $card }** a **{ $taker }**.

# La mano come messaggio privato.
direct-left = Hai lasciato questa partita. Una riserva ha le tue carte.
direct-left-for-good = Hai lasciato questa partita per sempre.
direct-left-dead = Hai lasciato questa partita.
direct-unwanted = La tua mano non si vede più qui, ma solo al tavolo.
direct-elsewhere = Questo messaggio non serve più. [La tua mano è qui.]({ $link })
button-come-back = Torna in gioco
panel-direct = La tua mano è anche nei [tuoi messaggi privati]({ $link }).
panel-table = [Al tavolo]({ $link })
panel-not-your-move = Per ora non tocca a te.
refusal-no-direct-messages = Non posso mandarti messaggi privati, quindi la tua mano resta qui. Permetti i messaggi privati da questo server nelle impostazioni sulla privacy: la mano della prossima partita arriverà.
refusal-only-at-the-table = Questo si fa solo al tavolo.
