# Leaderboards and statistics, which only the person who asks sees.

board-title = { $measure }：{ $window }
board-past-week = { $monday } 起的一週
board-past-month = { $year } 年 { $month } 月
board-past-season = { $year } 年第 { $season } 季
board-nobody = 榜上沒有人。貓咪們本來期待更多。
board-unrated = 這裡還沒有人有積分。要先打滿 { $placing } 局計分牌局。
# Until enough people are rated, the board of wins is shown instead.
board-rated = 已有 { $rated } 人有積分。滿 { $needed } 人後，排行榜先列積分。
board-placing = 定級中（計分局數）：{ $people }
board-placing-person = { $person }（{ $games } / { $placing }）
# The sum of the survived risks, in certain deaths.
board-cheated = 騙過死神 { $times } 次
board-beyond = 排行榜沒有這麼長。貓咪再怎麼掉，也總會落地。
# The value is in bold, so that the eye finds it.
board-row = { $rank } · { $person } · **{ $value }** · { $games } 局
board-you = ➜ { $row }
board-you-below = 你在這裡：{ $row }
board-page = 第 { $page } 頁，共 { $pages } 頁
board-about = 只計入至少兩人同桌的牌局。每天從 UTC 午夜算起，每週從星期一算起。選擇隱藏的人不列出。
board-computers = 不列入排名的電腦勝場：{ $computers }
board-computer = { $strength } { $games } 局 { $wins } 勝
board-percent = { $percent }%
window-week = 本週
window-month = 本月
window-season = 本季
window-ever = 從第一隻貓開始
measure-rating = 積分
measure-wins = 勝場
measure-nopes = 打出的休想卡
measure-survived-odds = 活過的風險
button-higher = 往上
button-lower = 往下
button-earlier = 更早
button-later = 更晚
button-board = 排行榜
button-stats = 我在這裡的戰績
button-stats-all = 所有伺服器
button-show-here = 秀在這裡

stats-title = { $person } 在這個伺服器的戰績
stats-title-all = 你在所有伺服器的戰績
stats-nothing = 還沒有打完的牌局。貓咪們很有耐心。
stats-games = { $games } 局，{ $wins ->
    [0] 還沒贏過
   *[other] 贏了 { $wins } 局
}。純靠運氣的話是 { $expected } 局。
stats-tenths = { $whole }.{ $tenth }
stats-points = 積分：{ $points }
stats-placing = 積分：定級中，已打 { $games } 局，共需 { $placing } 局
stats-places = { $players } 人局的名次：{ $places }
stats-medals = 名次：{ $places }
stats-exploded = 爆炸：{ $exploded }
stats-imploded = 內爆：{ $imploded }
stats-left = 離開：{ $left }
stats-own-goals = 烏龍球（死在自己藏的貓手上）：{ $own }
stats-victim = 最愛的受害者：{ $person }（{ $times } 次）
stats-nemesis = 剋星：{ $person }（{ $times } 次）
stats-nopes = 打出休想卡：{ $nopes }
stats-noped = 被休想：{ $noped }
stats-taken = 從別人手上拿走的牌：{ $taken }
stats-lost = 被拿走的牌：{ $lost }
stats-decisions = 因決定而失去：最近一次 { $points } 分{ $games ->
    [1] {""}
   *[other] ，{ $games } 局平均 { $mean } 分
}
stats-costliest = 最吃虧的地方：{ $mistakes }
mistake-drew-too-bold = 抽牌太大膽
mistake-too-cautious = 該抽牌時躲開
mistake-nope-spent = 太早用掉休想卡
mistake-nope-kept = 休想卡留太久
mistake-defuse-given = 把拆除卡給了別人
mistake-kitten-placed = 貓咪放回錯的位置
mistake-wrong-choice = 選錯牌、對象或答案
stats-shave = 最驚險的一次：在 { $percent }% 的風險下抽牌，活下來還很得意
stats-evening = 最佳的一晚：{ $day }（UTC），{ $games } 局贏 { $wins } 局

# The summary of a series of games at one table. The game's line is said in place of the picture.
evening-title = 今晚的 { $games } 局
evening-wins = 勝場：{ $scores }
evening-shave = 最佳瞬間：**{ $player }** 在 { $percent }% 的風險下抽牌還活著。
# As in English
evening-game = { $number }. { $players }
evening-won = { $player } 獲勝
evening-exploded = { $player } 爆炸
evening-imploded = { $player } 內爆
evening-left = { $player } 離開
button-evening = 今晚戰況

error-no-stats = 這裡看不到這個人的戰績：可能沒玩過，或是不想被看到。
error-card-too-soon = 你剛剛才秀過一張圖，一分鐘後才能再秀。
error-no-calls = 這個伺服器不召集玩家。

command-stats = 戰績
command-stats-about = 看看你或別人在這個伺服器打得如何
command-leaderboard = 排行榜
command-leaderboard-about = 這個伺服器誰領先，誰只是自以為領先
parameter-hidden = 隱藏
parameter-me-hidden-about = 不要讓我出現在排行榜和別人的戰績裡
parameter-person = 玩家
parameter-stats-person-about = 要看誰的戰績（沒指定就是你的）
parameter-window = 期間
parameter-leaderboard-window-about = 哪些牌局算在內（沒意見就是本季）
preferences-shown = 排行榜：顯示
preferences-hidden = 排行榜：隱藏，也不出現在別人的戰績裡
