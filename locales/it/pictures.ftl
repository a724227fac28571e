# Descrizioni delle immagini per chi non le può vedere.

alt-card = La carta { $card }
alt-stake = La carta in gioco: { $card }
alt-drawn = La carta che hai pescato: { $card }
alt-kitten = { $card }: ticchetta tra le zampe di { $player }
alt-own-kitten = { $card }: ticchetta tra le tue zampe
alt-winner = Una coppa per { $player }
alt-death = Una lapide per { $player }

panel-cards = Le tue carte: { $cards }
