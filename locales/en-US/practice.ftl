# Practice: alone and in private against computers, unrated. The lesson is a practice with advice at each step.

command-practice = practice
command-practice-about = Play alone against computers, in private, where nothing counts
parameter-practice-edition-about = Which box to open
parameter-practice-computers-about = How many computers play against you
parameter-practice-strength-about = How well they play

practice-title = Practice
practice-about = You against computers. No clock, no audience, and nothing counts.
practice-running = Your last game is not over. A new deal throws it away.
practice-game = Practice · { $deck }
practice-lesson = Your first two minutes
practice-opponents = Against { $count ->
    [one] 1 computer
   *[other] { $count } computers
}
practice-result = { $place } of { $players }, after { $turns ->
    [one] 1 turn
   *[other] { $turns } turns
}

# Advice in the lesson
lesson-look = Look before you leap: play **{ $card }**.
lesson-avoid = A kitten lies on top. Do not draw it: play **{ $card }**.
lesson-draw-kitten = A kitten lies on top, and nothing gets you around it. Draw: your **{ $card }** saves you.
lesson-draw = Drawing ends your turn. The button shows the risk.
lesson-draw-safely = You know what comes next, and it does not bite. Draw.
lesson-steal = A kitten lies on top, and nothing in your hand stops it. Two of a kind steal a card: perhaps a better one.
lesson-die = A kitten lies on top, and this is it. Draw with dignity.
lesson-nope = This one is aimed at you. Play **{ $card }**!
lesson-pass = This does not hurt you. Let it pass.
lesson-hide = Saved! Now hide the kitten. On top, it is what the next player draws.
lesson-won = You have looked ahead, ducked, said Nope, survived and struck back. That is the whole game; friends make it worse.
lesson-lost = That happens. Again? Follow the advice and see where it gets you.

button-practice-go-on = Continue
button-practice-deal = Deal
button-practice-learn = Learn in two minutes
button-practice-again = Try again
button-practice-change = Change the setup
