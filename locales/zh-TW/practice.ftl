# Practice: alone and in private against computers, unrated. The lesson is a practice with advice at each step.

command-practice = 練習
command-practice-about = 自己跟電腦私下玩，輸贏都不算數
parameter-practice-edition-about = 打開哪一盒
parameter-practice-computers-about = 跟幾個電腦玩
parameter-practice-strength-about = 電腦有多會玩

practice-title = 練習
practice-about = 你一個人對電腦。不計時、沒人看，輸贏都不算數。
practice-running = 上一局還沒打完。重新發牌，那一局就沒了。
practice-game = 練習 · { $deck }
practice-lesson = 兩分鐘上手
practice-opponents = 對 { $count } 個電腦
practice-result = { $players } 人中{ $place }，共 { $turns } 個回合

# Advice in the lesson
lesson-look = 抽牌前先看一眼：打出 **{ $card }**。
lesson-avoid = 最上面是爆炸貓。別抽，打出 **{ $card }**。
lesson-draw-kitten = 最上面是爆炸貓，躲不掉了。抽吧，**{ $card }** 會救你。
lesson-draw = 抽牌就結束回合。風險寫在按鈕上。
lesson-draw-safely = 下一張你已經知道了，不會咬人。抽吧。
lesson-steal = 最上面是爆炸貓，你手上沒有牌擋得住。用兩張一樣的牌偷一張，也許會更好。
lesson-die = 最上面是爆炸貓，到此為止了。體面地抽吧。
lesson-nope = 這張是衝著你來的。打出 **{ $card }**！
lesson-pass = 這張傷不到你，讓它過。
lesson-hide = 得救了！現在把貓藏起來。放在最上面，下一個人就會抽到。
lesson-won = 你偷看過、閃開過、喊過休想、活了下來，還回敬一招。規則就這些，跟朋友玩只會更壞。
lesson-lost = 難免的。再來一次？照著提示走，看看能走多遠。

button-practice-go-on = 繼續
button-practice-deal = 發牌
button-practice-learn = 兩分鐘學會
button-practice-again = 再試一次
button-practice-change = 換個玩法
