# 食譜：自己調配的牌組。選單與按鈕的文字要短。

recipe-unnamed = 私房食譜
recipe-house = 其他規則都寫在食譜裡，房主也改不了。照食譜玩的對局一律不計分。
recipe-label = { $recipe }
recipe-copies = { $card }：{ $amount } 張
recipe-hazard = 抽牌堆裡的{ $card }：{ $amount } 張
recipe-hazard-fewer = 抽牌堆裡的{ $card }：{ $amount ->
    [0] 和人數一樣多
    [1] 比人數少一張
   *[other] 比人數少 { $amount } 張
}
recipe-at-least = 抽牌堆裡的{ $card }：至少 { $amount } 張
recipe-dealt = 除了拆除卡，每人發：{ $amount } 張
recipe-stash = 藏牌：{ $amount } 張
recipe-depth = { $card }可看：{ $amount } 張
recipe-spare-before = 多的拆除卡：一起發
recipe-spare-after = 多的拆除卡：只進抽牌堆
recipe-spare-no-limit = 多的拆除卡：不設限
recipe-spare-limit = 多的拆除卡：{ $players } 人以下設限
recipe-spares-kept = 設限時多的拆除卡：{ $amount } 張
recipe-shuffle-at-once = 洗牌：立刻洗好
recipe-shuffle-stopped = 洗牌：有人喊停為止
recipe-dead-discarded = 出局者的手牌：亮給大家看
recipe-dead-set-aside = 出局者的手牌：保密

recipe-error-copies = { $card }有 { $found } 張太多了，最多 { $most } 張。
recipe-error-cards = 一共 { $found } 張牌太多了，最多 { $most } 張。
recipe-error-titles = { $found } 種牌放不進手牌選單：除了要命的貓，最多 { $most } 種。
recipe-error-players = 一桌可坐 { $least } 到 { $most } 人。
recipe-error-depth = { $card }可看 1 到 { $most } 張。
recipe-error-set-aside = 牌組裡有{ $card }，出局者的手牌就不能保密。
recipe-error-single = 一局只能有一張{ $card }。
recipe-error-hazard-copies = { $players } 人玩時，這副牌至少要有 { $least } 張{ $card }。
recipe-error-few-hazards = { $players } 人玩時，抽牌堆裡至少要有 { $least } 張要命的貓，例如{ $card }。
recipe-error-many-hazards = { $players } 人玩時，抽牌堆裡最多放 { $most } 張要命的貓：每張都要配一張{ $card }。
recipe-error-defuses = { $players } 人玩時，這副牌至少要有 { $least } 張{ $card }。
recipe-error-stash = 藏牌太多了，最多 { $most } 張。
recipe-error-dealt = { $players } 人玩時，每人最多發 { $most } 張。

recipe-cookbook = 食譜集
recipe-cookbook-about = 挑一份食譜來看、修改、分享，或從一盒牌開始。
recipe-shelf-own = 你的食譜
recipe-shelf-server = 這個伺服器的食譜
recipe-shelf-built-in = 本店食譜
recipe-shelf-boxes = 從一盒牌開始
button-recipes-all = 重新開放所有牌組
button-recipes-listed = 新桌只用伺服器的食譜
recipe-title = 食譜：{ $recipe }
recipe-new = 新食譜
recipe-facts = { $cards } 張牌，{ $players } 人玩
recipe-facts-nobody = { $cards } 張牌，還沒有人能玩
recipe-risk = 第一輪就抽到貓的機率：{ $percent }%
recipe-group = 食譜的一部分
    .deal = 發牌與藏牌
    .defuses = 拆除卡
    .exploding = 爆炸與吠叫
    .imploding = 內爆與裸奔
    .cats = 貓咪卡
    .combos = 更多貓咪與連擊
    .attacks = 攻擊
    .skips = 逃過回合
    .looks = 看未來
    .orders = 改未來
    .shuffles = 洗牌與埋牌
    .nopes = 休想與詛咒
    .favors = 要牌與搶牌
    .everybody = 人人有份與出局者
    .try = 試吃
recipe-try = 讓電腦玩 2000 局
recipe-try-with = { $players } 人
recipe-trial-turns = { $players } 人玩 **{ $games }** 局，平均 { $turns } 個回合。
recipe-trial-seats = 各座位勝率（%）：{ $shares }
recipe-trial-ends = 出局方式（%）：爆炸 { $exploded }、內爆 { $imploded }、吠叫 { $barked }
button-recipe-save = 儲存
button-recipe-delete = 刪除
button-recipe-to-server = 存到伺服器
button-recipe-off-server = 移出伺服器清單
button-recipe-share = 分享
button-recipe-open = 用這個開桌
recipe-unchanged = 和**{ $edition }**一張不差
recipe-changes = **{ $edition }**，不同之處：{ $changes }
recipe-name-title = 叫什麼名字？
recipe-name-label = 名稱
lobby-recipe = **{ $recipe }**，取自**{ $edition }**的食譜，{ $players } 人玩
lobby-recipe-nobody = **{ $recipe }**：這份食譜沒有人能玩，原本那盒牌改過了

error-recipe-code = 這不是食譜代碼。代碼最多 60 個字母和數字。
error-recipe-later = 這個代碼來自更新版的機器人，在這裡還讀不懂。
error-recipe-damaged = 代碼有誤，或原本那盒牌改過了。請再完整複製一次。
error-recipe-unknown = 這裡沒有這個名字的食譜。也可以輸入代碼。
error-recipes-full = 清單滿了：{ $most } 份食譜。請先刪掉一份。
error-recipe-name = 名稱要有看得見的字。
error-recipes-listed = 這個伺服器只能用伺服器自己的食譜開桌，請看 </kittens recipe:0> 的清單。

# The recipes that come with the bot: a name of at most 32 characters, and a joke of at most 100.
recipe-built-in = 本店食譜
    .blind-date = 盲目約會
    .den-of-thieves = 賊窩
    .fortune-tellers = 算命街
    .hot-potato = 燙手山芋
    .minefield = 地雷區
    .nope-war = 休想大戰
    .one-defuse = 一人一張拆除卡
    .only-cats = 只有貓
    .party-of-nine = 九人派對
    .ten-minutes = 十分鐘
recipe-built-in-about = 機器人親手煮的。
    .blind-date = 詛咒和記號：人人的牌你都看得到，除了自己的。
    .den-of-thieves = 沒有牌能在手上待久。數一數你的牌，再數一次。
    .fortune-tellers = 人人都知道接下來是什麼，人人都去改它。
    .hot-potato = 攻擊從四面八方來，總有人莫名其妙欠下九個回合。
    .minefield = 貓比人多，躲貓的工具也應有盡有。
    .nope-war = 十六張休想卡。外交失敗，理應如此。
    .one-defuse = 每人一張，多的沒有。好好挑你的爆炸。
    .only-cats = 除了偷沒有別的路，就和養貓一樣。
    .party-of-nine = 所有盒子混成一副，最多九人。早該有人先讀規則的。
    .ten-minutes = 排隊很長，一局很短。
