# 擴充包的文字：擴充包的卡牌，以及只有擴充包才需要的畫面。

card-imploding-kitten = 內爆貓
card-alter-the-future = 改變未來卡
card-draw-from-the-bottom = 抽底牌卡
card-feral-cat = 野貓卡
card-reverse = 反轉卡
card-targeted-attack = 指定攻擊卡

about-imploding-kitten = 背面朝上被抽到時，由抽到的人正面朝上放回抽牌堆任意位置。正面朝上被抽到就出局，拆除卡也救不了。正面朝上躺在最上面時，大家都看得到。
about-alter-the-future = 看抽牌堆最上面三張牌，再用任意順序放回去。
about-draw-from-the-bottom = 改抽最下面那張牌。這樣會結束一個回合。
about-feral-cat = 在成雙成對或三條裡可以當任何一種貓，跟那種貓或同類一起打。單獨打沒有作用。
about-reverse = 反轉出牌方向，並且不抽牌結束一個回合。只剩兩人時就等於跳過卡。
about-targeted-attack = 攻擊你指定的一位玩家；接著從對方開始輪。

stake-alter = **{ $player }** 打出 **{ $card }**，想看最上面 { $depth } 張牌再重新排列。
stake-draw-from-the-bottom = **{ $player }** 打出 **{ $card }**，想改抽最下面那張牌。
stake-reverse-last = **{ $player }** 打出 **{ $card }**，打算反轉方向，並且不抽牌就結束回合。接著輪到 **{ $target }**。
stake-reverse-last-you = **{ $player }** 打出 **{ $card }**，打算反轉方向，並且不抽牌就結束回合。接著輪到你。
stake-reverse-more = **{ $player }** 打出 **{ $card }**，打算反轉方向，並且不抽牌就結束一個回合。之後還有 { $turns } 個回合。
stake-pair-wild = **{ $player }** 打出一張 **{ $card }** 配一張 **{ $wild }**，想從 **{ $target }** 手上隨機偷一張牌。
stake-pair-wild-you = **{ $player }** 打出一張 **{ $card }** 配一張 **{ $wild }**，想從你手上隨機偷一張牌。
stake-triple-wild = { $count ->
    [1] **{ $player }** 打出兩張 **{ $card }** 配一張 **{ $wild }**，想向 **{ $target }** 討一張 **{ $named }**。
   *[other] **{ $player }** 打出一張 **{ $card }** 配兩張 **{ $wild }**，想向 **{ $target }** 討一張 **{ $named }**。
}
stake-triple-wild-you = { $count ->
    [1] **{ $player }** 打出兩張 **{ $card }** 配一張 **{ $wild }**，想向你討一張 **{ $named }**。
   *[other] **{ $player }** 打出一張 **{ $card }** 配兩張 **{ $wild }**，想向你討一張 **{ $named }**。
}

story-plays-on = **{ $player }** 對 **{ $target }** 打出 **{ $card }**。
story-pair-wild = **{ $player }** 打出一張 **{ $card }** 配一張 **{ $wild }**，打劫 **{ $target }**。
story-triple-wild = { $count ->
    [1] **{ $player }** 打出兩張 **{ $card }** 配一張 **{ $wild }**，向 **{ $target }** 討 **{ $named }**。
   *[other] **{ $player }** 打出一張 **{ $card }** 配兩張 **{ $wild }**，向 **{ $target }** 討 **{ $named }**。
}
story-drew-bottom = **{ $player }** 從最下面抽了一張牌，還活著。
story-ordered = **{ $player }** 把最上面的牌放回去了，順序天知道。
beat-imploded = { $kitten } 正面朝上！**{ $player }** 內爆了！
epitaph-imploded = 摺得整整齊齊
story-placed-up = **{ $player }** 把牠正面朝上放回抽牌堆。
story-imploded = **{ $player }** 內爆了。
story-clockwise = 又改回順時針輪流。
story-reversed = 方向反轉，換另一邊輪流。

turn-reversed = **{ $player }** 反轉了方向。
turn-imploded = **{ $player }** 內爆了。
table-ordering = { $player } 正在改寫未來
table-ordering-about = 最上面的牌在 **{ $player }** 手裡。會變成怎樣，別人都看不到。
table-imploding-about = 什麼事都還沒發生。**{ $player }** 要把牠正面朝上放回抽牌堆。
play-clockwise = 順時針輪流，名單由上往下
play-reversed = 逆時針輪流，名單由下往上
pile-open-top = 最上面，正面朝上，大家都看得到：**{ $card }**
pile-open-kittens = { $kittens ->
    [1] 裡面沒有別的貓了
   *[other] 裡面共有 **{ $kittens }** 隻貓，包括這一隻
}
pile-imploding-up = **{ $card }**：正面朝上，不在最上面
pile-imploding-down = **{ $card }**：還背面朝上藏在牌堆裡
alt-open-top = 正面朝上躺在抽牌堆最上面：{ $card }

panel-waiting-ordering = **{ $player }** 正在重排最上面的牌。
place-imploding-title = { $kitten }！只要正面朝上放回去就好。
order-title = 改寫未來
order-about = 照著之後要被抽到的順序，一張一張點。
order-so-far = 從最上面起：{ $cards }
order-deadline = { $deadline } 時間到，就維持原樣
order-done = 就這樣放回去
order-keep = 維持原樣
hand-placeholder = 選一張要打的牌：{ $first } 到 { $last }
title-pair-with = 和 { $card } 湊一對
title-triple-with = { $count ->
    [1] 用一張 { $card } 湊三條
   *[other] 用兩張 { $card } 湊三條
}
target-card = **{ $card }** 要攻擊誰？
illegal-no-such-order = 這些牌不能這樣排。每張牌只能放一個位置。
combos-feral = **野貓卡：**在成雙成對或三條裡可以當任何一種貓，全部都是野貓也行。
place-imploding-about = { $cards ->
    [0] 抽牌堆空了，只有一個地方可放。
   *[other] 抽牌堆有 { $cards } 張牌。要放哪裡？放最上面的話大家都看得到。
}

over-imploded = **{ $player }** · 在 { $percent }% 的風險下內爆了
over-chart-imploded = { $place }. { $player }（{ $mark }）：第 { $turn } 回合在 { $percent }% 的風險下內爆{ $rescues ->
    [0] {""}
   *[other] ，拆除 { $rescues } 隻爆炸貓
}

# Streaking Kittens
card-streaking-kitten = 裸奔貓
card-super-skip = 超級跳過卡
card-see-the-future5x = 預見未來卡（五張）
card-alter-the-future5x = 改變未來卡（五張）
card-swap-top-and-bottom = 上下對調卡
card-catomic-bomb = 貓子彈卡
card-garbage-collection = 垃圾回收卡
card-mark = 標記卡
card-curse-of-the-cat-butt = 貓屁股詛咒卡

about-streaking-kitten = 手上有牠時，抽到的爆炸貓會自動藏在手裡（只藏一隻），誰都不會發現。要是失去這張牌，那隻貓就會爆。
about-super-skip = 不抽牌就結束你所有的回合。被攻擊後欠四個回合？全部一筆勾銷。
about-see-the-future5x = 看抽牌堆最上面五張牌。
about-alter-the-future5x = 看抽牌堆最上面五張牌，再用任意順序放回去。
about-swap-top-and-bottom = 抽牌堆最上面和最下面的牌對調，誰都看不到。剛剛看到最上面是爆炸貓？現在牠在最下面了。
about-catomic-bomb = 抽牌堆裡的爆炸貓全部亮出來，放到最上面，其餘洗混。不抽牌就結束一個回合：下一個抽牌的人會抽到爆炸貓。
about-garbage-collection = 有牌的人各放一張進抽牌堆，背面朝上，然後洗混。藏在手裡的爆炸貓也能這樣丟掉。
about-mark = 隨機翻開你指定玩家的一張手牌：那張牌離手之前大家都看得到。要是拆除卡，就值得用三條去要。
about-curse-of-the-cat-butt = 你指定的玩家看不到自己的手牌，只能隨機出牌：這樣翻到的休想卡或拆除卡就浪費了。抽了牌還活著就解除。

stake-skip-all = **{ $player }** 打出 **{ $card }**，打算不抽牌就結束自己所有的回合。接著輪到 **{ $target }**。
stake-skip-all-you = **{ $player }** 打出 **{ $card }**，打算不抽牌就結束自己所有的回合。接著輪到你。
stake-swap = **{ $player }** 打出 **{ $card }**。生效的話，抽牌堆最上面和最下面的牌會對調。
stake-raise-kittens = **{ $player }** 打出 **{ $card }**。生效的話，抽牌堆的爆炸貓全部移到最上面，並且不抽牌就結束一個回合。
stake-collect = **{ $player }** 打出 **{ $card }**。生效的話，有牌的人都要放一張進抽牌堆。
stake-mark = **{ $player }** 打出 **{ $card }**，想隨機翻開 **{ $target }** 的一張手牌給大家看。
stake-mark-you = **{ $player }** 打出 **{ $card }**，想隨機翻開你的一張手牌給大家看。
stake-curse = **{ $player }** 打出 **{ $card }**。生效的話，**{ $target }** 就看不到自己的手牌。
stake-curse-you = **{ $player }** 打出 **{ $card }**。生效的話，你就看不到自己的手牌。

story-marked = 這下大家都知道了：**{ $player }** 手上有 **{ $card }**。
story-mark-gone = 被標記的 **{ $card }** 已不在 **{ $player }** 的手牌裡。
story-cursed = **{ $player }** 眼前只剩貓屁股。
story-curse-ended = **{ $player }** 又看得到手牌了。
story-turned-up = **{ $player }** 盲翻：{ $cards }
story-went-off = **{ $player }** 手裡的 { $kittens } 隻爆炸貓藏不住了，要爆啦！
story-ends-swapped = 最上面和最下面的牌對調了。
story-kittens-raised = { $kittens ->
    [0] 抽牌堆裡沒有爆炸貓，白忙一場，只是洗了牌。
   *[other] 抽牌堆最上面現在坐著 { $kittens } 隻爆炸貓。
}
story-put = **{ $player }** 丟了一張牌進去。

table-placing-called = 爆炸貓在 { $players } 手裡爆了，現在要藏回抽牌堆的任意位置。
table-collecting = 收垃圾囉
table-collecting-about = 每人放一張牌進抽牌堆，誰都看不到。還缺：{ $players }
table-aiming = { $player } 正在矇眼瞄準
table-aiming-about = 牌已經翻開，要打中誰呢？由 **{ $player }** 決定。
seat-blind = 看不到手牌
seat-marked = 被標記：{ $cards }
seat-blind-marked = 看不到手牌，只看得到：{ $cards }

explain-others = 其餘請看規則：{ $cards }
panel-blind = 你的牌都用屁股對著你。抽了牌還活著，就又看得到了。
panel-marked = 大家都看得到：{ $cards }
panel-waiting-aiming = **{ $player }** 正在挑目標。
button-play-blindly = 盲打一張
button-give-blindly = 盲給一張
button-put-blindly = 盲丟一張
button-put = 丟掉 { $card }
put-title = 收垃圾囉！要丟哪張牌進抽牌堆？
put-question = 真的要丟掉 **{ $card }**？這張牌能救你一命。
give-blind-title = 要給 **{ $taker }** 一張牌。給哪張，誰都看不到。
aim-deadline = { $deadline } 隨機挑目標
news-sheltered = 你抽到 **{ $card }**，沒人發現：你的 **{ $shelter }** 把牠藏起來了。別笑出來。
news-put = 你把 **{ $card }** 丟進抽牌堆。
illegal-target-blind = 那位玩家已經看不到手牌了。請選看得到的人。
illegal-target-marked = 那位玩家的牌全都標記過了。請選別人。
illegal-blind = 你看不到手牌，沒辦法自己挑一張。
illegal-not-blind = 你又看得到手牌了。請自己選一張。

# Barking Kittens
card-alter-the-future-now = 立即改變未來卡
card-barking-kitten = 吠叫貓
card-bury = 掩埋卡
card-ill-take-that = 我拿走囉卡
card-personal-attack = 自我攻擊卡
card-potluck = 各出一張卡
card-share-the-future = 分享未來卡
card-tower-of-power = 力量之塔卡

about-alter-the-future-now = 看抽牌堆最上面三張牌，再用任意順序放回去。誰的回合都能出，只要當下沒有牌在等生效，也沒有人在做選擇。
about-barking-kitten = 拿著另一隻的人要拆除，不然就爆炸。兩隻都是你的？由你點名。沒人有？你的就留在你面前，之後另一隻會來找你。休想卡擋不了。
about-bury = 抽最上面一張牌，看過之後放回抽牌堆任何位置，抽到爆炸貓也一樣。結束一個回合。
about-ill-take-that = 放在你指定的玩家面前。對方抽的下一張牌歸你，爆炸貓也算。
about-personal-attack = 你要多玩兩個回合。要不要用攻擊卡全部轉給別人？
about-potluck = 有牌的人各放一張到抽牌堆最上面，背面朝上。其中你的在最下面。
about-share-the-future = 看抽牌堆最上面三張牌，再用任意順序放回去。接著下一位玩家也看得到。
about-tower-of-power = 戴上它直到最後。有人要拿你的牌時，改從藏牌裡隨機拿一張誰都沒看過的牌，拿完為止。

stake-share = **{ $player }** 打出 **{ $card }**，想重排最上面的牌，再給 **{ $target }** 看。
stake-share-you = **{ $player }** 打出 **{ $card }**，想重排最上面的牌，再給你看。
stake-add-turns = **{ $player }** 打出 **{ $card }**。生效的話，要玩 { $turns } 個回合。
stake-bury = **{ $player }** 打出 **{ $card }**，想抽最上面一張牌，再放回任意位置。
stake-claim = **{ $player }** 打出 **{ $card }**，想拿走 **{ $target }** 抽的下一張牌。
stake-claim-you = **{ $player }** 打出 **{ $card }**，想拿走你抽的下一張牌。
stake-stack = **{ $player }** 打出 **{ $card }**。生效的話，有牌的人都要放一張到抽牌堆最上面。
stake-wear-tower = **{ $player }** 打出 **{ $card }**。生效的話，{ $stash } 張藏牌會替自己的手牌擋著。

story-lifted = **{ $player }** 抽了最上面的牌，只為了把它埋起來。
story-buried = **{ $player }** 在抽牌堆某處挖了個洞。
story-stacked = 有牌的人各疊了一張到抽牌堆最上面。
story-claimed = **{ $target }** 抽的下一張牌歸 **{ $player }**。
story-drew-for = **{ $player }** 抽了一張牌，被 **{ $taker }** 拿走。
story-took-kitten = **{ $player }** 自己要的：**{ $card }**！
story-tower-worn = **{ $player }** 戴上 **{ $card }**，挺好看的。
story-stash-robbed = **{ $player }** 從 **{ $target }** 塔下的藏牌裡拿了一張。
story-stash-discarded = { $count ->
    [0] **{ $player }** 的塔倒了，藏牌一張不剩。
   *[other] **{ $player }** 的塔倒了，藏牌是：{ $cards }
}
story-barked = 另一隻在 **{ $target }** 那裡，也叫了。
story-barked-both = 兩隻都是 **{ $player }** 的，一起對 **{ $target }** 吠！
story-barked-in-vain = 沒有貓回應。這隻就留在 **{ $player }** 面前。
story-turns-added = **{ $player }** 現在要玩 { $turns } 個回合，自找的。

turn-buried = **{ $player }** 埋了一張牌。
table-burying = { $player } 正在挖洞
table-burying-about = **{ $player }** 看一張牌，再藏進抽牌堆。哪張、藏哪裡，別人都不會知道。
table-sharing-about = 最上面的牌在 **{ $player }** 的爪子裡。接著給 **{ $target }** 看。
table-ordering-called = 最上面的牌現在在 { $players } 手裡。之後回合繼續。
table-taking-kitten-about = 牌是別人抽的，但 { $players } 想要，現在得把爆炸貓藏回去。
table-stacking = 各出一張囉
table-stacking-about = 每人放一張牌到抽牌堆最上面，誰都看不到。還缺：{ $players }
seat-claimed = 下一張牌歸 **{ $player }**
# As in English
seat-barks = { $card }
seat-tower = { $cards ->
    [0] 戴著塔，藏牌沒了
   *[other] 戴著塔，藏牌 **{ $cards }** 張
}
pile-stash = 藏牌 **{ $cards }** 張，還沒人戴塔
panel-waiting-burying = **{ $player }** 正在埋牌。
bury-title = 你抽到 { $card }。要埋在哪裡？
bury-about = { $cards ->
    [0] 抽牌堆空了，只有一個地方可放。
   *[other] 抽牌堆有 { $cards } 張牌。你埋什麼、埋在哪裡，沒人會知道。
}
stack-title = 各出一張囉！要把哪張牌放到抽牌堆最上面？
order-shared = 之後 **{ $player }** 也會看到，別人看不到。
news-lifted = 你抽到 **{ $card }**，只為了把它埋起來。
news-drew-for = 你抽到 **{ $card }**，被 **{ $taker }** 拿走了。
illegal-target-claimed = 那位玩家的下一張牌已經有人要了。請選別人。
illegal-next-card-claimed = 你的下一張牌已經是別人的，不能埋。
