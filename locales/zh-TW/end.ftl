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

button-rematch = 再來一局
button-new-table = 另開一桌
