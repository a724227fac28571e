# How did I play? The coach judges one player's decisions in a finished game.

button-coach = How did I play?
coach-line = { $line } { $start }% → { $end }%
button-coach-picture = My chance as a curve
coach-picture = Your chance to win, decision by decision: from { $start }% at the deal to { $end }% at the end
coach-luck-lost = You lost **{ $cards }** points to cards and **{ $decisions }** to decisions.
coach-luck-won = Cards gave you **{ $cards }** points, decisions cost you **{ $decisions }**.
coach-unfinished = The coach ran out of time. This is what they saw so far.
coach-no-mistake = No decision of yours cost anything worth mentioning. Nicely played!
coach-numbered = **{ $number }** { $sentence }
coach-costliest = What cost you most
coach-best = What you did best
# Actions stand alone: "draw 54% · Skip 40%".
coach-drew = You drew at { $risk }%. Better: { $better }. Worth **{ $points }** points.
coach-nope-spent = You spent a { $nope } on { $noped }. Keeping it was worth **{ $points }** points.
coach-nope-kept = You kept your { $nope } at { $noped }. Playing it was worth **{ $points }** points.
coach-did = You chose: { $done }. Better: { $better }. Worth **{ $points }** points.
coach-gained = You chose: { $done }. Next best: { $other }, **{ $points }** points less.
coach-about = Points are percent of the chance to win. The coach judges only what you could know, and plays like a tiger.
coach-jump = { $number }: step { $step }
coach-play-of = { $play } by **{ $player }**
coach-value = { $action } { $percent }%
coach-draw = draw
coach-cards = { $cards }
coach-on = { $cards } on **{ $player }**
coach-naming = { $play } for { $card }
coach-pass = no { $nope }
coach-give = give { $card }
coach-take = take { $card }
coach-put = put in { $card }
coach-aim = at **{ $player }**
coach-order = on top: { $cards }
coach-blind = a blind pick
