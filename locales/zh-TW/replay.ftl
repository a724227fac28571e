# 一局結束後的完整經過：攤開所有的牌，並一步一步重播。

story-cards = 攤牌
story-nobody-won = 還沒有人獲勝，這局就結束了。
story-hand = **{ $player }**：{ $cards }
story-hand-empty = **{ $player }**：沒有牌
story-pile = 抽牌堆剩下的牌，從最上面數起：{ $cards }
story-hid = { $cards ->
    [0] **{ $player }** 把 { $kitten } 藏在最上面。
   *[other] **{ $player }** 把 { $kitten } 藏在 { $cards } 張牌下面。
}
story-hid-killed = **{ $player }** 被牠送出局。
story-hid-defused = **{ $player }** 抽到並拆除了。
story-hid-mixed = 之後抽牌堆又洗過。
story-hid-left = 牠還在裡面。
story-hid-gone = 牠跟著離席的玩家走了。
story-shown = { $line }（{ $shown }）
story-more = 還有 { $lines } 行，重播裡看得到。

story-step = 第 { $step } 步
# As in English
story-told = `{ $step }` { $line }
story-moment = { $player } 分享：某一局的第 { $step } 步
story-moment-death = { $player } 在爆炸機率 { $percent }% 時抽牌，爆炸了。
story-turn = 輪到 **{ $player }**
story-seat = **{ $player }** · 撐到這裡的機率 { $percent }%
story-open-hand = { $cards }

button-cards = 攤牌
button-replay = 重播
button-fair = 公平嗎？
button-first = 開頭
button-forward = 下一步
button-last = 結尾
button-moment = 給大家看
story-jump = 跳到…
story-jump-earlier = 跳回…
story-jump-death = { $step }：{ $player } 出局
story-jump-rescue = { $step }：{ $player } 拆除爆炸貓
story-jump-nopes = { $step }：{ $nope } 接 { $nope }
story-jump-attack = { $step }：{ $attacker } 攻擊 { $player }
story-jump-hid = { $step }：{ $player } 藏起爆炸貓
story-jump-sheltered = { $step }：{ $player } 收留爆炸貓
story-jump-gave = { $step }：{ $giver } 給 { $player } 一張牌
story-jump-looked = { $step }：{ $player } 偷看牌堆
story-jump-stole = { $step }：{ $thief } 偷了 { $player } 的牌
