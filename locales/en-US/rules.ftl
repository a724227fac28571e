# The rules help: pages of short paragraphs. A paragraph may have a variant named after an
# edition (an attribute such as `.classic`) where that edition plays it differently.

rules-title-guide = How it goes: { $edition }
rules-title-cards = The cards: { $edition }
rules-title-combos = Combos: { $edition }
rules-title-window = The Nope window
rules-title-house = House rules
rules-title-card = { $card }: { $edition }

rules-no-such-card = This edition has no such card. Its cards are one tap away.
rules-other-cards = </kittens rules:0> explains the rest: { $cards }

rules-tab-guide = How it goes
rules-tab-cards = Cards
rules-tab-combos = Combos
rules-tab-window = Nope window
rules-tab-house = House rules

guide-aim = Kittens that explode hide in the draw pile. Draw one without a Defuse in hand and you are out. The last player left wins.
guide-turn = **Your turn:** play as many cards as you like, or none. Then draw one card, which ends the turn.
guide-defuse = **Drew a kitten?** A Defuse is spent by itself, and you hide the kitten in the pile again, wherever you like, unseen by anybody. No Defuse, no more you.
guide-kittens = There is always one kitten fewer in play than there are players, so all but one will meet theirs. How many cards and kittens are left is no secret: the table shows the odds.
    .imploding = There is an Imploding Kitten besides the exploding ones. Together they are one fewer than the players, or two between two, so all but one will meet theirs. How many cards and kittens are left is no secret: the table shows the odds.
    .streaking = There are as many kittens in play as players, one of which may hide in a hand. All but one player will meet theirs. The table's odds count hidden kittens as if they lay in the pile.
    .barking = There is one kitten fewer in play than players, more once somebody was barked out of the game. How many cards and kittens are left is no secret: the table shows the odds.
guide-setup = Everybody starts with { $hand ->
    [one] a single card, a Defuse
   *[other] { $hand } cards, one of them a Defuse
}. This deck is for { $fewest } to { $most } players.
guide-setup-exact = Everybody starts with { $hand ->
    [one] a single card, a Defuse
   *[other] { $hand } cards, one of them a Defuse
}. This deck is for exactly { $players } players.
guide-setup-none = Nobody can play this deck: the box that it is based on has changed.
guide-special = **About this box:** Attacks add up, a Favor is asked of one player, and a hand may start with more than one Defuse.
    .classic = **About this box:** everybody starts with exactly one Defuse. Attacks never add up, a Favor is asked of everybody, and five different cards are a combo. Six to nine players use two decks.
    .travel = **About this box:** there is no Favor, See the Future shows two cards, a Shuffle lasts until the next player says stop, and the dead take the secret of their hand with them.
    .two-player = **About this box:** a duel. One kitten, three Defuses, and whoever does not find the kitten has won.
    .imploding = **About this box:** everybody starts with exactly one Defuse. The Imploding Kitten comes back face up and cannot be defused then, a Reverse turns the direction of play, and Feral Cats stand for any cat.
    .streaking = **About this box:** a Streaking Kitten lets you keep one Exploding Kitten in your hand, in secret. Cards can be marked for all to see, and curses hide a hand from its owner. Attacks add up.
    .barking = **About this box:** two Barking Kittens look for each other, and whoever has the other one must defuse or explode. Six cards form a stash for whoever wears the Tower of Power. One card is played on anybody's turn. Attacks add up.
guide-here = **Here:** *{ button-hand }* shows your cards to you alone. You get a ping when it is your turn. If you dawdle, you draw.
guide-unofficial = An unofficial fan project, with no tie to the makers of Exploding Kittens. Fun here? Buy the box, it has pictures.

about-exploding-kitten = Explodes when drawn, unless you have a Defuse. Nothing can Nope it, and it is never held in a hand.
    .streaking = Explodes when drawn, unless you have a Defuse, or a Streaking Kitten hides it in your hand. Nothing can Nope it.
about-defuse = Saves you from a kitten you drew, all by itself. You put the kitten back anywhere in the pile. Cannot be Noped.
about-attack = Ends all your turns without drawing; the next player has two to play. Under attack yourself? What you still owe passes on too, plus two.
    .classic = Ends all your turns without drawing; the next player has two to play, never more.
about-skip = Ends one turn without drawing. Under attack, that is one of several.
about-favor = A player of your choice gives you a card of their choice. Expect the worst one.
    .classic = Every other player gives you a card, each of their own choice.
    .two-player = The other player gives you a card of their choice. Expect the worst one.
about-shuffle = Mixes the draw pile. Whatever anybody knew about it is worth nothing now.
    .travel = Mixes the draw pile until the next player says stop.
about-see-the-future = You peek at the top three cards of the draw pile, in order.
    .travel = You peek at the top two cards of the draw pile, in order.
about-see-the-future-one = You peek at the top card of the draw pile.
about-nope = Stops any card or combo before it happens, even when it is not your turn. It can be Noped too. Kittens and Defuses do not listen.
about-cat = No effect alone. Two of the same cat are a pair, three a triple.
    .classic = No effect alone. Good for pairs, triples and five different.
about-cat-pairs = No effect alone. Two of the same cat are a pair.

combos-when = Combos are played on your own turn, before you draw. The cards count by their name only: what they say is ignored, and even Defuses and Nopes will do.
combos-pair = **Pair:** two of the same card. Steal a random card from a player of your choice.
combos-cat-pair = **Pair:** two of the same cat, on your own turn, before you draw. Steal a random card from a player of your choice. Nothing else is a combo here.
combos-triple = **Triple:** three of the same card. Name a card and a player: if they have one, it is yours. If not, you get nothing and learn just that.
combos-five = **Five different:** five cards, no two alike. Take any card of the discard pile but an Exploding Kitten. You choose after the Nope window, so nobody can spoil it then.
combos-cats = Cats match only the same cat. Four alike are two pairs, or a triple and one to keep.
combos-empty = Nobody can rob a player without cards.
combos-nope = Every combo can be Noped. Noped or not, its cards are spent.

window-what = Whenever somebody plays a card or a combo, it waits on the table for a moment. Anybody with a Nope may stop it, on turn or not.
window-chain = A Nope on a Nope brings the card back, another one stops it again, and so on. Each Nope opens the window anew.
window-own = Nobody Nopes their own card.
window-pass = *{ button-pass }* says you do not mind. When everybody else has said so, the window closes early. You may still change your mind while it is open. *{ button-auto-pass }* in your hand does so for you after a moment each time. Nobody sees that it is set, and a tap on Nope ends it.
window-late = Two Nopes for the same card? The first counts, the other stays in its owner's hand. Too late? It stays there as well.
window-never = Drawing, kittens, Defuses and hiding a kitten cannot be Noped, nor what somebody chooses after the window.
window-secret = The window never closes early because nobody has a Nope. That would give too much away.

house-how = The host sets these under *{ button-options }* before the game starts. Whatever is not set goes by the book.
house-combos = **Combos:** pairs of cats only, or pairs and triples of anything, or five different as well.
house-attack = **Attack:** turns still owed add up, or it is two turns and never more.
house-favor = **Favor:** one player gives, or everybody does.
house-self-nope = **Own cards:** you may Nope what you played yourself. It happens to the best.
house-decks = **Decks:** two for six to nine players, in Classic only.
house-leavers = **Leavers:** a stand-in plays on, or the seat is out, and one kitten goes with it.
house-ghosts = **Ghosts:** the dead see all hands, and only look on. Nothing changes for the living.
house-oracle = **{ button-oracle }** Those who are out and those who watch predict in secret who explodes next.
house-rating = **Ratings:** a game of two people or more changes them, unless it is a friendly.

rules-title-about = About this bot
rules-tab-about = About
bot-operator = **Run by:** { $text }
bot-contact = **Contact:** { $text }
bot-privacy = **Privacy:** { $text }
bot-terms = **Terms:** { $text }
bot-source = **Source code:** { $text }
bot-version = -# Kittens { $text }
