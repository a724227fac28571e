# Computer players, seats that a computer plays for a person, and votes to continue without a slow
# player.

# The strengths of computer players, used in lists, on buttons and in choices of commands.
strength-kitten = kitten (makes mistakes)
strength-cat = cat (sensible)
strength-tiger = tiger (thinks ahead)
# The same, where there is no room to explain them.
kind-kitten = kitten
kind-cat = cat
kind-tiger = tiger

# The menu of the lobby that adds and removes computers.
lobby-add-computer = Add a computer…
button-add-kitten = Add a kitten (makes mistakes)
button-add-cat = Add a cat (sensible)
button-add-tiger = Add a tiger (thinks ahead)
button-remove-computer = Remove a computer
lobby-seat-computer = **{ $player }** · { $strength }

table-turn-computer = **{ $player }** is thinking

# Votes to continue without a slow player.
button-vote-away = Go on without { $player }
table-votes = { $votes ->
    [one] **1** vote of { $needed } to go on without **{ $player }**
   *[other] **{ $votes }** votes of { $needed } to go on without **{ $player }**
}
notice-voted = Your vote counts until something happens. A majority of the others decides.
notice-voted-away = A computer plays for that player now, until they click again.
refusal-nobody-waits = Nobody is waiting for that player just now, so there is nothing to vote about.
refusal-vote-too-soon = Give them a moment: you can vote { $deadline }.
refusal-voted-already = Your vote counts already. A majority of the others decides.
refusal-no-computer = No computer sits here.

over-won-by-computer = **{ $player }** · the stand-in won, which counts as left

# Remarks of computer players after public events. `$variant` selects one of three.
remark-line = **{ $player }**: “{ $remark }”
remark-nope = { $variant ->
    [0] Not on my watch.
    [1] I think not.
   *[2] Nope nope nope.
}
remark-defuse = { $variant ->
    [0] That was close.
    [1] One life down, eight to go.
   *[2] Nobody saw me sweat. I am a computer.
}
remark-explode = { $variant ->
    [0] Tell my mouse I loved her.
    [1] Does not compute.
   *[2] I have made a small mistake.
}
remark-farewell = { $variant ->
    [0] Rest in pieces.
    [1] More cards for the rest of us.
   *[2] I can still smell the fur.
}
remark-robbed = { $variant ->
    [0] Hey! I was going to use that.
    [1] I will remember this. I remember everything.
   *[2] Take it. See if I care.
}
remark-robs = { $variant ->
    [0] Much obliged.
    [1] Finders keepers.
   *[2] Nothing personal.
}
remark-attacked = { $variant ->
    [0] All these turns? For me?
    [1] You will regret this.
   *[2] I never liked you either.
}
remark-draw = { $variant ->
    [0] Purr.
    [1] Calculated.
   *[2] Still here.
}

parameter-computers = computers
parameter-strength = strength
parameter-watch = watch
parameter-new-computers-about = How many computers sit down with you; if they take every chair, you watch
parameter-new-strength-about = How well the computers play (a sensible cat if you do not care)
parameter-new-watch-about = Computers take every chair and play at once, and you watch
