# Finished games: the lists, the proof, and what a story may be refused for.

button-story = 完整經過

games-channel = 這個頻道最近的牌局
games-own = 你最近的牌局
games-none = 這裡沒有存下任何已結束的牌局。
games-open = 第 { $number } 局
games-won = { $number }. { $at } · { $edition } · { $players } 人 · **{ $winner }** 獲勝
games-won-stand-in = { $number }. { $at } · { $edition } · { $players } 人 · **{ $winner }** 的代打獲勝
games-stopped = { $number }. { $at } · { $edition } · { $players } 人 · 提前結束

fair-yes = **公平。**剛剛依照檔案把整局重新走了一遍：發牌、偷牌、放牌的每個隨機結果，都由密鑰和玩家的點擊推算得出，每一步也都符合規則。有兩樣只有你自己能比對：承諾值要和入座前牌桌上 🔒 後面的相同，前提是你當時記了下來（十個字元就夠，那則訊息會被刪除）；步驟的校驗碼要和結果下方 🔗 後面的相同。事後編輯或才發布的訊息不能證明任何事。
fair-watched = **如同承諾。**每一步都符合規則，發牌、偷牌、放牌的每個隨機結果，都由下面承諾值所對應的密鑰推算得出。但這一局只有電腦玩家：沒有任何玩家的點擊參與，隨機結果由機器人單獨決定。
fair-unproven = 每一步都符合規則，但這一局的隨機結果沒有證明：開這一桌的時候還沒有證明機制。
fair-no = **不公平。**這一局有地方不對：`{ $reason }`
fair-commitment = 🔒 承諾值：`{ $commitment }`
fair-secret = 🔓 密鑰：`{ $secret }`
fair-shares = 玩家的點擊：`{ $shares }`
fair-sum = 🔗 步驟校驗碼：`{ $sum }`
fair-file = 檔案裡是完整的一局。任何人都可以不靠這個機器人，用 `kittens verify` 或 `verify.html` 網頁自行檢查；原理寫在 `fairness.md` 這份文件裡。至於管理機器人的人有沒有偷看牌或略過點擊，任何檔案都看不出來。

error-no-story = 這一局不能看：還沒結束、已經沒有存檔，或是在別的地方進行而你沒有參加。
error-no-step = 這一局在那一步之前就結束了。
error-moment-too-soon = 你剛剛才公開過一個片段，一分鐘後才能再公開。
error-moments-spent = 這一局已經公開過五個片段，這樣就夠了。
error-moment-elsewhere = 片段只能在那一局的頻道裡公開。
