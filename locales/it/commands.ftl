# Slash commands as Discord registers them: names in lower case without spaces, at most 32
# characters; descriptions at most 100.

command-kittens = kittens
command-kittens-about = Exploding Kittens in questo canale (bot non ufficiale)
command-new = apri
command-new-about = Apri un nuovo tavolo in questo canale
command-join = entra
command-join-about = Siediti al tavolo di questo canale
command-leave = esci
command-leave-about = Alzati dal tavolo
command-hand = mano
command-hand-about = Mostra le tue carte, solo a te
command-table = tavolo
command-table-about = Riporta il tavolo in fondo al canale
command-rules = regole
command-rules-about = Come si gioca, o che cosa fa una carta
command-me = io
command-me-about = Come ti parla questo bot e che cosa ha salvato su di te
command-settings = impostazioni
command-settings-about = Come iniziano i nuovi tavoli in questo server, e dove (per chi lo gestisce)
command-games = partite
command-games-about = Le ultime partite di questo canale e le tue, ognuna con tutta la sua storia
command-end = chiudi
command-end-about = Chiudi del tutto il tavolo di questo canale

menu-statistics = Statistiche di Kittens
menu-story = La storia di questa partita

parameter-edition = edizione
parameter-pace = ritmo
parameter-card = carta
parameter-language = lingua
# As in English
parameter-thread = thread
parameter-new-edition-about = Quale scatola aprire (Originale, se non fa differenza)
parameter-new-pace-about = Quanto tempo c'è per pensare
parameter-new-language-about = La lingua di ciò che si vede al tavolo
parameter-new-thread-about = Gioca in un thread a parte, senza disturbare la chat
parameter-me-language-about = La lingua di ciò che vedi solo tu
parameter-text-first = prima-il-testo
parameter-me-text-first-about = Parole al posto delle immagini, in ciò che vedi solo tu
parameter-direct-hand = mano-in-privato
parameter-me-direct-hand-about = Mandami la mia mano anche come messaggio privato mentre gioco
# As in English
parameter-privacy = privacy
parameter-me-privacy-about = Ricevi ciò che è salvato su di te, o fallo togliere
privacy-data = Mandami ciò che è salvato su di me
privacy-forget = Dimenticami
parameter-rules-edition-about = Le regole di quale scatola
parameter-rules-card-about = Solo questa carta
command-recipe = ricetta
command-recipe-about = Componi un mazzo tuo, oppure leggine, cambiane e condividine uno
parameter-recipe = ricetta
parameter-new-recipe-about = Una ricetta: il nome o il codice
parameter-recipe-recipe-about = Una ricetta da guardare: il nome o il codice
