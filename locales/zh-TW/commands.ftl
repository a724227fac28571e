# Slash commands as Discord registers them: names without spaces, at most 32 characters;
# descriptions at most 100.

command-kittens = kittens
command-kittens-about = 在這個頻道玩爆炸貓（非官方機器人）
command-new = 開桌
command-new-about = 在這個頻道開一桌
command-join = 加入
command-join-about = 在這個頻道的牌桌坐下
command-leave = 離開
command-leave-about = 離開牌桌
command-hand = 手牌
command-hand-about = 看你的手牌，只有你看得到
command-table = 牌桌
command-table-about = 把牌桌移到頻道最下面
command-rules = 規則
command-rules-about = 看看怎麼玩，或某張牌有什麼用
command-me = 個人設定
command-me-about = 這個機器人怎麼跟你說話，以及存了哪些關於你的資料
command-settings = 設定
command-settings-about = 這個伺服器的新牌桌用什麼選項、在哪裡開（給管理者）
command-games = 牌局
command-games-about = 這個頻道和你自己最近的牌局，每一局都能看完整經過
command-end = 結束
command-end-about = 替所有人收掉這個頻道的牌桌

menu-statistics = 爆炸貓統計
menu-story = 這一局的來龍去脈

parameter-edition = 版本
parameter-pace = 節奏
parameter-card = 卡牌
parameter-language = 語言
parameter-thread = 討論串
parameter-new-edition-about = 要開哪一盒（沒意見就用原版）
parameter-new-pace-about = 大家可以想多久
parameter-new-language-about = 公開內容使用的語言
parameter-new-thread-about = 另開討論串來玩，不打擾聊天
parameter-me-language-about = 只有你看得到的內容使用的語言
parameter-text-first = 文字優先
parameter-me-text-first-about = 只有你看得到的內容，以文字代替圖案
parameter-direct-hand = 私訊手牌
parameter-me-direct-hand-about = 遊戲中也用私訊傳手牌給我
parameter-privacy = 隱私
parameter-me-privacy-about = 取得關於你的儲存資料，或將它移除
privacy-data = 把關於我的資料傳給我
privacy-forget = 忘記我
parameter-rules-edition-about = 要看哪一盒的規則
parameter-rules-card-about = 只看這張牌
command-recipe = 食譜
command-recipe-about = 調配自己的牌組，或看看、修改、分享一份
parameter-recipe = 食譜
parameter-new-recipe-about = 一份食譜：名稱或代碼
parameter-recipe-recipe-about = 想看的食譜：名稱或代碼
