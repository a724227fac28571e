# Recipes: decks of people's own. Labels of menus and buttons are short; a phone shows some thirty letters.

recipe-unnamed = A recipe
recipe-house = A recipe sets all the other rules, and the host cannot change them. A game by a recipe is never rated.
recipe-label = { $recipe }
recipe-copies = { $card }: { $amount }
recipe-box = In the box: { $amount } × { $card }
recipe-hazard = In the pile: { $amount } × { $card }
recipe-hazard-fewer = In the pile, { $amount ->
    [0] one each
    [one] players less one
   *[other] players less { $amount }
}: { $card }
recipe-at-least = In the pile, at least { $amount }: { $card }
recipe-dealt = Dealt, besides a Defuse: { $amount }
recipe-stash = Cards in the stash: { $amount }
recipe-depth = Shows { $amount ->
    [one] one card
   *[other] { $amount } cards
}: { $card }
recipe-spare-before = Spare Defuses: may be dealt
recipe-spare-after = Spare Defuses: in the pile
recipe-spare-no-limit = Spares: no limit
recipe-spare-limit = Spares limited up to { $players } players
recipe-spares-kept = Spares under that limit: { $amount }
recipe-shuffle-at-once = Shuffle: at once
recipe-shuffle-stopped = Shuffle: until somebody says stop
recipe-dead-discarded = Hands of the dead: shown to all
recipe-dead-set-aside = Hands of the dead: stay a secret

recipe-error-copies = { $card }: { $found } is too many, { $most } is the limit.
recipe-error-cards = { $found } cards are too many: at most { $most } in all.
recipe-error-titles = { $found } different cards do not fit into a hand's menu: at most { $most } besides the kittens.
recipe-error-players = A table seats { $least } to { $most } players.
recipe-error-depth = { $card } shows 1 to { $most } cards.
recipe-error-set-aside = A dead hand cannot stay a secret in a deck with { $card }.
recipe-error-single = Only one { $card } fits into a game.
recipe-error-hazard-copies = With { $players } players this deck needs at least { $least } { $card }.
recipe-error-few-hazards = With { $players } players this deck needs at least { $least } kittens in the pile, such as { $card }.
recipe-error-many-hazards = With { $players } players at most { $most } kittens can go into the pile: there must be a { $card } for each.
recipe-error-defuses = With { $players } players this deck needs at least { $least } { $card }.
recipe-error-stash = The stash is too large: at most { $most } cards.
recipe-error-dealt = With { $players } players at most { $most } cards each can be dealt.

recipe-cookbook = Cookbook
recipe-cookbook-about = Pick a recipe to read, change and share it, or begin with a box.
recipe-shelf-own = Your recipes
recipe-shelf-server = Recipes of this server
recipe-shelf-built-in = Recipes of the house
recipe-shelf-boxes = Begin with a box
button-recipes-all = Allow all decks again
button-recipes-listed = Tables: only this server's recipes
recipe-title = Recipe: { $recipe }
recipe-new = A new recipe
recipe-facts = { $cards } cards, for { $players } players
recipe-facts-nobody = { $cards } cards, and nobody can play them yet
recipe-risk = Kitten in the first round: { $percent }%
recipe-group = Part of the recipe
    .deal = Deal
    .defuses = Defuses
    .exploding = Exploding Kittens
    .imploding = Imploding Kitten
    .stash = More kittens, and the stash
    .cats = Cats
    .combos = More cats, and combos
    .attacks = Attacks
    .skips = Ways out of a turn
    .looks = See the future
    .orders = Rearrange the future
    .shuffles = Shuffle and bury
    .nopes = Nopes and curses
    .favors = Favors and thefts
    .everybody = For everybody, and the dead
    .try = Try it out
recipe-try = Computers play it 2,000 times
recipe-try-with = With { $players } players
recipe-trial-turns = **{ $games }** games with { $players } players took { $turns } turns on average.
recipe-trial-seats = Wins by seat, in percent: { $shares }
recipe-trial-ends = How they went, in percent: exploded { $exploded }, imploded { $imploded }, barked out { $barked }
button-recipe-save = Save
button-recipe-delete = Delete
button-recipe-to-server = For the server
button-recipe-off-server = Off the server
button-recipe-share = Share
button-recipe-open = Open a table with this
recipe-unchanged = Card for card the box **{ $edition }**
recipe-changes = **{ $edition }**, but: { $changes }
recipe-name-title = What is it called?
recipe-name-label = Name
lobby-recipe = **{ $recipe }**, a recipe from **{ $edition }**, for { $players } players
lobby-recipe-nobody = **{ $recipe }**, a recipe that nobody can play: its box has changed

error-recipe-code = That is not a recipe's code. A code consists of up to 60 letters and digits.
error-recipe-later = That code comes from a later version of this bot. Here it says nothing yet.
error-recipe-damaged = That code has a mistake in it, or its box has changed. Copy it once more, all of it.
error-recipe-unknown = There is no recipe of that name here. A code works too.
error-recipes-full = The list is full: { $most } recipes. Delete one first.
error-recipe-name = A name needs letters that can be seen.
error-recipes-listed = On this server tables are opened with the server's own recipes only. </kittens recipe:0> lists them.

# The recipes that come with the bot: a name of at most 32 characters, and a joke of at most 100.
recipe-built-in = Recipe of the house
    .blind-date = Blind Date
    .den-of-thieves = Den of Thieves
    .fortune-tellers = Fortune Tellers
    .hot-potato = Hot Potato
    .minefield = Minefield
    .nope-war = War of Nopes
    .one-defuse = One Defuse for Everybody
    .only-cats = Nothing but Cats
    .party-of-nine = Party of Nine
    .ten-minutes = Ten Minutes
recipe-built-in-about = Cooked by the bot.
    .blind-date = Curses and marks: you see everybody's cards but your own.
    .den-of-thieves = Nothing stays in a hand for long. Count your cards, and count them again.
    .fortune-tellers = Everybody knows what comes next, and everybody changes it.
    .hot-potato = Attacks in all directions. Somebody ends up with nine turns, unasked.
    .minefield = More kittens than players, and every tool to tiptoe around them.
    .nope-war = Sixteen Nopes. Diplomacy has failed, as it should.
    .one-defuse = One each, not one more. Choose your explosion wisely.
    .only-cats = No way out but theft. As in real life with cats.
    .party-of-nine = Every box in one deck, for up to nine. Who has read the rules?
    .ten-minutes = A short game for a long queue.
