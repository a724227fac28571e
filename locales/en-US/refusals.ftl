# Failed clicks and commands: the reason and a way out. Buttons and commands are referred to by
# their own messages, so that the names always agree.

refusal-not-seated = You have no seat in this game. Watch this one, and join the next.
refusal-already-seated = You are sitting here already. Your cards are under *{ button-hand }*.
refusal-table-full = Every chair is taken. The host may choose an edition for more, or you catch the next game.
refusal-host-only = Only the host can do that. Give them a nudge.
refusal-host-or-moderator-only = Only the host, or somebody who may manage messages here, can end this table.
refusal-too-few-players = Not enough players for these options yet. Get somebody to press *{ button-join }*.
refusal-too-many-players = Too many players for these options. Choose another edition, or somebody has to get up.
refusal-options-do-not-fit = These options do not go together. Change one of them under *{ button-options }*.
refusal-not-at-the-table = That player does not sit here. Choose somebody who does.
refusal-not-started = The game has not started yet. The host starts it.
refusal-already-started = The game has started, so that has to wait for the next one.
refusal-game-over = This game is over. *{ button-rematch }* deals again, `/{ command-kittens } { command-new }` sets up another table.
refusal-not-over = A game is running. It has to end first.
refusal-closed = This table is closed. `/{ command-kittens } { command-new }` sets up another.
refusal-moved-on = The game has moved on since that button was made. Here is how things stand.
refusal-noped-already = Somebody was quicker. Your Nope stays in your hand.
refusal-window-over = The Nope window is over. Your Nope stays in your hand.
refusal-more-people-than-that = More people sit here than that allows. Somebody has to get up first.
refusal-left-for-good = You left this game for good. Join the next one.

obstacle-no-game = There is no table in this channel. `/{ command-kittens } { command-new }` sets one up.
obstacle-game-here = There is a table in this channel already: { $link }. Join that one, or set up yours in another channel.
obstacle-permission-view = I may not see this channel. Somebody who manages it can grant me *View Channel* in the channel's permissions.
obstacle-permission-send = I may not write in this channel. Somebody who manages it can grant me *Send Messages* in the channel's permissions.
obstacle-permission-threads = I may not write in threads here. Somebody who manages the channel can grant me *Send Messages in Threads* in its permissions.
obstacle-permission-create-threads = I may not open threads in this channel. Somebody who manages it can grant me *Create Public Threads* in its permissions.
obstacle-permission-embed = I may not show tables in this channel. Somebody who manages it can grant me *Embed Links* in the channel's permissions.
obstacle-permission-attach = I may not show pictures in this channel. Somebody who manages it can grant me *Attach Files* in the channel's permissions.
obstacle-slow-down = Easy, tiger. Wait a few seconds, then try again.
obstacle-servers-only = I only play in a server's channels and threads. Try `/{ command-kittens } { command-new }` in one.
obstacle-unknown-button = That button is from another age. `/{ command-kittens } { command-table }` brings the table back, `/{ command-kittens } { command-hand }` your cards.
obstacle-unknown-card = No such card here. Pick one from the list while you type.
obstacle-unknown-value = I do not know that choice. Pick one from the list.
obstacle-full = Every table I can wait on in this server is taken. Try again when a game is over.
obstacle-too-many-hosted = You host as many games as one person may. End one of them, or let somebody else set this one up.
obstacle-too-many-watched = This server watches as many games of computers as it may. Wait until one is over, or take a seat yourself.
obstacle-no-threads = You may not open threads in this channel, so I do not open one for you. Leave the option out, or ask whoever manages the channel.
obstacle-manage-server = Only people who may manage this server can change that. Ask one of them.
obstacle-other-channels = On this server I only play in { $channels }. Set up your table there.
obstacle-trouble = Something went wrong on my side, and nothing has changed. Try again in a moment.

# Actions that the rules do not allow.
illegal-dead = You are out of this game. Sit back and watch the others sweat.
illegal-not-your-turn = It is not your turn. You get a ping when it is.
illegal-window-open = A Nope window is open. Nope it or let it pass; everything else waits until it closes.
illegal-waiting = Somebody has to choose first. Try again in a moment.
illegal-no-such-card = You do not hold that card any more. Your panel shows what you have.
illegal-not-this-edition = There is no such card in this edition. Pick one from your panel.
illegal-not-alone = That card does nothing alone. Play it as part of a combo, or keep it.
illegal-no-such-combo = That combo is not played at this table. *{ button-rules }* says which are.
illegal-not-different = Those five are not all different. Choose five cards with five names.
illegal-target-missing = That needs somebody to play it on. Choose a player.
illegal-target-not-wanted = Here that is played on everybody at once. Play it without choosing a player.
illegal-target-self = Robbing yourself is between you and your mirror. Choose another player.
illegal-target-dead = That player is out of the game. Choose one who is still in it.
illegal-target-empty = That player has no cards. Choose one who has some.
illegal-nobody-has-cards = Nobody else has a card. Keep yours for now.
illegal-not-askable = That card cannot be demanded. Choose another one.
illegal-nothing-to-nope = There is nothing to Nope. Your Nope stays in your hand.
illegal-own-card-on-top = Your own card is on top. Wait for the others.
illegal-already-passed = You have let it pass already. You may still Nope it while the window is open.
illegal-not-asked = Nobody is waiting for that from you. Your panel shows what you can do.
illegal-no-such-place = The pile is not that deep. Choose a place from your panel.
illegal-not-in-discard = That card cannot be had from the discard pile. Choose another one.
illegal-pile-empty = The draw pile is empty, so there is nothing to draw.
