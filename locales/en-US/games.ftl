# Finished games: the lists, the proof, and what a story may be refused for.

button-story = The whole story

games-channel = The last games of this channel
games-own = Your last games
games-none = No finished game is stored here.
games-open = Game { $number }
games-won = { $number }. { $at } · { $edition } · { $players } players · won by **{ $winner }**
games-won-stand-in = { $number }. { $at } · { $edition } · { $players } players · won by **{ $winner }**'s stand-in
games-stopped = { $number }. { $at } · { $edition } · { $players } players · ended early

fair-yes = **Yes.** The whole game was just played again from its file: every card that chance dealt, stole or placed follows from the secret and the players' clicks, and every move kept the rules. Two things only you can compare: the commitment with the one that the lobby showed behind 🔒, if you wrote it down before you sat down (ten characters are enough; that message is deleted), and the sum of the moves with the one behind 🔗 below the result. A message that was edited or posted later proves nothing.
fair-watched = **As promised.** Every move kept the rules, and every card that chance dealt, stole or placed follows from the secret that belongs to the commitment below. But only computers played: no player's click took part, the bot alone fixed this chance.
fair-unproven = Every move kept the rules, but this game has no proof of its chance: its table was set up before there were proofs.
fair-no = **No.** Something in this game is not as it should be: `{ $reason }`
fair-commitment = 🔒 Commitment: `{ $commitment }`
fair-secret = 🔓 Secret: `{ $secret }`
fair-shares = The players' clicks: `{ $shares }`
fair-sum = 🔗 Sum of the moves: `{ $sum }`
fair-file = The file holds the whole game. Anybody can check it without this bot, with `kittens verify` or the page `verify.html`; the document `fairness.md` says how it works. No file can show whether the people who run the bot looked at cards or ignored clicks.

error-no-story = This game cannot be looked at: it is not over, is no longer stored, or was played elsewhere without you.
error-no-step = The game was over before that step.
error-moment-too-soon = You have just shown a moment. The next one can follow in a minute.
error-moments-spent = Five moments of this game have been shown. That is enough for one game.
error-moment-elsewhere = A moment can only be shown in the channel of its game.
