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
notice-knocked = 你敲了門。要不要讓你進來，由房主決定。
notice-players-called = 正在通知想被叫到的人。
notice-left-lobby = 你的座位空出來了。
notice-left-to-stand-in = 你的牌交給代打了。隨時按一下這桌的任何按鈕，牌就還你。
notice-left-for-good = 你已經退出這一局。貓咪們會好好過的。
notice-left-asleep = 你離開了，遊戲先睡一下。隨時按一下這桌的任何按鈕，遊戲就會繼續，牌也還你。
notice-left-dead = 你已經離開這一局，再來一局時不會叫你。
notice-left-last = 你離開了，這桌也收了。
notice-ended = 牌桌收好了。
notice-table-posted = 牌桌又回到頻道最下面了。
notice-table-at = [牌桌在這裡。]({ $link })
server-tables = 這個伺服器的牌桌
server-tables-line = { $number }. { $link }，最後一步：{ $used }
server-tables-end = 結束 { $number }
notice-noped = 你的休想卡打出去了。
notice-passed = 你選擇不擋。
notice-done = 好了。
notice-table-opened = 你的牌桌開好了，就在頻道最下面。
notice-opened-in = 你的牌桌開在 { $link }。
preferences-title = 你的設定
preferences-about = 只影響你，每張牌桌都適用，選了馬上生效。
preferences-language = 語言：{ $language }
preferences-hand-at-table = 手牌：只在牌桌上看
preferences-direct-hand = 手牌：也用私訊傳給我
preferences-reminders = 慢速遊戲：提醒我
preferences-no-reminders = 慢速遊戲：不用提醒我
preferences-silence = { $from } 到 { $until }（UTC）別叫我
preferences-no-silence = 安靜時段：無
greeting-title = 大家好，我是《Exploding Kittens》的發牌員。
greeting-about = 抽牌，別爆炸，活到最後的人獲勝。在任何頻道輸入 </kittens new:0> 就能開一桌，可以找朋友，也可以自己跟幾個電腦玩。你的牌只有你看得到。
greeting-never = 我從不看大家在這裡聊什麼，只會標記遊戲正在等的玩家，也絕不會打第二次招呼。
thread-name = 爆炸貓：{ $host } 的牌桌

question-end = 要替所有人結束這一局嗎？不會有贏家，只會有貓。
question-end-counted = 要替所有人結束這一局嗎？
# Behind the question, and on the last message of a game that was ended so.
end-counts = 這一局照樣計入：出局的人名次不變，還活著的人並列第一，活著卻結束牌局的人視為中途離席。
question-end-yes = 結束這局
question-leave-to-stand-in = 要離開這一局嗎？代打會接手你的牌，直到你回來按下任何按鈕。
question-leave-for-good = 要離開這一局嗎？這桌一走就不能回來：你的牌會跟著走，還會帶走一隻爆炸貓。
question-leave-asleep = 要離開這一局嗎？其他人都不在，遊戲會先睡一下，直到你們有人再按這裡的按鈕。
question-leave-dead = 要離開這一局嗎？你已經出局了，離開後只是再來一局時不會叫你。
question-leave-last = 要離開這一局嗎？這桌只會剩下電腦，所以會收桌。
question-leave-yes = 離開這局
question-end-in = 要替所有人結束 { $link } 的這一局嗎？在座玩家：{ $players }。開桌時間：{ $opened }。想讓他們繼續玩，關掉這則訊息就好。
question-reset-settings = 要重設這個伺服器的所有設定嗎？之後的新牌桌會回到一般的選項，任何頻道都能開桌。想保留設定，關掉這則訊息就好。
question-forget = 要讓機器人忘記你嗎？所有存下來的牌局裡，你的名字和 ID 都會被換掉，你的個人設定也會刪除。還開著的牌桌會在收桌之後處理。這個動作無法復原。機器人在頻道裡發過的訊息會留在原處。如果想繼續被記得，關掉這則訊息就好。
question-forget-yes = 忘記我
notice-forgotten = 正在忘記你：已經收掉的牌桌再過幾分鐘就好，還開著的等收桌之後。之後再來玩，就會重新儲存。
notice-data-attached = 這個檔案包含所有關於你的儲存資料，不包含其他人的牌。

closed-lobby-idle = { $minutes } 分鐘都沒人理這張桌子，只好收桌了。
closed-lobby-empty = 大家都走了，桌子也收了。
closed-ended = **{ $player }** 收掉了這一桌。
closed-abandoned = 整整一天沒人來看，貓咪們先回家了。
closed-all-left = 大家都離開了，貓咪們先回家了。
closed-entry-limit = 這張桌子用得太久，已經磨壞了。
closed-again = 想再開一桌，就用 </kittens new:0>。
