# Computer players, seats that a computer plays for a person, and votes to continue without a slow
# player.

# The strengths of computer players, used in lists, on buttons and in choices of commands.
strength-kitten = 小貓（會失手）
strength-cat = 家貓（打得穩）
strength-tiger = 老虎（算得遠）
# The same, where there is no room to explain them.
kind-kitten = 小貓
kind-cat = 家貓
kind-tiger = 老虎

# The menu of the lobby that adds and removes computers.
lobby-add-computer = 加一位電腦玩家……
button-add-kitten = 加一隻小貓（會失手）
button-add-cat = 加一隻家貓（打得穩）
button-add-tiger = 加一隻老虎（算得遠）
button-remove-computer = 移除電腦玩家
lobby-seat-computer = **{ $player }** · { $strength }

table-turn-computer = **{ $player }** 思考中

# Votes to continue without a slow player.
button-vote-away = 不等 { $player } 了
table-votes = 不等 **{ $player }** 了：需要 { $needed } 票，已有 **{ $votes }** 票
notice-voted = 投票成功，局面一有變化就失效。其他玩家過半數同意就通過。
notice-voted-away = 那位玩家現在由電腦代打，等本人按一下就換回來。
refusal-nobody-waits = 現在沒有人在等那位玩家，沒什麼好投票的。
refusal-vote-too-soon = 給對方一點時間，{ $deadline } 才能投票。
refusal-voted-already = 你的票已經算進去了。其他玩家過半數同意就通過。
refusal-no-computer = 這一桌沒有電腦玩家。

over-won-by-computer = **{ $player }** · 代打贏了，本人算中途離開

# Remarks of computer players after public events. `$variant` selects one of three.
remark-line = **{ $player }**：「{ $remark }」
remark-nope = { $variant ->
    [0] 有我在，想都別想。
    [1] 我看不行。
   *[2] 不行不行不行。
}
remark-defuse = { $variant ->
    [0] 好險。
    [1] 少了一條命，還有八條。
   *[2] 沒人看到我冒汗。我是電腦嘛。
}
remark-explode = { $variant ->
    [0] 替我跟滑鼠說，我愛它。
    [1] 程式不是這樣寫的啊。
   *[2] 我犯了一個小小的錯。
}
remark-farewell = { $variant ->
    [0] 安息吧，每一塊都是。
    [1] 很好，少一個人搶牌。
   *[2] 我還聞得到毛燒焦的味道。
}
remark-robbed = { $variant ->
    [0] 喂！那張我正要用。
    [1] 我會記住的。我什麼都記得住。
   *[2] 拿去啊，我才不在乎。
}
remark-robs = { $variant ->
    [0] 感激不盡。
    [1] 到手就是我的。
   *[2] 我對牌不對人。
}
remark-attacked = { $variant ->
    [0] 這麼多回合？都給我？
    [1] 你會後悔的。
   *[2] 我也從來沒喜歡過你。
}
remark-draw = { $variant ->
    [0] 呼嚕。
    [1] 全在計算之中。
   *[2] 還活著。
}

parameter-computers = 電腦玩家
parameter-strength = 實力
parameter-watch = 觀戰
parameter-new-computers-about = 要幾個電腦玩家陪你玩；座位全被坐滿的話，你就觀戰
parameter-new-strength-about = 電腦有多會玩（沒意見就用打得穩的家貓）
parameter-new-watch-about = 座位全給電腦，馬上開打，你來觀戰
