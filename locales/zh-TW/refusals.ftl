# Failed clicks and commands: the reason and a way out. Buttons and commands are referred to by
# their own messages, so that the names always agree.

refusal-not-seated = 你不在這一局裡。先看戲，下一局再加入。
refusal-already-seated = 你已經坐在這裡了。你的牌在「{ button-hand }」。
refusal-seated-in-lobby = 你已經入座了，等房主按下開始，就會發牌給你。
refusal-earlier-game = 那是先前的按鈕。牌桌現在在這裡：{ $link }
refusal-earlier-game-running = 那是先前的按鈕。新的一局正在這裡進行：{ $link }
refusal-too-often = 這件事你在這一桌做太多次了。下一局發牌之後就可以再做。
refusal-table-full = 座位滿了。房主可以改選人數更多的版本，不然就等下一局。
refusal-host-only = 只有房主能這麼做。去戳一下房主吧。
refusal-host-or-moderator-only = 只有房主，或這裡能管理訊息的人，才能收掉這一桌。
refusal-too-few-players = 照這些選項，人還不夠。找人來按「{ button-join }」吧。
refusal-too-many-players = 照這些選項，人太多了。換個版本，或請人先離座。
refusal-options-do-not-fit = 這些選項湊不起來。請到「{ button-options }」改掉一個。
refusal-not-at-the-table = 那位玩家不在這一桌。請選在座的人。
refusal-not-started = 這局還沒開始，要等房主按下開始。
refusal-already-started = 這局已經開始了，等下一局再說。
refusal-game-over = 這局結束了。按「{ button-rematch }」重新發牌，或用 </kittens new:0> 另開一桌。
refusal-not-over = 這裡還有一局在玩，要等它結束。
refusal-closed = 這一桌收了。用 </kittens new:0> 另開一桌吧。
refusal-moved-on = 那個按鈕出現之後，局面已經變了。目前的局面如下。
refusal-noped-already = 有人比你快一步。你的休想卡還在手上。
refusal-window-over = 休想時間過了。你的休想卡還在手上。
refusal-more-people-than-that = 在座的人比那個選項容得下的還多。要先有人離座。
refusal-not-rated-here = 這由本伺服器的設定決定。
refusal-left-for-good = 你已經退出這一局，回不來了。下一局再加入吧。

error-no-game = 這個頻道還沒有牌桌。用 </kittens new:0> 開一桌吧。
# The link comes last: Discord reads letters right behind an address as part of it.
error-game-exists = 這個頻道已經有一桌了。去加入那一桌，或到別的頻道再開。那一桌在：{ $link }
error-missing-view = 我看不到這個頻道。請頻道管理者在頻道權限裡幫我開啟「檢視頻道」。
error-missing-send = 我不能在這個頻道發言。請頻道管理者在頻道權限裡幫我開啟「傳送訊息」。
error-missing-send-in-threads = 我不能在這裡的討論串發言。請頻道管理者在頻道權限裡幫我開啟「在討論串中傳送訊息」。
error-missing-create-threads = 我不能在這個頻道開討論串。請頻道管理者在頻道權限裡幫我開啟「建立公開討論串」。
error-missing-embed-links = 我不能在這個頻道擺牌桌。請頻道管理者在頻道權限裡幫我開啟「嵌入連結」。
error-missing-attach-files = 我不能在這個頻道放圖片。請頻道管理者在頻道權限裡幫我開啟「附加檔案」。
error-rate-limited = 慢一點，貓掌都要按到抽筋了。等幾秒再試。
error-servers-only = 我只在伺服器的頻道和討論串裡玩。到那裡用 </kittens new:0> 試試。
error-unknown-button = 那個按鈕已經是古董了。</kittens table:0> 叫回牌桌，</kittens hand:0> 叫回你的牌。
error-unknown-card = 這裡沒有那張牌。請在輸入時從清單裡選一張。
error-unknown-value = 我不認得那個選項。請從清單裡選。
error-at-capacity = 我在這個伺服器能顧的牌桌都滿了。等有牌局結束再試。
error-too-many-hosted = 你開的牌局已經到了一個人的上限。先結束一局，或請別人來開這一桌。
error-too-many-watched = 這個伺服器觀戰用的電腦牌局已經到上限了。等一局結束，或自己坐下來玩。
error-may-not-open-threads = 你不能在這個頻道開討論串，所以我也不替你開。拿掉這個選項，或去問頻道管理者。
error-manage-server-only = 只有能管理這個伺服器的人可以改。請他們幫忙。
error-other-channels = 在這個伺服器我只在{ $channels }玩。請到那裡開桌。
error-internal = 我這邊出了狀況，牌局沒有任何改變。等一下再試。

# Actions that the rules do not allow.
illegal-dead = 你已經出局了。坐好，看別人冒冷汗吧。
illegal-not-your-turn = 還沒輪到你。輪到你時，我會標記你。
illegal-window-open = 現在是休想時間。先選擋或不擋，其他事等結束再說。
illegal-waiting = 有人得先做選擇。等一下再試。
illegal-no-such-card = 你手上已經沒有那張牌了。有哪些牌，看「{ button-hand }」就知道。
illegal-not-this-edition = 這個版本沒有那張牌。請從手牌裡選一張。
illegal-not-alone = 那張牌單獨打沒有作用。湊成連擊再打，或先留著。
illegal-no-such-combo = 這一桌不玩那種連擊。能玩哪些，「{ button-rules }」裡有寫。
illegal-not-different = 那五張沒有全都不同。請選五張不同名的牌。
illegal-target-missing = 這要有個對象。請選一位玩家。
illegal-target-not-wanted = 這張牌不用選玩家，直接打出就好。
illegal-target-self = 打劫自己這種事，請對著鏡子做。選別的玩家吧。
illegal-target-dead = 那位玩家已經出局。請選還在局裡的人。
illegal-target-empty = 那位玩家手上沒有牌。請選有牌的人。
illegal-nobody-has-cards = 其他人都沒有牌了。你的先留著吧。
illegal-not-askable = 那張牌不能指定。請換一張。
illegal-nothing-to-nope = 現在沒有牌可以擋。你的休想卡還在手上。
illegal-own-card-on-top = 最上面就是你自己的牌。等其他人決定。
illegal-already-passed = 你已經選擇不擋了。休想時間結束前，還是可以打休想卡。
illegal-not-asked = 沒有人在等你做這件事。能做什麼，看「{ button-hand }」就知道。
illegal-no-such-place = 抽牌堆沒有那麼深。請從列出的位置裡選一個。
illegal-not-in-discard = 那張牌不能從棄牌堆拿。請換一張。
illegal-pile-empty = 抽牌堆空了，沒有牌可抽。
