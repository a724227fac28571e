# The public lobby and the host's options.

lobby-title = Un tavolo per Exploding Kittens
lobby-edition = **{ $edition }** · da { $fewest } a { $most } persone
lobby-edition-exact = **{ $edition }** · { $players } persone
lobby-edition-nobody = **{ $edition }** · con queste opzioni nessun numero di persone va bene
# What the game is, in one line.
lobby-about = Pesca. Non esplodere. Vince chi sopravvive.
lobby-pace = ritmo **{ $pace }**
lobby-house-rules = Regole della casa: { $rules }
lobby-house-cat-pairs = solo coppie di carte Gatto
    .classic = solo coppie di carte senza Istruzioni
lobby-house-special = coppie e tris
    .classic = due o tre dello stesso tipo
lobby-house-special-and-five = coppie, tris e cinque carte diverse
    .classic = due o tre dello stesso tipo e cinque carte diverse
lobby-house-attack-adds-up = gli Attacchi si sommano
lobby-house-attack-resets = gli Attacchi non si sommano mai
lobby-house-favor-one = Favore da una persona sola
    .classic = Cortesia da una persona sola
lobby-house-favor-everyone = Favore da tutto il tavolo
    .classic = Cortesia da tutto il tavolo
lobby-house-self-nope = si può dire no alle proprie carte
lobby-house-two-decks = due mazzi
lobby-house-leavers-out = chi esce non rientra
lobby-house-ghosts = chi è fuori vede tutte le carte
lobby-house-friendly = amichevole, senza punteggi
lobby-first-person = Comincia **{ $player }**
lobby-seats = **{ $taken }** al tavolo
lobby-seat = **{ $player }**
# As in English
lobby-seat-host = **{ $player }** · host
lobby-needs-more = { $missing ->
    [one] Manca una persona e si può iniziare.
   *[other] Mancano { $missing } persone e si può iniziare.
}
lobby-too-many = { $extra ->
    [one] Una persona di troppo per queste opzioni.
   *[other] { $extra } persone di troppo per queste opzioni.
}
lobby-does-not-fit = Queste opzioni non vanno d'accordo. L'host può cambiarle.
lobby-ready = **{ $host }** può dare il via quando non manca più nessuno.
lobby-closes = Se l'host non clicca, si chiude { $deadline }.
lobby-door-closed = La porta è chiusa: chi vuole giocare lo chiede all'host.
lobby-knocking = { $host }, alla porta: { $players }.
lobby-host-away = L'host sembra assente. Chi è al tavolo può prendere il suo posto.
# The lobby after a game, in which those of that game are asked by name.
lobby-rematch = Rivincita
lobby-rematch-asked = Un'altra partita, { $players }?
lobby-rematch-starts = La partita comincia { $deadline }, o appena tutti hanno risposto.

button-join = Entra
button-leave = Esci
# The answers to the call for a rematch.
button-im-in = Ci sto
button-not-this-time = Stavolta no
button-take-over = Diventa host
button-let-in = Fai entrare { $player }
button-door-close = Chiudi la porta
button-door-open = Apri la porta
button-options = Opzioni
button-start = Inizia
button-play-now = { $computers ->
    [one] Gioca subito con un computer
   *[other] Gioca subito con { $computers } computer
}

button-call-players = Chiama giocatori
button-call-me = Chiamami
button-calls-off = Non chiamarmi più
button-allow-calls = Gli host possono chiamare
button-no-calls = Niente chiamate su questo server
calls-on = Quando un host di questo server cerca giocatori, lo vieni a sapere: al massimo una volta in quattro ore. Dopo cinque chiamate senza una tua partita smette da sé. Le tue ore di silenzio sono in </kittens me:0>.
calls-off = Su questo server non ti chiama nessuno.
call-players = 📣 { $players }: { $host } cerca giocatori.

settings-title = Impostazioni di questo server
settings-about = I nuovi tavoli iniziano così; chi li apre può ancora cambiare.
settings-everywhere = I tavoli si possono aprire in ogni canale.
settings-only-in = I tavoli si possono aprire solo qui e nei relativi thread: { $channels }
settings-channels-full = { $most } è il massimo. Togline uno per fare posto.
settings-board-in = Ogni lunedì i vincitori della settimana vanno in { $channel }
settings-board-refused = Discord ha rifiutato i vincitori della settimana in { $channel }, quindi non escono più.
button-board-here = Vincitori della settimana, ogni lunedì, qui
button-no-board = Niente vincitori della settimana
button-only-here = Solo in questo canale
button-also-here = Anche in questo canale
button-not-here = Non in questo canale
button-reset-settings = Ripristina tutto

options-title = Opzioni
options-about = Le vedi solo tu. Il tavolo si aggiorna subito.
button-options-game = Partita
button-options-house = Regole della casa
button-options-look = Altro
button-options-people = Persone
options-remove = Allontana qualcuno
options-hand-over = Cedi la corona
options-person = { $player }
button-options-close = Torna al tavolo
options-option-edition = Edizione: { $edition }
# The second line of an edition in the menu: whom it suits and how it differs, in 100 characters.
options-edition-about = Da { $fewest } a { $most } persone
    .classic = Per iniziare, da { $fewest } a { $most } persone: { $hand } carte, Attacchi mai sommati, Cortesia da tutto il tavolo
    .original = Più feroce, da { $fewest } a { $most } persone: { $hand } carte, Attacchi che si sommano, Favore da una persona
    .travel = Più breve, da { $fewest } a { $most } persone: { $hand } carte, niente Favore, si mescola finché non si dice basta
    .two-player = Un duello, in { $fewest }: { $hand } carte, un gattino, tre Disinnesgatto
    .imploding = Per mani esperte, da { $fewest } a { $most } persone: Originale più 20 carte, un gattino che non si disinnesca
    .streaking = Per facce da poker, da { $fewest } a { $most } persone: Originale più 15 carte, gattini nascosti in mano
    .barking = Per cani da guardia, da { $fewest } a { $most } persone: Originale più 20 carte, una scorta e una torre
options-decks-one = Mazzi: uno
options-decks-two = Mazzi: due
options-decks-two-about = Edizione Classica, da 6 a 9 persone
options-option-pace = Ritmo: { $pace }
options-pace-about = { $turn } a turno, { $choice } a scelta, { $window } per dire no
options-combos-book = Combo: da regolamento
options-combos-cat-pairs = Combo: solo coppie di carte Gatto
    .classic = Combo: solo coppie di carte senza Istruzioni
options-combos-special = Combo: coppie e tris
    .classic = Combo: due o tre dello stesso tipo
options-combos-special-and-five = Combo: coppie, tris, cinque diverse
    .classic = Combo: due, tre, cinque diverse
options-attack-book = Attacco: da regolamento
options-attack-adds-up = Attacco: si somma
options-attack-adds-up-about = Chi risponde con un Attacco passa avanti i turni che doveva, più due
options-attack-resets = Attacco: non si somma mai
options-attack-resets-about = Chi subisce un Attacco gioca due turni, mai di più
options-favor-book = Favore: da regolamento
    .classic = Cortesia: da regolamento
options-favor-one = Favore: da una persona sola
    .classic = Cortesia: da una persona sola
options-favor-everyone = Favore: da tutto il tavolo
    .classic = Cortesia: da tutto il tavolo
options-self-nope-off = Carte proprie: non si bloccano
options-self-nope-on = Carte proprie: si possono bloccare
options-ghosts-off = Niente fantasmi
options-ghosts-on = Fantasmi: vedono le carte
options-first-random = Chi comincia: decide il caso
options-first-person = Chi comincia: { $player }
options-leavers-stand-in = Chi esce: continua una riserva
options-leavers-out = Chi esce: è fuori dalla partita
options-rating-rated = Punteggi: questa partita conta
options-rating-rated-about = Da due persone in su cambia i loro punteggi
options-rating-friendly = Punteggi: partita amichevole
options-rating-friendly-about = Conta nelle statistiche, non cambia i punteggi
options-rating-off = Punteggi: spenti in questo server
options-rating-off-about = Nessuna partita cambia i punteggi, nessun host può scegliere
options-pictures = Con le immagini
options-text-first = Prima il testo
options-text-first-about = Per tutto il tavolo: parole al posto delle immagini
options-option-language = Lingua del tavolo: { $language }
