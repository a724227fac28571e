# Computer players, seats that a computer plays for a person, and votes to continue without a slow
# player.

# The strengths of computer players, used in lists, on buttons and in choices of commands.
strength-kitten = Kitten (macht Fehler)
strength-cat = Katze (vernünftig)
strength-tiger = Tiger (denkt voraus)
# The same, where there is no room to explain them.
kind-kitten = Kitten
kind-cat = Katze
kind-tiger = Tiger

# The menu of the lobby that adds and removes computers.
lobby-add-computer = Computer dazuholen …
button-add-kitten = Kitten dazuholen (macht Fehler)
button-add-cat = Katze dazuholen (vernünftig)
button-add-tiger = Tiger dazuholen (denkt voraus)
button-remove-computer = Ein Computer weniger
lobby-seat-computer = **{ $player }** · { $strength }

table-turn-computer = **{ $player }** denkt nach

# Votes to continue without a slow player.
button-vote-away = Weiter ohne { $player }
table-votes = { $votes ->
    [one] **1** von { $needed } Stimmen, um ohne **{ $player }** weiterzuspielen
   *[other] **{ $votes }** von { $needed } Stimmen, um ohne **{ $player }** weiterzuspielen
}
notice-voted = Deine Stimme zählt, bis etwas passiert. Die Mehrheit der anderen entscheidet.
notice-voted-away = Für diese Person spielt jetzt ein Computer, bis sie wieder klickt.
refusal-nobody-waits = Auf diese Person wartet gerade niemand, also gibt es nichts abzustimmen.
refusal-vote-too-soon = Gib der Person noch etwas Zeit: Abstimmen kannst du { $deadline }.
refusal-voted-already = Deine Stimme zählt schon. Die Mehrheit der anderen entscheidet.
refusal-no-computer = Hier sitzt kein Computer.

over-won-by-computer = **{ $player }** · die Vertretung hat gewonnen; zählt als ausgestiegen

# Remarks of computer players after public events. `$variant` selects one of three.
remark-line = **{ $player }**: „{ $remark }“
remark-nope = { $variant ->
    [0] Nicht mit mir.
    [1] Das glaube ich kaum.
   *[2] Nö, nö und nochmals nö.
}
remark-defuse = { $variant ->
    [0] Das war knapp.
    [1] Ein Leben weg, sechs hab ich noch.
   *[2] Niemand hat mich schwitzen sehen. Ich bin ein Computer.
}
remark-explode = { $variant ->
    [0] Sagt meiner Maus, dass ich sie geliebt habe.
    [1] Das stand so nicht im Programm.
   *[2] Mir ist ein kleiner Fehler unterlaufen.
}
remark-farewell = { $variant ->
    [0] Ruhe in Fetzen.
    [1] Bleiben mehr Karten für uns andere.
   *[2] Es riecht noch nach Fell.
}
remark-robbed = { $variant ->
    [0] He! Die wollte ich noch spielen.
    [1] Das merke ich mir. Ich merke mir alles.
   *[2] Nimm sie ruhig. Mir doch egal.
}
remark-robs = { $variant ->
    [0] Verbindlichsten Dank.
    [1] Wer's findet, darf's behalten.
   *[2] Nimm's nicht persönlich.
}
remark-attacked = { $variant ->
    [0] So viele Züge? Nur für mich?
    [1] Das wirst du noch bereuen.
   *[2] Ich konnte dich auch nie leiden.
}
remark-draw = { $variant ->
    [0] Schnurr.
    [1] Alles berechnet.
   *[2] Immer noch da.
}

parameter-computers = computer
parameter-strength = stärke
parameter-watch = zuschauen
parameter-new-computers-about = Wie viele Computer sich dazusetzen; besetzen sie alle Stühle, schaust du zu
parameter-new-strength-about = Wie gut die Computer spielen (im Zweifel eine vernünftige Katze)
parameter-new-watch-about = Computer besetzen alle Stühle und legen sofort los, du schaust zu
