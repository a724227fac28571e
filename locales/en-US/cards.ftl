# The names of cards, editions and combos. A card may have a variant named after an edition
# (an attribute such as `.classic`) where that edition calls it something else, and a plural (the
# attribute `.plural`) where two of it are called otherwise than one.

card-exploding-kitten = Exploding Kitten
    .plural = Exploding Kittens
card-defuse = Defuse
    .plural = Defuses
card-attack = Attack
    .plural = Attacks
card-skip = Skip
    .plural = Skips
card-favor = Favor
    .plural = Favors
card-shuffle = Shuffle
    .plural = Shuffles
card-see-the-future = See the Future
    .plural = See the Future cards
card-nope = Nope
    .plural = Nopes
card-tacocat = Tacocat
    .plural = Tacocats
card-cattermelon = Cattermelon
    .plural = Cattermelons
card-hairy-potato-cat = Hairy Potato Cat
    .plural = Hairy Potato Cats
card-beard-cat = Beard Cat
    .plural = Beard Cats
card-rainbow-ralphing-cat = Rainbow-Ralphing Cat
    .plural = Rainbow-Ralphing Cats

edition-name = Original
    .classic = Classic
    .original = Original
    .travel = Travel
    .two-player = Two Player
    .imploding = Imploding
    .streaking = Streaking
    .barking = Barking

pace-fast = Fast
pace-normal = Normal
pace-relaxed = Relaxed
pace-slow = Slow

# The language's name in itself.
language-name = English
# The choice of language that follows Discord's own setting.
language-as-discord-says = As Discord says
