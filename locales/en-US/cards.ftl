# The names of cards, editions and combos. A card may have a variant named after an edition
# (an attribute such as `.classic`) where that edition calls it something else.

card-exploding-kitten = Exploding Kitten
card-defuse = Defuse
card-attack = Attack
card-skip = Skip
card-favor = Favor
card-shuffle = Shuffle
card-see-the-future = See the Future
card-nope = Nope
card-tacocat = Tacocat
card-cattermelon = Cattermelon
card-hairy-potato-cat = Hairy Potato Cat
card-beard-cat = Beard Cat
card-rainbow-ralphing-cat = Rainbow-Ralphing Cat

edition-name = Original
    .classic = Classic
    .original = Original
    .travel = Travel
    .two-player = Two Player
    .imploding = Imploding

pace-fast = Fast
pace-normal = Normal
pace-relaxed = Relaxed
pace-slow = Slow

# The language's name in itself.
language-name = English
# The choice of language that follows Discord's own setting.
language-as-discord-says = As Discord says
