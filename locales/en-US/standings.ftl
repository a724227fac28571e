# Leaderboards and statistics, which only the person who asks sees.

board-title = { $measure }: { $window }
board-past-week = the week of { $monday }
board-past-month = { $month }/{ $year }
board-past-season = season { $season } of { $year }
board-nobody = This board is empty. The kittens expected more.
board-unrated = Nobody has a rating here. It takes { $placing } rated games.
# Until enough people are rated, the board of wins is shown instead.
board-rated = { $rated } of { $needed } people rated. At { $needed }, this board opens with ratings.
board-placing = Still placing, by rated games: { $people }
board-placing-person = { $person } ({ $games } of { $placing })
# The sum of the survived risks, in certain deaths.
board-cheated = cheated death { $times ->
    [one] once
   *[other] { $times } times
}
board-beyond = The board does not go down this far. Even kittens have to land somewhere.
# The value is in bold, so that the eye finds it.
board-row = { $rank } · { $person } · **{ $value }** · { $games ->
    [one] 1 game
   *[other] { $games } games
}
board-you = ➜ { $row }
board-you-below = You are here: { $row }
board-page = Page { $page } of { $pages }
board-about = Games of at least two people count. Days begin at midnight UTC, weeks on Monday. Whoever hides is not listed.
board-computers = Out of competition, wins by computers: { $computers }
board-computer = { $strength } { $wins } of { $games }
board-percent = { $percent }%
window-week = this week
window-month = this month
window-season = this season
window-ever = since the first kitten
measure-rating = Rating
measure-wins = Wins
measure-nopes = Nopes played
measure-survived-odds = Survived odds
button-higher = Higher up
button-lower = Further down
button-earlier = Earlier
button-later = Later
button-board = Leaderboard
button-stats = My statistics here
button-stats-all = On all servers
button-show-here = Show here

stats-title = { $person } on this server
stats-title-all = You, on all servers
stats-nothing = No game has been played to its end yet. The kittens are patient.
stats-games = { $games ->
    [one] 1 game
   *[other] { $games } games
}, { $wins ->
    [0] none won
    [one] 1 won
   *[other] { $wins } won
}. Pure luck would have won { $expected }.
stats-tenths = { $whole }.{ $tenth }
stats-points = Rating: { $points }
stats-placing = Rating: still placing, { $games } of { $placing } games
stats-places = Places among { $players }: { $places }
stats-medals = Places: { $places }
stats-exploded = Exploded: { $exploded }
stats-imploded = Imploded: { $imploded }
stats-left = Left: { $left }
stats-own-goals = Own goals, by a self-hidden kitten: { $own }
stats-victim = Favourite victim: { $person } ({ $times }×)
stats-nemesis = Nemesis: { $person } ({ $times }×)
stats-nopes = Nopes played: { $nopes }
stats-noped = Nopes suffered: { $noped }
stats-taken = Cards taken from others: { $taken }
stats-lost = Cards lost to others: { $lost }
stats-decisions = Lost to decisions: { $points ->
    [one] 1 point
   *[other] { $points } points
} last time{ $games ->
    [one] {""}
   *[other] , { $mean } on average in { $games }
}
stats-costliest = Costliest: { $mistakes }
mistake-drew-too-bold = drawing too boldly
mistake-too-cautious = dodging good draws
mistake-nope-spent = Nopes spent too early
mistake-nope-kept = Nopes kept too long
mistake-defuse-given = Defuses given away
mistake-kitten-placed = kittens badly placed
mistake-wrong-choice = the wrong card, player or answer
stats-shave = Closest shave: drew at { $percent }% risk, and lived to be smug about it
stats-evening = Best evening: { $day } (UTC), { $wins } won of { $games }

# The summary of a series of games at one table. The game's line is said in place of the picture.
evening-title = The evening in { $games ->
    [one] 1 game
   *[other] { $games } games
}
evening-wins = Wins: { $scores }
evening-shave = Best moment: **{ $player }** drew at { $percent }% risk and lived.
evening-game = { $number }. { $players }
evening-won = { $player } won
evening-exploded = { $player } exploded
evening-imploded = { $player } imploded
evening-left = { $player } left
button-evening = The evening

error-no-stats = There is nothing to see of this person here: no game, or they would rather not be looked at.
error-card-too-soon = You have just shown a picture. The next one can follow in a minute.
error-no-calls = On this server nobody is called.

command-stats = stats
command-stats-about = How you or somebody else has played on this server
command-leaderboard = leaderboard
command-leaderboard-about = Who is ahead on this server, and who only thinks so
parameter-hidden = hidden
parameter-me-hidden-about = Keep me off leaderboards and out of other people's statistics
parameter-person = person
parameter-stats-person-about = Whose statistics (yours if you name nobody)
parameter-window = window
parameter-leaderboard-window-about = Which games count (this season if you do not care)
preferences-shown = Leaderboards: shown
preferences-hidden = Leaderboards: hidden, also from others' statistics
