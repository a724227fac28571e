# The public lobby and the host's options.

lobby-title = A table for Exploding Kittens
lobby-edition = **{ $edition }** · { $fewest } to { $most } players
lobby-edition-exact = **{ $edition }** · { $players } players
lobby-edition-nobody = **{ $edition }** · no number of players fits these options
# What the game is, in one line.
lobby-about = Draw. Don't explode. The last one alive wins.
lobby-pace = **{ $pace }** pace
lobby-house-rules = House rules: { $rules }
lobby-house-cat-pairs = pairs of cats only
lobby-house-special = pairs and triples
lobby-house-special-and-five = pairs, triples and five different
lobby-house-attack-adds-up = Attacks add up
lobby-house-attack-resets = Attacks never add up
lobby-house-favor-one = one player gives a Favor
lobby-house-favor-everyone = everybody gives a Favor
lobby-house-self-nope = you may Nope yourself
lobby-house-two-decks = two decks
lobby-house-leavers-out = leaving is final
lobby-house-ghosts = the dead see all hands
lobby-house-friendly = a friendly, no ratings
lobby-first-person = **{ $player }** begins
lobby-seats = { $taken ->
    [one] **1** player at the table
   *[other] **{ $taken }** players at the table
}
lobby-seat = **{ $player }**
lobby-seat-host = **{ $player }** · host
lobby-needs-more = { $missing ->
    [one] One more player and it can start.
   *[other] { $missing } more players and it can start.
}
lobby-too-many = { $extra ->
    [one] One player too many for these options.
   *[other] { $extra } players too many for these options.
}
lobby-does-not-fit = These options do not go together. The host can change them.
lobby-ready = **{ $host }** starts when everybody is seated.
lobby-closes = Closes { $deadline } unless the host clicks.
lobby-door-closed = The door is closed: whoever wants to join asks the host.
lobby-knocking = { $host }, at the door: { $players }.
lobby-host-away = The host seems to be away. Anybody at the table may take over.
# The lobby after a game, in which those of that game are asked by name.
lobby-rematch = Rematch
lobby-rematch-asked = Another round, { $players }?
lobby-rematch-starts = The game starts { $deadline }, or as soon as everybody has answered.

button-join = Join
button-leave = Leave
# The answers to the call for a rematch.
button-im-in = I'm in
button-not-this-time = Not this time
button-take-over = Take over as host
button-let-in = Let { $player } in
button-door-close = Close the door
button-door-open = Open the door
button-options = Options
button-start = Start
button-play-now = { $computers ->
    [one] Play now with a computer
   *[other] Play now with { $computers } computers
}

button-call-players = Call players
button-call-me = Call me
button-calls-off = Don't call me any more
button-allow-calls = Turn calls on
button-no-calls = Turn calls off
calls-on = When a host on this server looks for players, you hear of it: at most once in four hours. After five calls without a game of yours it stops by itself. Your silent hours are in </kittens me:0>.
calls-off = Nobody calls you on this server.
call-players = 📣 { $players }: { $host } is looking for players.

settings-title = Settings of this server
settings-about = New tables begin like this, and each host may still change it.
settings-everywhere = Tables may be opened in every channel.
settings-only-in = Tables only here and in their threads: { $channels }
settings-channels-full = { $most } is the most. Take one off to make room.
settings-board-in = Every Monday the winners of the week are posted in { $channel }
settings-board-refused = Discord refused the winners of the week in { $channel }, so they are off.
button-board-here = Winners of the week, every Monday, here
button-no-board = No winners of the week
button-only-here = Only in this channel
button-also-here = Also in this channel
button-not-here = Not in this channel
button-reset-settings = Reset everything

options-title = Options
options-about = Only you see this. Changes show in the lobby at once.
button-options-game = Game
button-options-house = House rules
button-options-look = More
button-options-people = People
options-remove = Remove somebody
options-hand-over = Hand over the crown
options-person = { $player }
button-options-close = Back to the lobby
options-option-edition = Edition: { $edition }
# The second line of an edition in the menu: whom it suits and how it differs, in at most 100
# characters.
options-edition-about = For { $fewest } to { $most } players
    .classic = Easy start for { $fewest } to { $most }: { $hand } cards each, Attacks never add up, all give a Favor
    .original = Fierce, for { $fewest } to { $most }: { $hand } cards each, Attacks add up, one gives a Favor
    .travel = Quick, for { $fewest } to { $most }: { $hand } cards each, no Favor, you stop the Shuffles
    .two-player = A duel for { $fewest }: { $hand } cards each, one kitten, three Defuses
    .imploding = For { $fewest } to { $most } old hands: Original, 20 more cards, a kitten no Defuse stops
    .streaking = For { $fewest } to { $most } poker faces: Original, 15 more cards, kittens hidden in hands
    .barking = For { $fewest } to { $most } watchdogs: Original, 20 more cards, a stash and a tower
options-decks-one = Decks: one
options-decks-two = Decks: two
options-decks-two-about = Classic with 6 to 9 players
options-option-pace = Pace: { $pace }
options-pace-about = { $turn } a turn, { $choice } a choice, { $window } to Nope
options-combos-book = Combos: as in the book
options-combos-cat-pairs = Combos: pairs of cats only
options-combos-special = Combos: pairs and triples
options-combos-special-and-five = Combos: pairs, triples, five different
options-attack-book = Attack: as in the book
options-attack-adds-up = Attack: adds up
options-attack-adds-up-about = Attacked players who attack pass their turns on, plus two
options-attack-resets = Attack: never adds up
options-attack-resets-about = Whoever is attacked plays two turns, never more
options-favor-book = Favor: as in the book
options-favor-one = Favor: one player gives
options-favor-everyone = Favor: everybody gives
options-self-nope-off = Own cards: no Nope on them
options-self-nope-on = Own cards: you may Nope them
options-ghosts-off = No ghosts
options-ghosts-on = Ghosts: the dead see hands
options-first-random = First player: random
options-first-person = First player: { $player }
options-leavers-stand-in = Leavers: a stand-in plays on
options-leavers-out = Leavers: out of the game
options-rating-rated = Ratings: this game counts
options-rating-rated-about = With two people or more it changes their ratings
options-rating-friendly = Ratings: friendly game
options-rating-friendly-about = Counts in statistics, changes nobody's rating
options-rating-off = Ratings: off on this server
options-rating-off-about = No game changes a rating, and no host can choose
options-pictures = Shown with pictures
options-text-first = Text first
options-text-first-about = For everybody here: words in place of pictures
options-option-language = Table language: { $language }
