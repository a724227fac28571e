# Practice: alone and in private against computers, unrated. The lesson is a practice with advice at each step.

command-practice = üben
command-practice-about = Allein und heimlich gegen Computer spielen, nichts davon zählt
parameter-practice-edition-about = Welche Schachtel auf den Tisch kommt
parameter-practice-computers-about = Wie viele Computer gegen dich spielen
parameter-practice-strength-about = Wie gut sie spielen

practice-title = Üben
practice-about = Du gegen Computer. Keine Uhr, kein Publikum, und nichts zählt.
practice-running = Deine letzte Partie läuft noch. Neu austeilen heißt: Sie ist weg.
practice-game = Übung · { $deck }
practice-lesson = Deine ersten zwei Minuten
practice-opponents = Gegen { $count ->
    [one] 1 Computer
   *[other] { $count } Computer
}
practice-result = { $place } von { $players }, nach { $turns ->
    [one] 1 Zug
   *[other] { $turns } Zügen
}

# Advice in the lesson
lesson-look = Erst gucken, dann ziehen: Spiel **{ $card }**.
lesson-avoid = Oben liegt ein Kitten. Zieh es nicht, spiel **{ $card }**.
lesson-draw-kitten = Oben liegt ein Kitten, und du kommst nicht drumherum. Zieh: **{ $card }** rettet dich.
lesson-draw = Mit dem Ziehen endet dein Zug. Auf dem Knopf steht das Risiko.
lesson-draw-safely = Du weißt, was als Nächstes kommt, und es beißt nicht. Zieh.
lesson-steal = Oben liegt ein Kitten, und nichts auf deiner Hand hält es auf. Zwei gleiche klauen eine Karte: vielleicht eine bessere.
lesson-die = Oben liegt ein Kitten, und das war es. Zieh mit Würde.
lesson-nope = Das geht gegen dich. Spiel **{ $card }**
lesson-pass = Das tut dir nicht weh. Lass es durchgehen.
lesson-hide = Gerettet! Jetzt versteck das Kitten. Ganz oben zieht es, wer als Nächstes dran ist.
lesson-won = Du hast vorausgeschaut, dich geduckt, Nö gesagt, überlebt und zurückgeschlagen. Mehr ist es nicht; mit Freunden wird es nur gemeiner.
lesson-lost = Kommt vor. Noch mal? Folge den Tipps und sieh, wie weit sie dich bringen.

button-practice-go-on = Weiterspielen
button-practice-deal = Austeilen
button-practice-learn = In zwei Minuten lernen
button-practice-again = Noch mal
button-practice-change = Anders spielen
