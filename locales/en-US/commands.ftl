# Slash commands as Discord registers them: names in lower case without spaces, at most 32
# characters; descriptions at most 100.

command-kittens = kittens
command-kittens-about = Exploding Kittens for this channel (an unofficial bot)
command-new = new
command-new-about = Set up a table in this channel
command-join = join
command-join-about = Sit down at this channel's table
command-leave = leave
command-leave-about = Get up from the table
command-hand = hand
command-hand-about = Show your cards, to you alone
command-table = table
command-table-about = Bring the table to the bottom of the channel
command-rules = rules
command-rules-about = How the game goes, or what a card does
command-me = me
command-me-about = How this bot talks to you, and what it has stored about you
command-settings = settings
command-settings-about = What new tables begin with on this server, and where (for its managers)
command-games = games
command-games-about = The last games of this channel and your own, each with its whole story
command-end = end
command-end-about = End this channel's table for everybody

# In the menus of people and messages: at most 32 characters.
menu-statistics = Kittens statistics
menu-story = The story of this game

parameter-edition = edition
parameter-pace = pace
parameter-card = card
parameter-language = language
parameter-thread = thread
parameter-new-edition-about = Which box to open (Original if you do not care)
parameter-new-pace-about = How long people may think
parameter-new-language-about = The language of what everybody sees
parameter-new-thread-about = Play in a thread of its own, out of the way of the chat
parameter-me-language-about = The language of what only you see
parameter-text-first = text-first
parameter-me-text-first-about = Words in place of pictures, in what only you see
parameter-direct-hand = hand-by-message
parameter-me-direct-hand-about = Also send me my hand as a direct message while I play
parameter-privacy = privacy
parameter-me-privacy-about = Get what is stored about you, or have it removed
privacy-data = Send me what is stored about me
privacy-forget = Forget me
parameter-rules-edition-about = The rules of which box
parameter-rules-card-about = Only this card
command-recipe = recipe
command-recipe-about = Build a deck of your own, or read, change and share one
parameter-recipe = recipe
parameter-new-recipe-about = A recipe: its name or its code
parameter-recipe-recipe-about = A recipe to look at: its name or its code
