# Short messages that several screens share.

# Joins the first values of a list of three or more, one by one.
list-more = { $first }, { $next }
# Joins the last value of a list.
list-last = { $first } and { $last }

duration-seconds = { $amount } s
duration-minutes = { $amount } min
duration-hours = { $amount } h

button-back = Back
button-cancel = Never mind
button-rules = Rules

notice-joined = You're in. Your cards come when the host starts.
notice-knocked = You have knocked. The host decides whether to let you in.
notice-players-called = Whoever asked to be called is being called now.
notice-left-lobby = Your chair is free again.
notice-left-to-stand-in = A stand-in has your cards now. Click anything at this table and they are yours again.
notice-left-for-good = You are out of this game. The kittens will manage.
notice-left-asleep = You have left, and the game sleeps. Click anything at this table and it goes on, with your cards in your hands.
notice-left-dead = You have left this game. Nobody will call you for a rematch.
notice-left-last = You have left, and the table is closed.
notice-ended = The table is closed.
notice-table-posted = The table is at the bottom of the channel again.
notice-table-at = [The table is here.]({ $link })
server-tables = The tables of this server
server-tables-line = { $number }. { $link }, last move { $used }
server-tables-end = End { $number }
notice-noped = Your Nope is on the table.
notice-passed = No Nope from you.
notice-done = Done.
notice-table-opened = Your table is open: see the end of the channel.
notice-opened-in = Your table stands in { $link }.
preferences-title = Your settings
preferences-about = For you alone, at every table, from the moment you choose.
preferences-language = Language: { $language }
preferences-hand-at-table = Hand: at the table only
preferences-direct-hand = Hand: also by direct message
preferences-reminders = Slow games: remind me
preferences-no-reminders = Slow games: do not remind me
preferences-silence = Never call me from { $from } to { $until } UTC
preferences-no-silence = Silent hours: none
greeting-title = Hello, I deal Exploding Kittens.
greeting-about = Draw. Don't explode. Last one alive wins. </kittens new:0> sets up a table in any channel, for you and your friends or for you and a few computers. Nobody sees your cards but you.
greeting-never = I never read what you write here, never ping anybody but the players a game is waiting for, and never say hello twice.
thread-name = Exploding Kittens with { $host }

question-end = End this game for everybody? There will be no winner, only cats.
question-end-counted = End this game for everybody?
# Behind the question, and on the last message of a game that was ended so.
end-counts = The game counts: the dead keep their places, the living share first place, and whoever ends it alive counts as having left.
question-end-yes = End the game
question-leave-to-stand-in = Leave the game? A stand-in plays your cards until you click anything here again.
question-leave-for-good = Leave the game? Here that is final: your cards go, and one kitten goes with them.
question-leave-asleep = Leave the game? Everybody else is away, so it sleeps until one of you clicks here again.
question-leave-dead = Leave the game? You are out already, so the only thing you miss is the call for a rematch.
question-leave-last = Leave the game? Only computers would be left at this table, so it closes.
question-leave-yes = Leave the game
question-end-in = End the game in { $link } for everybody? At the table: { $players }. It was opened { $opened }. To let them play on, just dismiss this message.
question-reset-settings = Reset all settings of this server? New tables begin with the usual options again, in any channel. To keep the settings, just dismiss this message.
question-forget = Forget you? In every stored game your name and your id are replaced, and your own settings are deleted. Tables that are still open follow once they close. Nobody can undo this. What the bot has posted in channels stays there. If you would rather be remembered, just dismiss this message.
question-forget-yes = Forget me
notice-forgotten = You are being forgotten: closed tables in a few minutes, open ones once they close. If you play again, that is stored again.
notice-data-attached = This file holds everything that is stored about you. Other people's cards are not in it.

closed-lobby-idle = Nobody came near this table for { $minutes } minutes, so it has been closed.
closed-lobby-empty = Everybody got up, so the table has been closed.
closed-ended = **{ $player }** has ended this table.
closed-abandoned = Nobody looked in for a day, so the kittens were sent home.
closed-all-left = Everybody has left, so the kittens were sent home.
closed-entry-limit = This table has been used so often that it is worn out.
closed-again = </kittens new:0> sets up another.
