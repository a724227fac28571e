# Practice: alone and in private against computers, unrated. The lesson is a practice with advice at each step.

command-practice = allenamento
command-practice-about = Gioca contro i computer, in privato: qui non conta niente
parameter-practice-edition-about = Quale scatola aprire
parameter-practice-computers-about = Quanti computer giocano contro di te
parameter-practice-strength-about = Quanto giocano bene

practice-title = Allenamento
practice-about = Tu contro i computer. Niente orologio, niente pubblico, e niente conta.
practice-running = L'ultima partita non è finita. Se distribuisci di nuovo, va persa.
practice-game = Allenamento · { $deck }
practice-lesson = I tuoi primi due minuti
# As in English
practice-opponents = Contro { $count ->
    [one] 1 computer
   *[other] { $count } computer
}
practice-result = { $place } su { $players }, dopo { $turns ->
    [one] 1 turno
   *[other] { $turns } turni
}

# Advice in the lesson
lesson-look = Prima guarda, poi pesca: gioca **{ $card }**.
lesson-avoid = In cima c'è un gattino. Non pescarlo: gioca **{ $card }**.
lesson-draw-kitten = In cima c'è un gattino e non puoi evitarlo. Pesca: **{ $card }** ti salva.
lesson-draw = Pescando finisci il turno. Sul pulsante c'è il rischio.
lesson-draw-safely = Sai che cosa c'è in cima, e non morde. Pesca.
lesson-steal = In cima c'è un gattino e niente nella tua mano lo ferma. Due carte uguali ne rubano una: magari migliore.
lesson-die = In cima c'è un gattino, ed è finita. Pesca con dignità.
lesson-nope = Questa è contro di te. Gioca **{ $card }**
lesson-pass = Questa non ti fa niente. Lasciala passare.
lesson-hide = Ce l'hai fatta! Ora nascondi il gattino. In cima, lo pesca chi gioca dopo di te.
lesson-won = Hai guardato avanti, schivato, detto no, salvato la pelle e reso il colpo. Il gioco è tutto qui; in compagnia è solo più cattivo.
lesson-lost = Capita. Ancora una? Segui i consigli e vedi fin dove ti portano.

button-practice-go-on = Continua
button-practice-deal = Distribuisci
button-practice-learn = Impara in due minuti
button-practice-again = Ancora
button-practice-change = Cambia partita
