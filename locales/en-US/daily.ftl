# The Kitten of the day: one deal a day for everybody, alone against three computers. Days are UTC.

command-today = today
command-today-about = The Kitten of the day: one try, the same cards for everybody

daily-title = Kitten of the day { $day }
daily-about = You against three computers, with the same cards for everybody, and without a clock. You have one try. Begin before midnight UTC, { $ends }; then you have another hour to finish.
daily-streak = { $days ->
    [one] 1 day in a row
   *[other] { $days } days in a row
}. Miss one day a week: it survives.
daily-commitment = 🔒 `{ $id } { $commitment }`
daily-next = The next kitten comes at midnight UTC, { $ends }.

# The hands of all players: names and numbers of cards.
daily-seats = Cards: { $seats }
daily-seat = { $player } { $cards }

daily-place = { $place ->
    [1] 1st
    [2] 2nd
    [3] 3rd
   *[other] { $place }th
}

# For everybody
daily-line = Kitten of the day { $day }: { $place }, { $turns ->
    [one] 1 turn
   *[other] { $turns } turns
}
daily-post = { $player } · { $line }
daily-in-a-row = { $days ->
    [one] 1 day in a row
   *[other] { $days } days in a row
}
daily-better = Better than { $percent }% of the others here
daily-board = Today on this server
daily-row = { $rank } · { $player } · { $place }, { $turns ->
    [one] 1 turn
   *[other] { $turns } turns
}

# The death alone, before the result; then who hid the kitten.
daily-death = The { $kitten } gets you, at { $percent }% risk.
daily-death-own = You hid it yourself.

daily-proof = Kitten of the day { $day }: its secret
daily-proof-about = Before its first move you could see the commitment behind 🔒. It fixes the secret of the game `{ $id }`, from which all its chance follows. If you played, the file below holds your whole game: check it with `kittens verify` or the page `verify.html`. Whoever has a second account can play the day with it first; no proof rules that out.

button-daily-today = Play today's
button-daily-play = Play
button-daily-post = Post my result here
button-daily-result = My result
button-daily-story = Yesterday's game
button-daily-proof = Yesterday's secret

error-daily-posted = You have posted this result already. Once is modest.
error-daily-spent = You have had your try today. The next kitten comes at midnight UTC.
error-daily-untold = There is no secret to show of that day: nobody opened it, it is long over, or its last games may still be running (until one o'clock UTC).
