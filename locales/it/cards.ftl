# The names of cards, editions and combos. A card may have a variant named after an edition
# (an attribute such as `.classic`) where that edition calls it something else.

# As in English
card-exploding-kitten = Exploding Kitten
    .classic = Gattino Esplosivo
card-defuse = Disinnesgatto
    .classic = Disinnescare
card-attack = Attacco
card-skip = Salta
    .classic = Saltare
card-favor = Favore
    .classic = Cortesia
card-shuffle = Mescola
    .classic = Mescolare
card-see-the-future = Prevedi il futuro
    .classic = Vedere il Futuro
# As in English
card-nope = No!
    .classic = Nope
card-tacocat = Tacocat
card-cattermelon = Cattermelon
card-hairy-potato-cat = Hairy Potato Cat
card-beard-cat = Beard Cat
card-rainbow-ralphing-cat = Rainbow-Ralphing Cat

edition-name = Originale
    .classic = Classica
    .original = Originale
    .travel = Viaggio
    .two-player = Per due
    .imploding = Implosiva
    .streaking = Sfrecciante
    .barking = Abbaiante

pace-fast = Veloce
pace-normal = Normale
pace-relaxed = Rilassato
pace-slow = Lento

# The language's name in itself.
language-name = Italiano
# The choice of language that follows Discord's own setting.
language-as-discord-says = Come dice Discord
