# Beschreibungen der Bilder für alle, die sie nicht sehen können.

alt-card = Die Karte { $card }
alt-stake = Die Karte, um die es geht: { $card }
alt-drawn = Die Karte, die du gezogen hast: { $card }
alt-kitten = { $card }: tickt in den Pfoten von { $player }
alt-own-kitten = { $card }: tickt in deinen Pfoten
alt-winner = Ein Pokal für { $player }
alt-death = Ein Grabstein für { $player }

panel-cards = Deine Karten: { $cards }
