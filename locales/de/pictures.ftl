# Beschreibungen der Bilder für alle, die sie nicht sehen können.

alt-card = Die Karte { $card }
alt-stake = Die Karte, um die es geht: { $card }
alt-drawn = Die Karte, die du gezogen hast: { $card }
alt-own-kitten = { $card }: tickt in deinen Pfoten
alt-winner = Ein Pokal für { $player }

panel-cards = Deine Karten: { $cards }
