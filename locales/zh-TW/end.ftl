# The public end of a game.

over-title = { $player } 獲勝！
over-title-stand-in = { $player } 的代打獲勝！
# Now and then, about a person whose kittens keep killing the same person.
over-killer = **{ $killer }** 一個月內害死了 **{ $victim }** { $times ->
    [2] 兩
   *[other] { $times }
} 次。看來是私人恩怨。
over-won = **{ $player }** · 還在呼嚕呼嚕，存活機率{ $percent }%{ $rescues ->
    [0] {""}
   *[other] ，拆除 { $rescues } 隻爆炸貓
}
# 0：不是自己抽到的爆炸貓。
over-exploded = **{ $player }** · { $percent ->
    [0] 沒抽牌就爆炸了
   *[other] 在 { $percent }% 的風險下爆炸了
}
over-left = **{ $player }** · 中途離席
# Behind a line about somebody who exploded: whose kitten it was.
over-hidden-by = 那隻貓是 **{ $player }** 藏的
over-hidden-own = 那隻貓還是自己藏的
over-turns = 共 { $turns } 個回合
over-nopes = { $nopes ->
    [0] 沒人打過休想卡
   *[other] 休想卡 { $nopes } 張
}
over-chain = 最長連鎖 { $nopes } 張
# The awards: what somebody did more of than all others.
award-closest-shave = 最驚險的一抽：爆炸機率 **{ $amount }%**，**{ $player }** 還是伸手抽了。
award-rescues = 拆彈專家：**{ $player }** 拆除了 { $amount } 隻爆炸貓。
award-nopes = 最愛唱反調：**{ $player }** 打出 { $amount } 張休想卡。
award-stolen = 手腳最快：**{ $player }** 從別人手上拿走 { $amount } 張牌。
award-robbed = 最大苦主：**{ $player }** 被別人拿走 { $amount } 張牌。
award-held-defuse = 有備無患：**{ $player }** 把拆除卡留了 { $amount } 個回合。
# The games that each player has won at this table, after a rematch.
over-series = 目前戰績：{ $scores }
over-series-wins = **{ $player }** { $wins }
over-oracle = 今晚的神算：**{ $player }**，猜 { $decided } 次，說中 { $right } 次
over-ratings = 積分：{ $ratings }
# As in English
over-change = { $player } { $change }
over-placing = 定級 { $games }/{ $placing }

# The picture of the game, in words: the podium and how it ended for each player.
over-chart = 頒獎台，以及其他玩家的下場和最後一抽的風險。全局共 { $turns } 個回合。
over-chart-stand-in = { $place }. { $player }（{ $mark }）：代打贏了，本人算中途離開
over-chart-won = { $place }. { $player }（{ $mark }）：以 { $percent }% 活到最後{ $rescues ->
    [0] {""}
   *[other] ，拆除 { $rescues } 隻爆炸貓
}
over-chart-exploded = { $place }. { $player }（{ $mark }）：第 { $turn } 回合{ $percent ->
    [0] 沒抽牌就爆炸
   *[other] 在 { $percent }% 的風險下爆炸
}{ $rescues ->
    [0] {""}
   *[other] ，拆除 { $rescues } 隻爆炸貓
}
over-chart-left = { $place }. { $player }（{ $mark }）：第 { $turn } 回合在 { $percent }% 時離席{ $rescues ->
    [0] {""}
   *[other] ，拆除 { $rescues } 隻爆炸貓
}

# The marks of the seats, as drawn in assets/art.
mark-fish = 小魚
mark-yarn = 毛線球
mark-bell = 鈴鐺
mark-mouse = 老鼠
mark-milk = 牛奶瓶
mark-feather = 羽毛
mark-box = 紙箱
mark-butterfly = 蝴蝶
mark-cactus = 仙人掌

button-rematch = 再來一局
button-new-table = 另開一桌
