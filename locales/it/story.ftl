# The history of a game: one line per public event.

story-plays = **{ $player }** gioca **{ $card }**.
story-attacked = { $turns ->
    [one] **{ $attacker }** attacca **{ $player }**: un turno da giocare.
   *[other] **{ $attacker }** attacca **{ $player }**: { $turns } turni da giocare.
}
story-favor = **{ $player }** gioca **{ $card }** su **{ $target }**.
story-pair = **{ $player }** gioca due carte **{ $card }** per derubare **{ $target }**.
story-triple = **{ $player }** gioca tre carte **{ $card }** e vuole **{ $named }** da **{ $target }**.
story-five = **{ $player }** gioca cinque carte diverse.
story-nope = **{ $player }** dice **{ $nope }**
    .classic = **{ $player }** dice **{ $nope }**!
story-counter = **{ $player }** dice no al no.
story-stopped = Non se ne fa nulla.
story-saw = { $cards ->
    [one] **{ $player }** sbircia la prima carta.
   *[other] **{ $player }** sbircia le prime { $cards } carte.
}
story-shuffled = Il mazzo viene mescolato.
story-stole = **{ $player }** ruba una carta a **{ $target }**.
story-hit = **{ $target }** consegna **{ $named }** a **{ $player }**.
story-miss = **{ $target }** non ha **{ $named }**. Che sfortuna, **{ $player }**.
story-gave = **{ $giver }** dà una carta a **{ $taker }**.
story-took = **{ $player }** prende **{ $card }** dagli scarti.
story-fizzled = Non c'è niente da prendere. Le carte sono spese lo stesso.
story-drew = **{ $player }** pesca una carta ed è ancora tra noi.
story-drew-kitten = **{ $player }** pesca un **{ $card }**!
story-defused = **{ $player }** se la cava con un **{ $card }**.
    .classic = **{ $player }** se la cava con una carta **{ $card }**.
story-placed = Il gattino è di nuovo nel mazzo. Dove, lo sa solo **{ $player }**.
story-exploded = **{ $player }** esplode.
story-left = **{ $player }** lascia la partita e si porta via un gattino.
story-left-alone = **{ $player }** lascia la partita.
story-lapsed = Di quello che **{ $player }** aveva iniziato non resta nulla.
story-said-stop = **{ $player }** dice basta.
story-late = **{ $player }** ha lasciato scadere il tempo.
story-won = **{ $player }** vince.
