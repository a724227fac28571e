# A player's own panel: the hand, its steps and the choices.

panel-title = { $cards ->
    [0] Your hand is empty
    [one] Your hand: 1 card
   *[other] Your hand: { $cards } cards
}
panel-your-turn = **Your turn.** Play what you like, then draw.
panel-your-turn-empty = **Your turn.** No cards to play: just draw.
panel-other-turn = **{ $player }** is on turn.
panel-window = **Nope window.** Nope it, or don't.
panel-window-nothing = **Nope window.** You hold no Nope.
panel-window-own = **Nope window.** The others decide now.
panel-window-passed = **Nope window.** You may still Nope.
panel-auto-pass = Passing for you until your turn.
panel-waiting-placing = **{ $player }** is hiding a kitten.
panel-waiting-giving = Waiting for a card from { $givers }.
panel-waiting-taking = **{ $player }** goes through the discard pile.
panel-waiting-stopping = The pile is being mixed until **{ $player }** says stop.
panel-over = The game is over. **{ $player }** has won.
panel-over-stand-in = The game is over. **{ $player }**'s stand-in has won.
panel-over-you = The game is over, and you have won it.
# Told once each, in somebody's first game.
hint-turn = **Your turn.** Play or not; drawing ends it.
hint-window = **Nope window.** Your Nope can stop this. If all pass, it happens.
hint-kitten = Saved by your Defuse! Hide the kitten where somebody else will draw it.
hint-auto-pass = **Nope window.** Not your fight? I can pass for you till your turn.
notice-tap-again = That was quicker than the eye. Tap again.
panel-folded = Your hand is folded away here.
panel-out = You are out of this game. Watching is free.
# What the dead and those who only watch may predict. The label of a button and the title of a menu.
button-oracle = Who's next?
# The button of a late player of the last game, below the same menu.
button-sit-down = Sit down
oracle-about = Who explodes next? Nobody learns what you say, and you may change it until somebody draws a kitten. The end names the best oracle.
oracle-nobody = { $cards ->
    [0] Nobody before the pile is empty
    [one] Nobody before 1 card is left
   *[other] Nobody before { $cards } cards are left
}
oracle-stands = A kitten was drawn, so your word stands: **{ $player }** explodes next.
oracle-stands-nobody = A kitten was drawn, so your word stands: nobody explodes before { $cards ->
    [0] the pile is empty
    [one] 1 card is left
   *[other] { $cards } cards are left
}.
oracle-score = Right so far: { $right } out of { $decided }.
# What ghosts see of the others.
ghost-title = What the living hold
ghost-hand = **{ $player }**: { $cards }
panel-known = What you know of the draw pile, from the top: { $cards }
# A card and its place in the pile; 1 is the top.
panel-known-place = { $place }. { $card }

# The explanation of a hand, on request.
explain-title = Your cards explained
explain-turn = **Your turn:** play as many cards as you like, or none. Then draw one, and the turn is over.
explain-card = **{ $cards }:** { $about }
explain-grey = **A grey card** cannot be played right now: it is not your turn, it lacks its twin, there is nothing to Nope, or it plays itself when you need it.
button-explain = Explain my cards

button-card-many = { $card } ×{ $count }
button-five = Five different
button-any-place = Another place
button-stop = Stop!

title-about = { $count ->
    [one] You hold one **{ $card }**.
   *[other] You hold { $count } × **{ $card }**.
}
title-play = Play one
title-pair = Pair: steal a random card
title-triple = Triple: demand a card

target-favor = Who is to give you a card?
target-pair = Two **{ $card }**: whom do you steal a random card from?
target-triple = Three **{ $card }**: from whom do you demand a card?
target-player = { $cards ->
    [one] { $player } (1 card)
   *[other] { $player } ({ $cards } cards)
}
naming-title = Three **{ $card }** for **{ $target }**: which card do you demand?
naming-about = If it is not there, you get nothing.
five-title = Which five different cards do you play?
five-about = Then you take any card of the discard pile but an { $kitten }.
five-placeholder = Choose five

place-title = An { $kitten }, and you have defused it!
place-about = { $cards ->
    [0] The draw pile is empty: there is only one place for it.
    [one] One card is in the draw pile. Where does the kitten go? Nobody sees where until the game is over.
   *[other] { $cards } cards are in the draw pile. Where does the kitten go? Nobody sees where until the game is over.
}
place-deadline = Random place { $deadline }
place-top = On top
place-second = Second
place-third = Third
place-middle = In the middle
place-bottom = At the bottom
place-random = Anywhere
place-any-title = How many cards are to lie above it?
place-placeholder = Choose a place
place-above = { $cards ->
    [0] On top of everything
    [one] Below 1 card
   *[other] Below { $cards } cards
}
place-earlier = Higher up
place-later = Further down

give-title = **{ $taker }** gets a card from you. Which one?
give-deadline = Auto-choice { $deadline }
give-question = Give **{ $taker }** your { $card }? It is what saves you.
button-give = Give { $card }
take-title = Which card of the discard pile do you take?
take-deadline = Random card { $deadline }
stop-title = **{ $player }** mixes the pile until you say stop.
stop-deadline = It stops by itself { $deadline }

news-drew = You drew **{ $card }**.
news-saw = On top of the pile you saw, in order: { $cards }
news-stole = You stole **{ $card }** from **{ $target }**.
news-stolen = **{ $player }** stole **{ $card }** from you.
news-demanded = **{ $target }** had to hand you **{ $card }**.
news-demanded-in-vain = **{ $target }** had no **{ $card }** for you.
news-demanded-of-you = You had to hand **{ $player }** your **{ $card }**.
news-got = **{ $giver }** gave you **{ $card }**.
news-gave = You gave **{ $taker }** your **{ $card }**.

# The hand as a direct message.
direct-left = You have left this game. A stand-in has your cards.
direct-left-for-good = You have left this game for good.
direct-left-dead = You have left this game.
direct-unwanted = Your hand is not shown here any more, only at the table.
direct-elsewhere = This message is out of use. [Your hand is here.]({ $link })
button-come-back = Come back
panel-direct = Your hand is also in [your direct messages]({ $link }).
panel-table = [To the table]({ $link })
panel-not-your-move = Nothing to do for you right now.
refusal-no-direct-messages = I cannot send you direct messages, so your hand stays here. Allow direct messages from this server in your privacy settings, and the next game's hand will come.
refusal-only-at-the-table = That works only at the table itself.
