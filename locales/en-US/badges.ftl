# Badges: names, and reasons that are also shown in a menu, where they have at most 100 characters.

over-badges = New badges: { $badges }
stats-badges = Badges: { $badges }
button-badges = Badges
button-curve = Rating as a curve
stats-curve = { $games ->
    [one] Rating after 1 game
   *[other] Rating over { $games } games
}: first { $first }, highest { $highest }, lowest { $lowest }, newest { $newest }
badges-title = Badges of { $person } here: { $badges } of { $all }
badges-title-all = Your badges on all servers: { $badges } of { $all }
badges-none = No badge yet. Explode a little, and see what happens.

badge-early-exit = Early Exit
reason-early-exit = Exploded on the first turn. The chair was not even warm.
badge-idler = Purrfect Idler
reason-idler = Won without playing a single card. Napping is a strategy.
badge-last-word = The Last Word
reason-last-word = Played the third Nope on one card, or a later one. Somebody had to.
badge-gardener = Gardener
reason-gardener = Planted kittens, and at least two others dug them up. What a harvest.
badge-fish-bone = Down to the Bones
reason-fish-bone = Won without a card in hand. There was nothing left to lose.
badge-nine-lives = Nine Lives
reason-nine-lives = Defused at least three kittens in one game. Six lives left, at best.
badge-speechless = Speechless
reason-speechless = Exploded with at least two Nopes in hand. Kittens do not take no for an answer.
badge-soup-kitchen = Soup Kitchen
reason-soup-kitchen = Won though others helped themselves to at least four cards. Seconds, anybody?
badge-brick-wall = Brick Wall
reason-brick-wall = Ran into at least three Nopes in one game. The wall is fine.
badge-hoarder = Hoarder
reason-hoarder = Won with at least ten cards in hand. They may come in handy one day.
badge-boomerang = Boomerang
reason-boomerang = Hid a kitten, forgot where, and met it again.
badge-statistically-dead = Statistically Dead
reason-statistically-dead = Survived draws with a risk of 200% or more in all. Better not do the maths.
badge-black-hole = Black Hole
reason-black-hole = Imploded. It is roomier inside than it looks.
badge-grave-goods = Grave Goods
reason-grave-goods = Exploded with at least eight cards in hand. Saved for better times.
badge-good-kitty = Good Kitty
reason-good-kitty = Won without a Nope and without taking a card from anybody. Suspiciously nice.
badge-yes-actually = Yes, Actually
reason-yes-actually = Noped a Nope. For once, two wrongs made a right.
badge-coin-on-edge = Coin on Edge
reason-coin-on-edge = Drew at a risk of at least 50% and lived. The coin is still spinning.
badge-thoughtful-host = Thoughtful Host
reason-thoughtful-host = Hid a kitten, and somebody found it. It is the thought that counts.
badge-runner-up = By a Whisker
reason-runner-up = Died last at a table of four or more. The whiskers still smoulder.
badge-last-purr = Last Purr
reason-last-purr = Won a game. Everybody else had other plans.
