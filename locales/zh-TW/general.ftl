# Short messages that several screens share.

# The enumeration comma joins names, cards and rules alike, the last one too.
list-more = { $first }、{ $next }
list-last = { $first }、{ $last }

duration-seconds = { $amount } 秒
duration-minutes = { $amount } 分鐘
duration-hours = { $amount } 小時

button-back = 返回
button-cancel = 算了
button-rules = 規則

notice-joined = 你入座了。等房主按下開始，就會發牌給你。
notice-left-lobby = 你的座位空出來了。
notice-left-to-stand-in = 你的牌交給代打了。隨時按一下這桌的任何按鈕，牌就還你。
notice-left-for-good = 你已經退出這一局。貓咪們會好好過的。
notice-ended = 牌桌收好了。
notice-table-posted = 牌桌又回到頻道最下面了。
notice-table-at = 牌桌在這裡：{ $link }
server-tables = 這個伺服器的牌桌
server-tables-line = { $number }. { $link }
server-tables-end = 結束 { $number }
notice-noped = 你的休想卡打出去了。
notice-passed = 你選擇不擋。
notice-done = 好了。
notice-opened-in = 你的牌桌開在 { $link }。
notice-reading-in = 只有你看得到的內容，現在使用 { $language }。
notice-reading-as-discord-says = 只有你看得到的內容，會跟著你的 Discord 語言。
notice-pictures = 卡牌會附上圖案。
notice-text-first = 文字優先，不使用圖案。
notice-direct-hand = 遊戲中，你的手牌也會以私訊傳給你。
notice-no-direct-hand = 你只會在牌桌上看到手牌。
thread-name = 爆炸貓：{ $host } 的牌桌

question-end = 要替所有人結束這一局嗎？不會有贏家，只會有貓。
question-end-yes = 結束這局
question-leave-to-stand-in = 要離開這一局嗎？代打會接手你的牌，直到你回來按下任何按鈕。
question-leave-for-good = 要離開這一局嗎？這桌一走就不能回來：你的牌會跟著走，還會帶走一隻爆炸貓。
question-leave-yes = 離開這局
question-forget = 要讓機器人忘記你嗎？所有存下來的牌局裡，你的名字和 ID 都會被換掉，你的個人設定也會刪除。還開著的牌桌會在收桌之後處理。這個動作無法復原。機器人在頻道裡發過的訊息會留在原處。如果想繼續被記得，關掉這則訊息就好。
question-forget-yes = 忘記我
notice-forgotten = 正在忘記你：已經收掉的牌桌再過幾分鐘就好，還開著的等收桌之後。之後再來玩，就會重新儲存。
notice-data-attached = 這個檔案包含所有關於你的儲存資料，不包含其他人的牌。

closed-lobby-idle = { $minutes } 分鐘都沒人理這張桌子，只好收桌了。
closed-lobby-empty = 大家都走了，桌子也收了。
closed-ended = **{ $player }** 收掉了這一桌。
closed-abandoned = 整整一天沒人來看，貓咪們先回家了。
closed-entry-limit = 這張桌子用得太久，已經磨壞了。
closed-again = 想再開一桌，就用 `/{ command-kittens } { command-new }`。
