# The names of cards, editions and paces. Cards are called as in the Traditional Chinese box; the
# five cats keep their English names.

card-exploding-kitten = 爆炸貓
card-defuse = 拆除卡
card-attack = 攻擊卡
card-skip = 跳過卡
card-favor = 請求卡
card-shuffle = 洗混卡
card-see-the-future = 預見未來卡
card-nope = 休想卡
card-tacocat = Tacocat
card-cattermelon = Cattermelon
card-hairy-potato-cat = Hairy Potato Cat
card-beard-cat = Beard Cat
card-rainbow-ralphing-cat = Rainbow-Ralphing Cat

edition-name = 原版
    .classic = 經典版
    .original = 原版
    .travel = 旅行版
    .two-player = 雙人版
    .imploding = 內爆版

pace-fast = 快速
pace-normal = 普通
pace-relaxed = 悠閒
pace-slow = 慢速

# The language's name in itself.
language-name = 繁體中文
# The choice of language that follows Discord's own setting.
language-as-discord-says = 依 Discord 設定
