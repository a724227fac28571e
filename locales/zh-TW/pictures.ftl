# 給看不見圖片的人的說明。

alt-card = 卡牌：{ $card }
alt-stake = 勝負未定的卡牌：{ $card }
alt-drawn = 你抽到的卡牌：{ $card }
alt-own-kitten = { $card }在你的爪子裡滴答作響
alt-winner = 頒給 { $player } 的獎盃

panel-cards = 你的手牌：{ $cards }
