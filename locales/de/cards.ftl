# The names of cards, editions and combos. A card may have a variant named after an edition
# (an attribute such as `.classic`) where that edition calls it something else.

# As in English
card-exploding-kitten = Exploding Kitten
card-defuse = Entschärfung
card-attack = Angriff
card-skip = Hops!
card-favor = Wunsch
card-shuffle = Mischen
card-see-the-future = Blick in die Zukunft
card-nope = Nö!
card-tacocat = Tacocat
card-cattermelon = Cattermelon
card-hairy-potato-cat = Hairy Potato Cat
card-beard-cat = Beard Cat
card-rainbow-ralphing-cat = Rainbow-Ralphing Cat

# As in English
edition-name = Original
    .classic = Klassik
    .original = Original
    .travel = Reise
    .two-player = Zu zweit
    .imploding = Implodierend

pace-fast = Schnell
# As in English
pace-normal = Normal
pace-relaxed = Gemütlich
pace-slow = Langsam

# The language's name in itself.
language-name = Deutsch
# The choice of language that follows Discord's own setting.
language-as-discord-says = Wie in Discord eingestellt
