# The public table: turn, seats, piles, Nope window.

table-turn = { $player }, tocca a te!
table-turn-stand-in = La riserva gioca per **{ $player }**
table-turn-deadline = Pesca automatica { $deadline }
table-choice-deadline = Scelta automatica { $deadline }
table-paused = Non c'è nessuno, così la partita dorme. La sveglia un clic di chi gioca.
table-paused-unseen = Per un po' non è stato possibile inviare questo messaggio, così la partita dorme. Si sveglia da sola, o subito al clic di chiunque.

# Why it is that player's turn, below the heading that says whose turn it is.
turn-sat-down = Al tavolo c'è anche **{ $player }**: le carte sono state ridistribuite.
turn-drew = **{ $player }** ha pescato ed è ancora tra noi.
turn-rescued = **{ $player }** è ancora tra noi e ha nascosto il gattino.
turn-skipped = **{ $player }** ha saltato.
turn-exploded = **{ $player }** ha fatto bum.
turn-left = **{ $player }** ha lasciato la partita.
turn-attacked-you = { $turns ->
    [one] Ancora un turno: ti attacca **{ $attacker }**.
   *[other] **{ $turns }** turni: ti attacca **{ $attacker }**.
}
turn-attacked = { $turns ->
    [one] A **{ $player }** resta un turno, per l'attacco di **{ $attacker }**.
   *[other] A **{ $player }** toccano **{ $turns }** turni, per l'attacco di **{ $attacker }**.
}

# A death or a rescue, shown alone for a second.
beat-death = { $kitten }: per **{ $player }** è la fine.
beat-hidden = L'ha nascosto **{ $player }**.
beat-hidden-ago = { $cards ->
    [0] L'ha appena nascosto **{ $player }**.
    [one] L'ha nascosto **{ $player }**, una carta fa.
   *[other] L'ha nascosto **{ $player }**, { $cards } carte fa.
}
# During a death, if the same person has already been killed in this series.
beat-feud = Stasera **{ $killer }** ha fatto fuori **{ $victim }** { $times ->
    [one] una volta
    [2] due volte
   *[other] { $times } volte
}.
epitaph = { $variant ->
    [0] una carta di troppo
    [1] curiosità fino all'ultimo
    [2] sette vite, tutte spese
    [3] uscita con il botto
   *[4] sembrava così morbido
}
beat-rescue = Un { $kitten }! **{ $player }** lo disinnesca appena in tempo.

table-placing = { $player } ha disinnescato un gattino
table-placing-about = Ora **{ $player }** lo nasconde da qualche parte nel mazzo.
table-giving = { $player } aspetta una carta
table-giving-about = { $givers }: una carta per **{ $player }**, prego.
table-taking = { $player } fruga tra gli scarti
table-taking-about = Una di quelle carte andrà a **{ $player }**.
table-stopping = { $player } mescola e rimescola
table-stopping-about = Finché { $stopper } non dice basta.

seat-cards = { $cards ->
    [one] **{ $player }** · 1 carta
   *[other] **{ $player }** · { $cards } carte
}
seat-cards-away = { $cards ->
    [one] **{ $player }** · 1 carta · assente
   *[other] **{ $player }** · { $cards } carte · assente
}
seat-cards-left = { $cards ->
    [one] **{ $player }** · 1 carta · ha lasciato
   *[other] **{ $player }** · { $cards } carte · ha lasciato
}
seat-owing = { $turns ->
    [one] { $seat } · deve un turno
   *[other] { $seat } · deve { $turns } turni
}
seat-out = ~~{ $player }~~ · fuori, { $place }º posto
seat-out-epitaph = ~~{ $player }~~ · fuori, { $place }º posto · *{ $epitaph }*

pile-cards = { $cards ->
    [one] **1** carta nel mazzo di pesca
   *[other] **{ $cards }** carte nel mazzo di pesca
}
    .classic = { $cards ->
        [one] **1** carta nel Mazzo Principale
       *[other] **{ $cards }** carte nel Mazzo Principale
    }
pile-odds = Mazzo: { $cards ->
    [one] **1** carta
   *[other] **{ $cards }** carte
}, { $kittens ->
    [0] per ora nessun gattino
    [one] **1** gattino, rischio{"\u00A0"}**{ $percent }%**
   *[other] **{ $kittens }** gattini, rischio{"\u00A0"}**{ $percent }%**
}
    .streaking = Mazzo: { $cards ->
        [one] **1** carta
       *[other] **{ $cards }** carte
    }, { $kittens ->
        [0] per ora nessun gattino
        [one] al massimo **1** gattino, rischio fino al **{ $percent }%**
       *[other] al massimo **{ $kittens }** gattini, rischio fino al **{ $percent }%**
    }
pile-empty = Il mazzo di pesca è vuoto
    .classic = Il Mazzo Principale è vuoto
discard-top = Scarti: { $cards }
discard-empty = La pila degli scarti è ancora vuota
    .classic = La Pila degli Scarti è ancora vuota

window-title = C'è chi dice no?
window-deadline = La finestra si chiude { $deadline }
window-paused = La finestra resta aperta finché la partita dorme.
window-noped = { $nopes ->
    [one] NO!
   *[other] NO! × { $nopes }
}
# 0 to 2: the play is stopped; 3 to 5: it happens after all.
window-banter = { $variant ->
    [0] **{ $player }** dice di no. Punto.
    [1] **{ $player }** non ne vuole sapere.
    [2] Non sotto gli occhi di **{ $player }**.
    [3] «E invece sì», dice **{ $player }**.
    [4] **{ $player }** dice di no al no.
   *[5] **{ $player }** non si fa dire di no.
}
window-stands = **Per ora si fa.**
window-stopped = **Per ora non se ne fa nulla.**
window-waiting = In attesa di { $players }

stake-single = **{ $player }** gioca **{ $card }**.
stake-attack = **{ $player }** gioca **{ $card }**. { $turns ->
    [one] **{ $target }** avrebbe un turno da giocare.
   *[other] **{ $target }** avrebbe { $turns } turni da giocare.
}
# A stake has a second wording, with `-you` in its key, for the hand of the player whom it concerns.
stake-attack-you = **{ $player }** gioca **{ $card }**. { $turns ->
    [one] Avresti un turno da giocare.
   *[other] Avresti { $turns } turni da giocare.
}
stake-skip-last = **{ $player }** gioca **{ $card }** per chiudere il turno senza pescare. Poi toccherebbe a **{ $target }**.
stake-skip-last-you = **{ $player }** gioca **{ $card }** per chiudere il turno senza pescare. Poi toccherebbe a te.
stake-skip-more = **{ $player }** gioca **{ $card }** per chiudere il turno senza pescare. { $turns ->
    [one] Resterebbe ancora un turno da giocare.
   *[other] Resterebbero ancora { $turns } turni da giocare.
}
stake-favor-one = **{ $player }** gioca **{ $card }**. **{ $target }** dovrebbe dare una carta.
stake-favor-you = **{ $player }** gioca **{ $card }**. Dovresti dare una carta.
stake-favor-everyone = **{ $player }** gioca **{ $card }**. Chiunque altro abbia carte dovrebbe darne una.
stake-shuffle = **{ $player }** gioca **{ $card }**. Il mazzo verrebbe mescolato.
stake-shuffle-stopped = **{ $player }** gioca **{ $card }**. Il mazzo verrebbe mescolato finché **{ $target }** non dice basta.
stake-shuffle-stopped-you = **{ $player }** gioca **{ $card }**. Il mazzo verrebbe mescolato finché non dici basta.
stake-see-the-future = { $depth ->
    [one] **{ $player }** gioca **{ $card }** per sbirciare la prima carta.
   *[other] **{ $player }** gioca **{ $card }** per sbirciare le prime { $depth } carte.
}
stake-pair = **{ $player }** gioca due carte **{ $card }** per rubare una carta a caso a **{ $target }**.
stake-pair-you = **{ $player }** gioca due carte **{ $card }** per rubarti una carta a caso.
stake-triple = **{ $player }** gioca tre carte **{ $card }** per pretendere **{ $named }** da **{ $target }**.
stake-triple-you = **{ $player }** gioca tre carte **{ $card }** per pretendere **{ $named }** da te.
stake-five = **{ $player }** gioca cinque carte diverse per prenderne una dagli scarti.

button-hand = Le mie carte
button-draw = Pesca
button-draw-risk = Pesca ({ $percent }%)
button-nope = { $nope }
    .classic = { $nope }!
button-pass = Non bloccare
button-auto-pass = Non bloccare fino al mio turno
button-auto-pass-off = Torno a decidere io
button-slower = Più piano
button-faster = Più veloce

story-nothing = Le carte sono distribuite. Per ora tutto tace.
