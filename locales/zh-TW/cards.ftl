# The names of cards, editions and paces. Cards are called as in the Traditional Chinese box, which
# has no names for the five cats: those are our own, and the rules of combos give the English ones.

card-exploding-kitten = 爆炸貓
card-defuse = 拆除卡
card-attack = 攻擊卡
card-skip = 跳過卡
card-favor = 請求卡
card-shuffle = 洗混卡
card-see-the-future = 預見未來卡
card-nope = 休想卡
card-tacocat = 塔可貓
card-cattermelon = 西瓜貓
card-hairy-potato-cat = 毛毛薯貓
card-beard-cat = 鬍子貓
card-rainbow-ralphing-cat = 彩虹嘔吐貓

edition-name = 原版
    .classic = 經典版
    .original = 原版
    .travel = 旅行版
    .two-player = 雙人版
    .imploding = 內爆版
    .streaking = 裸奔版
    .barking = 吠叫版

pace-fast = 快速
pace-normal = 普通
pace-relaxed = 悠閒
pace-slow = 慢速

# The language's name in itself.
language-name = 繁體中文
# The choice of language that follows Discord's own setting.
language-as-discord-says = 依 Discord 設定
