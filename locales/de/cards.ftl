# The names of cards, editions and combos. A card may have a variant named after an edition
# (an attribute such as `.classic`) where that edition calls it something else, and a plural (the
# attribute `.plural`) where two of it are called otherwise than one.

# As in English
card-exploding-kitten = Exploding Kitten
    .plural = Exploding Kittens
card-defuse = Entschärfung
    .plural = Entschärfungen
card-attack = Angriff
    .plural = Angriffe
card-skip = Hops!
card-favor = Wunsch
    .plural = Wünsche
card-shuffle = Mischen
card-see-the-future = Blick in die Zukunft
    .plural = Blicke in die Zukunft
card-nope = Nö!
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

# As in English
edition-name = Original
    .classic = Klassik
    .original = Original
    .travel = Reise
    .two-player = Zu zweit
    .imploding = Implodierend
    .streaking = Flitzend
    .barking = Bellend

pace-fast = Schnell
# As in English
pace-normal = Normal
pace-relaxed = Gemütlich
pace-slow = Langsam

# The language's name in itself.
language-name = Deutsch
# The choice of language that follows Discord's own setting.
language-as-discord-says = Wie in Discord eingestellt
