# Descrizioni delle immagini per chi non le può vedere.

alt-card = La carta { $card }
alt-stake = La carta in gioco: { $card }
alt-drawn = La carta che hai pescato: { $card }
alt-own-kitten = { $card }: ticchetta tra le tue zampe
alt-winner = Una coppa per { $player }

panel-cards = Le tue carte: { $cards }
