# The public table: turn, seats, piles, Nope window.

table-turn = { $player }，輪到你了！
table-turn-stand-in = 代打替 **{ $player }** 上場
table-turn-deadline = { $deadline } 自動抽牌
table-choice-deadline = { $deadline } 自動決定
table-paused = 大家都不在，遊戲先睡一下。任何玩家按一下就會醒。
table-paused-unseen = 這則訊息有一陣子發不出來，遊戲先睡一下。它會自己醒來，任何人按一下就會馬上醒。

# Why it is that player's turn, below the heading that says whose turn it is.
turn-sat-down = **{ $player }** 入座了，牌重新發過。
turn-drew = **{ $player }** 抽了一張牌，還活著。
turn-rescued = **{ $player }** 逃過一劫，把那隻貓藏好了。
turn-skipped = **{ $player }** 跳過了。
turn-exploded = **{ $player }** 爆炸了。
turn-left = **{ $player }** 離開了。
turn-attacked-you = { $turns ->
    [1] 你被 **{ $attacker }** 攻擊，還欠一個回合。
   *[other] 你被 **{ $attacker }** 攻擊，要玩 **{ $turns }** 個回合。
}
turn-attacked = { $turns ->
    [1] **{ $player }** 被 **{ $attacker }** 攻擊，還欠一個回合。
   *[other] **{ $player }** 被 **{ $attacker }** 攻擊，要玩 **{ $turns }** 個回合。
}

# A death or a rescue, shown alone for a second.
beat-death = **{ $player }** 被 { $kitten } 炸飛了。
beat-hidden = 是 **{ $player }** 藏的。
beat-hidden-ago = { $cards ->
    [0] 是 **{ $player }** 剛剛藏的。
   *[other] 是 **{ $player }** 在 { $cards } 張牌之前藏的。
}
# During a death, if the same person has already been killed in this series.
beat-feud = 今晚 **{ $killer }** 害死了 **{ $victim }** { $times ->
    [2] 兩
   *[other] { $times }
} 次。
epitaph = { $variant ->
    [0] 多抽了一張
    [1] 好奇到最後一刻
    [2] 九條命都用完了
    [3] 轟轟烈烈地走了
   *[4] 牠看起來那麼軟
}
beat-rescue = { $kitten }！千鈞一髮，**{ $player }** 拆除了。

table-placing = { $player } 拆除了一隻爆炸貓
table-placing-about = **{ $player }** 正要把牠藏進抽牌堆。
table-giving = { $player } 等著收牌
table-giving-about = { $givers }，挑一張牌給 **{ $player }**。
table-taking = { $player } 正在翻棄牌堆
table-taking-about = 其中一張會歸 **{ $player }**。
table-stopping = { $player } 洗了又洗，洗了又洗
table-stopping-about = 要洗到 { $stopper } 喊停。

seat-cards = **{ $player }** · { $cards } 張
seat-cards-away = **{ $player }** · { $cards } 張 · 暫離
seat-cards-left = **{ $player }** · { $cards } 張 · 已離開
seat-owing = { $seat } · 欠 { $turns } 個回合
seat-out = ~~{ $player }~~ · 出局，第 { $place } 名
seat-out-epitaph = ~~{ $player }~~ · 出局，第 { $place } 名 · *{ $epitaph }*

pile-cards = 抽牌堆有 **{ $cards }** 張牌
pile-odds = 抽牌堆 **{ $cards }** 張，{ $kittens ->
    [0] 現在沒有爆炸貓
   *[other] **{ $kittens }** 隻爆炸貓，風險 **{ $percent }%**
}
    .imploding = 抽牌堆 **{ $cards }** 張，{ $kittens ->
        [0] 現在沒有爆炸貓，也沒有內爆貓
       *[other] **{ $kittens }** 隻爆炸貓或內爆貓，風險 **{ $percent }%**
    }
    .streaking = 抽牌堆 **{ $cards }** 張，{ $kittens ->
        [0] 現在沒有爆炸貓
       *[other] 最多 **{ $kittens }** 隻爆炸貓，風險最高 **{ $percent }%**
    }
pile-empty = 抽牌堆空了
discard-top = 棄牌堆：{ $cards }
discard-empty = 棄牌堆還沒有牌

window-title = 休想時間
window-deadline = { $deadline } 結束
window-paused = 遊戲睡著時，休想時間不會結束。
window-noped = { $nopes ->
    [1] 休想！
   *[other] 休想！ × { $nopes }
}
# 0 to 2: the play is stopped; 3 to 5: it happens after all.
window-banter = { $variant ->
    [0] **{ $player }** 說不行就是不行。
    [1] **{ $player }** 堅決反對。
    [2] 有 **{ $player }** 在，想都別想。
    [3] **{ $player }** 偏要。
    [4] **{ $player }** 把「休想」也擋下來了。
   *[5] **{ $player }**：「我偏不聽。」
}
window-stands = **目前看來會生效。**
window-stopped = **目前看來不會生效。**
window-waiting = 還沒決定：{ $players }

stake-single = **{ $player }** 打出 **{ $card }**。
stake-attack = **{ $player }** 打出 **{ $card }**。生效的話，**{ $target }** 要玩 { $turns } 個回合。
# A stake has a second wording, with `-you` in its key, for the hand of the player whom it concerns.
stake-attack-you = **{ $player }** 打出 **{ $card }**。生效的話，你要玩 { $turns } 個回合。
stake-skip-last = **{ $player }** 打出 **{ $card }**，打算不抽牌就結束回合。接著輪到 **{ $target }**。
stake-skip-last-you = **{ $player }** 打出 **{ $card }**，打算不抽牌就結束回合。接著輪到你。
stake-skip-more = **{ $player }** 打出 **{ $card }**，打算不抽牌就結束一個回合。之後還有 { $turns } 個回合。
stake-favor-one = **{ $player }** 打出 **{ $card }**。生效的話，**{ $target }** 要給一張牌。
stake-favor-you = **{ $player }** 打出 **{ $card }**。生效的話，你要給一張牌。
stake-favor-everyone = **{ $player }** 打出 **{ $card }**。生效的話，其他有牌的人都要給一張。
stake-shuffle = **{ $player }** 打出 **{ $card }**。生效的話，抽牌堆會洗混。
stake-shuffle-stopped = **{ $player }** 打出 **{ $card }**。生效的話，抽牌堆要洗到 **{ $target }** 喊停。
stake-shuffle-stopped-you = **{ $player }** 打出 **{ $card }**。生效的話，抽牌堆要洗到你喊停。
stake-see-the-future = **{ $player }** 打出 **{ $card }**，想偷看最上面 { $depth } 張牌。
stake-pair = **{ $player }** 打出兩張 **{ $card }**，想從 **{ $target }** 手上隨機偷一張牌。
stake-pair-you = **{ $player }** 打出兩張 **{ $card }**，想從你手上隨機偷一張牌。
stake-triple = **{ $player }** 打出三張 **{ $card }**，想向 **{ $target }** 討一張 **{ $named }**。
stake-triple-you = **{ $player }** 打出三張 **{ $card }**，想向你討一張 **{ $named }**。
stake-five = **{ $player }** 打出五張不同的牌，想從棄牌堆拿一張。

button-hand = 我的手牌
button-draw = 抽牌
button-draw-risk = 抽牌（{ $percent }%）
# Players call out the card's name without its 卡, so the argument is not shown.
button-nope = { $nope ->
   *[other] 休想！
}
button-pass = 不擋
button-auto-pass = 輪到我之前都不擋
button-auto-pass-off = 改回自己決定
button-slower = 慢一點
button-faster = 快一點

story-nothing = 牌發好了，還沒發生任何事。
