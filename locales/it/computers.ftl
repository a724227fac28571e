# Computer players, seats that a computer plays for a person, and votes to continue without a slow
# player.

# The strengths of computer players, used in lists, on buttons and in choices of commands.
strength-kitten = gattino (fa pasticci)
strength-cat = gatto (usa la testa)
strength-tiger = tigre (gioca d'anticipo)
# The same, where there is no room to explain them.
kind-kitten = gattino
kind-cat = gatto
kind-tiger = tigre

# The menu of the lobby that adds and removes computers.
lobby-add-computer = Aggiungi un computer…
button-add-kitten = Aggiungi un gattino (fa pasticci)
button-add-cat = Aggiungi un gatto (usa la testa)
button-add-tiger = Aggiungi una tigre (gioca d'anticipo)
button-remove-computer = Togli un computer
# As in English
lobby-seat-computer = **{ $player }** · { $strength }

table-turn-computer = **{ $player }** ci sta pensando

# Votes to continue without a slow player.
button-vote-away = Continua senza { $player }
table-votes = { $votes ->
    [one] **1** voto su { $needed } per continuare senza **{ $player }**
   *[other] **{ $votes }** voti su { $needed } per continuare senza **{ $player }**
}
notice-voted = Il tuo voto vale finché non succede qualcosa. Decide la maggioranza del resto del tavolo.
notice-voted-away = Al suo posto ora gioca un computer, fino al suo prossimo clic.
refusal-nobody-waits = In questo momento nessuno aspetta quella persona, quindi non c'è niente da votare.
refusal-vote-too-soon = Un po' di pazienza: si può votare { $deadline }.
refusal-voted-already = Il tuo voto c'è già. Decide la maggioranza del resto del tavolo.
refusal-no-computer = Qui non siede nessun computer.

over-won-by-computer = **{ $player }** · ha vinto la riserva, vale come abbandono

# Remarks of computer players after public events. `$variant` selects one of three.
remark-line = **{ $player }**: «{ $remark }»
remark-nope = { $variant ->
    [0] Non finché ci sono io.
    [1] Anche no.
   *[2] No, no e poi no.
}
remark-defuse = { $variant ->
    [0] C'è mancato un baffo.
    [1] Andata una vita, ne restano sei.
   *[2] Nessuno mi ha visto sudare. Sono un computer.
}
remark-explode = { $variant ->
    [0] Dite al mio mouse che gli volevo bene.
    [1] Errore 404: gatto non trovato.
   *[2] Ho commesso un piccolo errore.
}
remark-farewell = { $variant ->
    [0] Riposa in pezzi.
    [1] Più carte per chi resta.
   *[2] Si sente ancora odore di pelo.
}
remark-robbed = { $variant ->
    [0] Ehi! Quella mi serviva.
    [1] Me ne ricorderò. Io ricordo tutto.
   *[2] Prendila pure. Come se m'importasse.
}
remark-robs = { $variant ->
    [0] Molto gentile da parte tua.
    [1] Chi prima arriva, meglio arraffa.
   *[2] Niente di personale.
}
remark-attacked = { $variant ->
    [0] Tutti questi turni? Per me?
    [1] Te ne pentirai.
   *[2] Tanto non ti ho mai sopportato.
}
remark-draw = { $variant ->
    [0] Prrr.
    [1] Tutto calcolato.
   *[2] Sempre qui.
}

parameter-computers = computer
parameter-strength = livello
parameter-watch = guarda
parameter-new-computers-about = Quanti computer si siedono con te; se occupano tutte le sedie, tu guardi
parameter-new-strength-about = Quanto giocano bene i computer (un gatto, se non fa differenza)
parameter-new-watch-about = I computer occupano tutte le sedie e giocano subito, tu guardi
