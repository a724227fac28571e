# The rules help: pages of short paragraphs. A paragraph may have a variant named after an
# edition (an attribute such as `.classic`) where that edition plays it differently.

rules-title-guide = 怎麼玩：{ $edition }
rules-title-cards = 卡牌：{ $edition }
rules-title-combos = 連擊：{ $edition }
rules-title-window = 休想時間
rules-title-house = 村規（自訂規則）
rules-title-card = { $card }：{ $edition }

rules-no-such-card = 這個版本沒有這張牌。有哪些牌，按「{ rules-tab-cards }」就知道。
rules-other-cards = 其餘請用 </kittens rules:0> 查：{ $cards }

rules-tab-guide = 怎麼玩
rules-tab-cards = 卡牌
rules-tab-combos = 連擊
rules-tab-window = 休想時間
rules-tab-house = 村規

guide-aim = 抽牌堆裡躲著會爆炸的貓。抽到時手上沒有拆除卡，就出局了。撐到最後的玩家獲勝。
guide-turn = **你的回合：**想打幾張牌都行，不打也行。最後抽一張牌，回合就結束。
guide-defuse = **抽到爆炸貓？**有拆除卡的話會自動用掉一張，你再把爆炸貓偷偷放回抽牌堆，想藏哪裡就藏哪裡。沒有拆除卡，就沒有你了。
guide-kittens = 爆炸貓永遠比玩家少一隻，所以除了最後一人，大家遲早都會遇到。剩幾張牌、幾隻爆炸貓不是秘密，牌桌上看得到機率。
    .imploding = 除了爆炸貓，還有一隻內爆貓。加起來比玩家少一隻，兩人玩時是兩隻，所以除了最後一人，大家遲早都會遇到。剩幾張牌、幾隻貓不是秘密，牌桌上看得到機率。
    .streaking = 爆炸貓和玩家一樣多，其中一隻可能藏在某人手裡。除了最後一人，大家遲早都會遇到。牌桌上的機率把藏起來的貓也當成在抽牌堆裡。
    .barking = 爆炸貓比玩家少一隻；有人被吠出局之後就更多。抽牌堆剩幾張牌、幾隻爆炸貓不是秘密，牌桌上都看得到機率。
guide-setup = 每人開局有 { $hand } 張牌，其中一張是拆除卡。這副牌適合 { $fewest } 到 { $most } 人。
guide-setup-exact = 每人開局有 { $hand } 張牌，其中一張是拆除卡。這副牌剛好 { $players } 人玩。
guide-setup-none = 這副牌沒有人能玩：原本那盒牌改過了。
guide-special = **這一盒的特色：**攻擊卡會疊加，請求卡向一位玩家要牌，開局可能不只一張拆除卡。
    .classic = **這一盒的特色：**每人開局剛好一張拆除卡。攻擊卡不疊加，請求卡向所有人要牌，五張不同也是連擊。6 到 9 人用兩副牌。
    .travel = **這一盒的特色：**沒有請求卡，預見未來卡只看兩張，洗混卡要洗到下一位玩家喊停，出局的人會把手牌的秘密帶走。
    .two-player = **這一盒的特色：**一對一。一隻爆炸貓，三張拆除卡，沒被炸到的人獲勝。
    .imploding = **這一盒的特色：**每人開局剛好一張拆除卡。內爆貓會正面朝上回來，到時拆除卡也沒用；反轉卡改變輪流方向；野貓卡可以當任何一種貓。
    .streaking = **這一盒的特色：**有裸奔貓就能偷偷把一隻爆炸貓藏在手裡。手牌可能被標記給大家看，也可能被詛咒到自己都看不到。攻擊卡會疊加。
    .barking = **這一盒的特色：**兩隻吠叫貓互相找對方，拿著另一隻的人要拆除，不然就爆炸。六張藏牌替戴上力量之塔的人擋小偷。有一種牌誰的回合都能出。攻擊卡會疊加。
guide-here = **在這裡：**「{ button-hand }」讓你看自己的牌，別人看不到。輪到你時會標記你。發呆太久，就自動抽牌。
guide-unofficial = 非官方的粉絲作品，與爆炸貓的製作者無關。玩得開心嗎？去買一盒吧，實體版有圖。

about-exploding-kitten = 抽到就爆炸，除非你有拆除卡。休想卡擋不了，也不會留在任何人手上。
    .streaking = 抽到就爆炸，除非你有拆除卡，或有裸奔貓能把牠藏在手裡。休想卡擋不了。
about-defuse = 抽到爆炸貓時自動救你一命，再由你把爆炸貓放回抽牌堆任何位置。休想卡擋不了。
about-attack = 不抽牌，結束你所有的回合；下一位玩家要玩兩個回合。你正被攻擊的話，剩下的回合也一起轉過去，再加兩個。
    .classic = 不抽牌，結束你所有的回合；下一位玩家要玩兩個回合，不會更多。
about-skip = 不抽牌，結束一個回合。被攻擊時，只抵掉其中一個。
about-favor = 指定一位玩家給你一張牌，給哪張由對方決定。別期待會是好牌。
    .classic = 其他每位玩家都要給你一張牌，給哪張由各人自己決定。
    .two-player = 對手要給你一張牌，給哪張由對方決定。別期待會是好牌。
about-shuffle = 把抽牌堆洗混。不管誰知道些什麼，現在都不算數了。
    .travel = 把抽牌堆洗混，洗到下一位玩家喊停為止。
about-see-the-future = 偷看抽牌堆最上面三張牌，順序也看得到。
    .travel = 偷看抽牌堆最上面兩張牌，順序也看得到。
about-see-the-future-one = 偷看抽牌堆最上面一張牌。
about-nope = 卡牌或連擊生效前，都能擋下來，不是你的回合也行。休想卡也擋得了休想卡。只有爆炸貓和拆除卡不吃這一套。
    .imploding = 卡牌或連擊生效前，都能擋下來，不是你的回合也行。休想卡也擋得了休想卡。只有爆炸貓、內爆貓和拆除卡不吃這一套。
about-cat = 單獨打沒有作用。同一種貓，兩張是成雙成對，三張是三條。
    .classic = 單獨打沒有作用。用來湊成雙成對、三條、五張不同。
about-cat-pairs = 單獨打沒有作用。兩張相同的貓就是成雙成對。

combos-when = 連擊要在自己的回合、抽牌之前打。只看牌名，不管牌的效果，連拆除卡和休想卡都能拿來湊。
combos-pair = **成雙成對：**兩張相同的牌。選一位玩家，隨機偷對方一張牌。
combos-cat-pair = **成雙成對：**自己的回合、抽牌之前，打兩張相同的貓。選一位玩家，隨機偷對方一張牌。這裡沒有別的連擊。
combos-triple = **三條：**三張相同的牌。選一位玩家，再說出一張牌名：對方有，就歸你；沒有，你只換到這個情報。
combos-five = **五張不同：**五張牌，張張不同名。從棄牌堆任拿一張，爆炸貓除外。休想時間過後才選，到時誰都搗亂不了。
combos-cats = 貓咪卡只能配同一種貓。四張相同可以當兩對，或打三條留一張。貓咪的英文名：塔可貓是 Tacocat，西瓜貓是 Cattermelon，毛毛薯貓是 Hairy Potato Cat，鬍子貓是 Beard Cat，彩虹嘔吐貓是 Rainbow-Ralphing Cat。
combos-empty = 手上沒有牌的玩家，沒人搶得了。
combos-nope = 所有連擊都能用休想卡擋。不管有沒有被擋下，牌都算用掉了。

window-what = 每當有人打出卡牌或連擊，都會先在桌上停一會兒。有休想卡的人都能擋，不管輪到誰。
window-chain = 休想卡被另一張休想卡擋下，原本的牌就會生效；再來一張，又擋住了，以此類推。每打一張，休想時間就重新開始。
window-own = 自己的牌，自己不能擋。
window-pass = 「{ button-pass }」表示你沒意見。其他人全都不擋，休想時間就提早結束。結束之前，隨時可以反悔。手牌裡的「{ button-auto-pass }」每次過一會兒就替你選，沒人看得出來；按一下休想卡就取消。
window-late = 兩張休想卡搶著擋同一張牌？先到的算數，另一張留在手上。太晚了？也一樣留著。
window-never = 抽牌、爆炸貓、拆除卡、藏爆炸貓都不能擋，休想時間過後做的選擇也不行。
window-secret = 就算沒有人有休想卡，休想時間也不會提早結束，不然就穿幫了。

house-how = 房主可以在開始前到「{ button-options }」設定。沒設定的，一律照規則書。
house-combos = **連擊：**只准貓咪卡成雙成對；或任何牌都能湊成雙成對和三條；或再加上五張不同。
house-attack = **攻擊卡：**剩下的回合會疊加，或一律兩個回合、不會更多。
house-favor = **請求卡：**一位玩家給牌，或人人都給。
house-self-nope = **自己的牌：**可以對自己打出的牌打休想卡。誰沒有後悔的時候呢。
house-decks = **牌組：**6 到 9 人用兩副，只限經典版。
house-leavers = **中途離開：**由代打接手；或直接出局，再帶走一隻爆炸貓。
house-ghosts = **幽靈：**出局的人看得到所有手牌，只能旁觀。對活著的人沒有任何影響。
house-oracle = **{ button-oracle }**出局的人和旁觀的人可以暗中預測下一個爆炸的是誰。
house-rating = **積分：**兩位以上真人的對局會計分，友誼賽除外。

rules-title-about = 關於這個機器人
rules-tab-about = 關於
bot-operator = **營運者：**{ $text }
bot-contact = **聯絡方式：**{ $text }
bot-privacy = **隱私：**{ $text }
bot-terms = **條款：**{ $text }
bot-source = **原始碼：**{ $text }
# As in English
bot-version = -# Kittens { $text }
