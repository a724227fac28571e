# The Kitten of the day: one deal a day for everybody, alone against three computers. Days are UTC.

command-today = 今日
command-today-about = 每日一貓：大家的牌都一樣，一天只有一次機會

daily-title = 每日一貓 { $day }
daily-about = 你一個人對三個電腦，大家拿到的牌都一樣，也不計時。只有一次機會。請在 UTC 午夜前開始（{ $ends }），之後還有一小時可以打完。
daily-streak = 連續 { $days } 天。每週可以休息一天，紀錄不會中斷。
# As in English
daily-commitment = 🔒 `{ $id } { $commitment }`
daily-next = 下一隻貓在 UTC 午夜來（{ $ends }）。

# The hands of all players: names and numbers of cards.
daily-seats = 手牌：{ $seats }
# As in English
daily-seat = { $player } { $cards }

daily-place = { $place ->
    [1] 第 1 名
    [2] 第 2 名
    [3] 第 3 名
   *[other] 第 { $place } 名
}

# For everybody
daily-line = 每日一貓 { $day }：{ $place }，{ $turns } 個回合
daily-post = { $player } · { $line }
daily-in-a-row = 連續 { $days } 天
daily-better = 勝過這裡 { $percent }% 的人
daily-board = 今天在這個伺服器
daily-row = { $rank } · { $player } · { $place }，{ $turns } 個回合

# The death alone, before the result; then who hid the kitten.
daily-death = 你被 { $kitten } 炸飛了，風險 { $percent }%。
daily-death-own = 是你自己藏的。

daily-proof = 每日一貓 { $day } 的密鑰
daily-proof-about = 第一步之前，🔒 後面就有承諾值。它固定了 `{ $id }` 這一局的密鑰，所有的隨機結果都由密鑰推算得出。如果你玩過，下面的檔案就是你的整局：用 `kittens verify` 或 `verify.html` 網頁檢查。有第二個帳號的人可以先用它玩這一天，任何證明都排除不了這一點。

button-daily-today = 玩今天的
button-daily-play = 開始玩
button-daily-post = 在這裡公開結果
button-daily-result = 看結果
button-daily-story = 昨天的牌局
button-daily-proof = 昨天的密鑰

error-daily-posted = 這個結果你已經公開過了，一次就夠謙虛了。
error-daily-spent = 你今天的機會已經用掉了。下一隻貓在 UTC 午夜來。
error-daily-untold = 那一天沒有密鑰可以看：沒有人打開過、已經過了很久，或是最後幾局還在進行（到 UTC 一點為止）。
