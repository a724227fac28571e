# A player's own panel: the hand, its steps and the choices.

panel-title = { $cards ->
    [0] 你手上沒有牌了
   *[other] 你的手牌：{ $cards } 張
}
panel-your-turn = **輪到你了。**想打什麼就打，打完再抽牌。
panel-your-turn-empty = **輪到你了。**手上沒牌，直接抽吧。
panel-other-turn = 輪到 **{ $player }**。
panel-window = **休想時間。**擋，還是不擋？
panel-window-nothing = **休想時間。**你沒有休想卡。
panel-window-own = **休想時間。**等其他人決定。
panel-window-passed = **休想時間。**結束前還能反悔。
panel-auto-pass = 輪到你之前，會自動替你選「{ button-pass }」。
panel-waiting-placing = **{ $player }** 正在把一隻貓藏進抽牌堆。
panel-waiting-giving = 等 { $givers } 給牌。
panel-waiting-taking = **{ $player }** 正在翻棄牌堆。
panel-waiting-stopping = 抽牌堆洗個不停，等 **{ $player }** 喊停。
panel-over = 這局結束，**{ $player }** 獲勝。
panel-over-stand-in = 這局結束，**{ $player }** 的代打獲勝。
panel-over-you = 這局結束，你贏了。
# Told once each, in somebody's first game.
hint-turn = **輪到你了。**出牌或不出都行，抽牌就結束回合。
hint-window = **休想時間。**你的休想卡擋得下來。大家都略過，牌就生效。
hint-kitten = 拆除卡救了你一命。把爆炸貓藏到別人會抽到的地方。
hint-auto-pass = **休想時間。**不想管？輪到你之前，我都可以幫你放行。
notice-tap-again = 手比眼睛快。請再按一次。
panel-folded = 你的手牌在這裡收起來了。
panel-out = 你已經出局。看戲不用錢。
# What the dead and those who only watch may predict. The label of a button and the title of a menu.
button-oracle = 下一個是誰？
# The button of a late player of the last game, below the same menu.
button-sit-down = 入座
oracle-about = 你猜下一個爆炸的是誰？沒有別人看得到，在有人抽到爆炸貓之前都可以改。結束時會公布最準的神算。
oracle-nobody = { $cards ->
    [0] 抽牌堆抽完以前沒人爆炸
   *[other] 抽牌堆剩 { $cards } 張以前沒人爆炸
}
oracle-stands = 有人抽到爆炸貓了，你的預言就此定案：下一個爆炸的是 **{ $player }**。
oracle-stands-nobody = 有人抽到爆炸貓了，你的預言就此定案：{ $cards ->
    [0] 抽牌堆抽完以前沒人爆炸。
   *[other] 抽牌堆剩 { $cards } 張以前沒人爆炸。
}
oracle-score = 你猜了 { $decided } 次，說中 { $right } 次。
ghost-title = 活人的手牌
ghost-hand = **{ $player }**：{ $cards }
panel-known = 抽牌堆裡你知道的牌，從上往下數：{ $cards }
panel-known-place = 第 { $place } 張 { $card }

# The explanation of a hand, on request.
explain-title = 你的牌怎麼用
explain-turn = **你的回合：**想打幾張牌都行，不打也行。最後抽一張牌，回合就結束。
explain-card = **{ $cards }：**{ $about }
explain-grey = **灰色的牌**現在不能打：不是你的回合、還湊不成對、沒有牌可以擋，或是需要時會自動打出。
button-explain = 說明我的牌

button-card-many = { $card } ×{ $count }
button-five = 五張不同
button-any-place = 其他位置
button-stop = 停！

title-about = 你有 { $count } 張 **{ $card }**。
title-play = 打出一張
title-pair = 成雙成對：隨機偷牌
title-triple = 三條：指定要牌

target-favor = 要誰給你一張牌？
target-pair = 兩張 **{ $card }**：要從誰手上隨機偷一張牌？
target-triple = 三張 **{ $card }**：要向誰討一張牌？
target-player = { $player }（{ $cards } 張）
naming-title = 用三張 **{ $card }** 向 **{ $target }** 討牌：要哪一張？
naming-about = 對方沒有的話，你什麼都拿不到。
five-title = 要打哪五張不同的牌？
five-about = 之後可從棄牌堆任拿一張，{ $kitten }除外。
five-placeholder = 選五張

place-title = 抽到{ $kitten }，幸好你拆掉了！
place-about = { $cards ->
    [0] 抽牌堆空了，只有一個地方可放。
   *[other] 抽牌堆有 { $cards } 張牌。爆炸貓要藏哪裡？遊戲結束前沒有人看得到。
}
place-deadline = { $deadline } 隨機藏好
place-top = 最上面
place-second = 第二張
place-third = 第三張
place-middle = 正中間
place-bottom = 最底下
place-random = 隨便藏
place-any-title = 上面要蓋幾張牌？
place-placeholder = 選個位置
place-above = { $cards ->
    [0] 最上面
   *[other] 在 { $cards } 張牌下面
}
place-earlier = 往上
place-later = 往下

give-title = 要給 **{ $taker }** 一張牌。給哪張？
give-deadline = { $deadline } 自動決定
give-question = 真的要把 **{ $card }** 給 { $taker }？這張牌能救你一命。
button-give = 給出 { $card }
take-title = 要從棄牌堆拿哪張牌？
take-deadline = { $deadline } 隨機挑一張
stop-title = **{ $player }** 正在洗牌，等你喊停。
stop-deadline = { $deadline } 自動停手

news-drew = 你抽到 **{ $card }**。
news-saw = 你看到抽牌堆最上面是（由上往下）：{ $cards }
news-stole = 你從 **{ $target }** 手上偷到 **{ $card }**。
news-stolen = **{ $player }** 從你手上偷走 **{ $card }**。
news-demanded = **{ $target }** 只好把 **{ $card }** 交給你。
news-demanded-in-vain = **{ $target }** 沒有你要的 **{ $card }**。
news-demanded-of-you = 你只好把 **{ $card }** 交給 **{ $player }**。
news-got = **{ $giver }** 給了你 **{ $card }**。
news-gave = 你把 **{ $card }** 給了 **{ $taker }**。

# 以私訊傳送的手牌。
direct-left = 你已經離開這一局，代打正拿著你的牌。
direct-left-for-good = 你已經永遠離開這一局。
direct-left-dead = 你已經離開這一局。
direct-unwanted = 你的手牌不再顯示在這裡，只會出現在牌桌上。
direct-elsewhere = 這則訊息已經停用。[你的手牌在這裡。]({ $link })
button-come-back = 回到牌局
panel-direct = 你的手牌也在[私訊]({ $link })裡。
panel-table = [前往牌桌]({ $link })
panel-not-your-move = 現在不需要你做什麼。
refusal-no-direct-messages = 我無法傳私訊給你，所以手牌留在這裡。請在隱私設定裡允許這個伺服器的私訊，下一局的手牌就會送到。
refusal-only-at-the-table = 這件事只能在牌桌上做。
