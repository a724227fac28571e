# The public end of a game.

over-title = { $player } 獲勝！
over-won = **{ $player }** · 還在呼嚕呼嚕
over-exploded = **{ $player }** · 爆炸了
over-left = **{ $player }** · 中途離席
over-turns = 共 { $turns } 個回合
over-nopes = { $nopes ->
    [0] 沒人打過休想卡
   *[other] 休想卡 { $nopes } 張
}
over-chain = 最長連鎖 { $nopes } 張
over-escape = 最驚險的一抽：爆炸機率 **{ $percent }%**，**{ $player }** 還是伸手抽了。

# The picture of the game, in words: the podium and a line for each player.
over-chart = 頒獎台，以及 { $turns } 個回合中每位玩家的存活機率曲線：從 100% 開始，每抽一張牌就往下掉。
over-chart-won = { $place }. { $player }（{ $mark }）：以 { $percent }% 活到最後{ $rescues ->
    [0] {""}
   *[other] ，拆除 { $rescues } 隻爆炸貓
}
over-chart-exploded = { $place }. { $player }（{ $mark }）：第 { $turn } 回合在 { $percent }% 時爆炸{ $rescues ->
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
