# Ricette: mazzi fatti in casa. Le etichette di menu e pulsanti sono brevi; un telefono mostra una trentina di lettere.

recipe-unnamed = Una ricetta
recipe-house = Tutte le altre regole le decide la ricetta, e nemmeno l'host le cambia. Una partita con una ricetta non vale mai per i punteggi.
recipe-label = { $recipe }
# As in English
recipe-copies = { $card }: { $amount }
recipe-box = Nella scatola: { $amount } × { $card }
recipe-hazard = Nel mazzo: { $amount } × { $card }
recipe-hazard-fewer = Nel mazzo, { $amount ->
    [0] uno a testa
    [one] persone meno uno
   *[other] persone meno { $amount }
}: { $card }
recipe-at-least = Nel mazzo, almeno { $amount }: { $card }
recipe-dealt = Carte, più Disinnesgatto: { $amount }
recipe-stash = Carte nella scorta: { $amount }
recipe-depth = Mostra { $amount ->
    [one] una carta
   *[other] { $amount } carte
}: { $card }
recipe-spare-before = Anche in mano: Disinnesgatti extra
recipe-spare-after = Solo nel mazzo: Disinnesgatti extra
recipe-spare-no-limit = Extra: senza limite
recipe-spare-limit = Extra limitati fino a { $players } persone
recipe-spares-kept = Extra entro il limite: { $amount }
recipe-shuffle-at-once = Mescola: subito
recipe-shuffle-stopped = Mescola: finché qualcuno dice basta
recipe-dead-discarded = La mano di chi esce: scoperta
recipe-dead-set-aside = La mano di chi esce: segreta

recipe-error-copies = { $card }: { $found } sono troppe, al massimo { $most }.
recipe-error-cards = { $found } carte sono troppe: al massimo { $most } in tutto.
recipe-error-titles = { $found } carte diverse non entrano nel menu di una mano: al massimo { $most } oltre ai gattini.
recipe-error-players = A un tavolo si gioca da { $least } a { $most }.
recipe-error-depth = { $card } mostra da 1 a { $most } carte.
recipe-error-set-aside = La mano di chi esce non può restare segreta in un mazzo con { $card }.
recipe-error-single = { $card }: in una partita ce ne sta una sola.
recipe-error-hazard-copies = In { $players } a questo mazzo servono almeno { $least } { $card }.
recipe-error-few-hazards = In { $players } servono almeno { $least } gattini nel mazzo, per esempio { $card }.
recipe-error-many-hazards = In { $players } nel mazzo ci stanno al massimo { $most } gattini: per ognuno serve una carta { $card }.
recipe-error-defuses = In { $players } a questo mazzo servono almeno { $least } { $card }.
recipe-error-stash = La scorta è troppo grande: al massimo { $most } carte.
recipe-error-dealt = In { $players } si danno al massimo { $most } carte a testa.

recipe-cookbook = Ricettario
recipe-cookbook-about = Scegli una ricetta da leggere, cambiare e condividere, oppure parti da una scatola.
recipe-shelf-own = Le tue ricette
recipe-shelf-server = Ricette di questo server
recipe-shelf-built-in = Ricette della casa
recipe-shelf-boxes = Parti da una scatola
button-recipes-all = Permetti di nuovo ogni mazzo
button-recipes-listed = Tavoli: solo ricette del server
recipe-title = Ricetta: { $recipe }
recipe-new = Una nuova ricetta
recipe-facts = { $cards } carte, per { $players } persone
recipe-facts-nobody = { $cards } carte, ma per ora non ci può giocare nessuno
recipe-risk = Gattino al primo giro: { $percent }%
# As in English
recipe-group = Parte della ricetta
    .deal = Carte iniziali
    .defuses = Disinnesgatti
    .exploding = Exploding Kitten
    .imploding = Imploding Kitten
    .stash = Altri gattini, e la scorta
    .cats = Gatti
    .combos = Altri gatti, e combo
    .attacks = Attacchi
    .skips = Uscire da un turno
    .looks = Vedere il futuro
    .orders = Cambiare il futuro
    .shuffles = Mescolare e seppellire
    .nopes = No! e maledizioni
    .favors = Favori e furti
    .everybody = Per tutti, e chi esce
    .try = Assaggia
recipe-try = I computer la giocano 2000 volte
recipe-try-with = In { $players }
recipe-trial-turns = **{ $games }** partite in { $players }: in media { $turns } turni.
recipe-trial-seats = Vittorie per posto, in percentuale: { $shares }
recipe-trial-ends = Usciti di scena, in percentuale: per esplosione { $exploded }, per implosione { $imploded }, a forza di latrati { $barked }
button-recipe-save = Salva
button-recipe-delete = Elimina
button-recipe-to-server = Per il server
button-recipe-off-server = Via dal server
button-recipe-share = Condividi
button-recipe-open = Apri un tavolo così
recipe-unchanged = Carta per carta la scatola **{ $edition }**
recipe-changes = **{ $edition }**, però: { $changes }
recipe-name-title = Come si chiama?
recipe-name-label = Nome
lobby-recipe = **{ $recipe }**, una ricetta da **{ $edition }**, per { $players } persone
lobby-recipe-nobody = **{ $recipe }**, una ricetta che non si può giocare: la sua scatola è cambiata

error-recipe-code = Non è il codice di una ricetta. Un codice ha fino a 60 lettere e cifre.
error-recipe-later = Il codice viene da una versione successiva del bot. Questa non lo sa ancora leggere.
error-recipe-damaged = Nel codice c'è un errore, oppure la sua scatola è cambiata. Copialo di nuovo, per intero.
error-recipe-unknown = Qui non c'è una ricetta con quel nome. Va bene anche un codice.
error-recipes-full = La lista è piena: { $most } ricette. Prima eliminane una.
error-recipe-name = In un nome ci vogliono lettere che si vedano.
error-recipes-listed = Su questo server si aprono tavoli solo con le ricette del server. </kittens recipe:0> le elenca.

# The recipes that come with the bot: a name of at most 32 characters, and a joke of at most 100.
recipe-built-in = Ricetta della casa
    .blind-date = Appuntamento al buio
    .den-of-thieves = Covo di ladri
    .fortune-tellers = Indovini
    .hot-potato = Patata bollente
    .minefield = Campo minato
    .nope-war = Guerra dei No
    .one-defuse = Un Disinnesgatto a testa
    .only-cats = Solo gatti
    .party-of-nine = Festa in nove
    .ten-minutes = Dieci minuti
recipe-built-in-about = Cucinata dal bot.
    .blind-date = Maledizioni e segni: vedi le carte di tutto il tavolo, tranne le tue.
    .den-of-thieves = Niente resta a lungo nella stessa mano. Conta le tue carte, poi contale di nuovo.
    .fortune-tellers = Tutto il tavolo sa che cosa arriva, e tutto il tavolo lo cambia.
    .hot-potato = Attacchi da ogni parte. Qualcuno finisce con nove turni, e non li aveva chiesti.
    .minefield = Più gattini che posti, e tutto quel che serve per girarci intorno in punta di zampe.
    .nope-war = Sedici No! La diplomazia ha fallito, come deve essere.
    .one-defuse = Uno a testa e nessuno in più. Scegli bene la tua esplosione.
    .only-cats = L'unica via è il furto. Come nella vita vera con i gatti.
    .party-of-nine = Tutte le scatole in un mazzo, fino a nove. Qualcuno doveva leggere le regole.
    .ten-minutes = Una partita corta per una fila lunga.
