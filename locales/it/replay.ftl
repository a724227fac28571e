# La storia completa di una partita finita: le carte scoperte e il replay passo per passo.

story-cards = Le carte, scoperte
story-nobody-won = La partita è stata chiusa prima che qualcuno vincesse.
story-hand = **{ $player }**: { $cards }
story-hand-empty = **{ $player }**: nessuna carta
story-pile = Rimaste nel mazzo, dalla prima carta in giù: { $cards }
story-hid = { $cards ->
    [0] **{ $player }** ha nascosto in cima: { $kitten }.
    [one] **{ $player }** ha nascosto sotto una carta: { $kitten }.
   *[other] **{ $player }** ha nascosto sotto { $cards } carte: { $kitten }.
}
story-hid-killed = È costato la partita a **{ $player }**.
story-hid-defused = **{ $player }** l'ha pescato e disinnescato.
story-hid-mixed = Poi il mazzo è stato mescolato.
story-hid-left = È ancora lì dentro.
story-hid-gone = È uscito con chi ha lasciato la partita.
story-shown = { $line } ({ $shown })
story-more = { $lines ->
    [one] Un'altra riga è nel replay.
   *[other] Altre { $lines } righe sono nel replay.
}

story-step = Passo { $step }
# As in English
story-told = `{ $step }` { $line }
story-moment = Passo { $step } di una partita finita, condiviso da { $player }
story-moment-death = { $player } pesca col { $percent }% di rischio e fa bum.
story-turn = Tocca a **{ $player }**
story-seat = **{ $player }** · probabilità fin qui { $percent }%
story-open-hand = { $cards }

button-cards = Le carte
button-replay = Rivedi la partita
button-fair = È stata onesta?
button-first = Inizio
button-forward = Avanti
button-last = Fine
button-moment = Mostra a tutti
story-jump = Vai a …
story-jump-earlier = Torna a …
story-jump-death = { $step }: { $player } è fuori
story-jump-rescue = { $step }: { $player } disinnesca un gattino
story-jump-nopes = { $step }: { $nope } su { $nope }
story-jump-attack = { $step }: { $attacker } attacca { $player }
story-jump-hid = { $step }: { $player } nasconde un gattino
story-jump-sheltered = { $step }: { $player } ospita un gattino
story-jump-gave = { $step }: { $giver } dà una carta a { $player }
story-jump-looked = { $step }: { $player } sbircia
story-jump-stole = { $step }: { $thief } deruba { $player }
