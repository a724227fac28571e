# Descriptions of pictures for people who cannot see them.

alt-card = The card { $card }
alt-stake = The card at stake: { $card }
alt-drawn = The card that you drew: { $card }
alt-own-kitten = A ticking { $card } in your paws
alt-winner = A trophy for { $player }

panel-cards = Your cards: { $cards }
