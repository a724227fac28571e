# Badges: names, and reasons that are also shown in a menu, where they have at most 100 characters.

over-badges = Nuovi distintivi: { $badges }
stats-badges = Distintivi: { $badges }
button-badges = Distintivi
button-curve = Curva del punteggio
stats-curve = { $games ->
    [one] Punteggio dopo 1 partita
   *[other] Punteggio in { $games } partite
}: all'inizio { $first }, massimo { $highest }, minimo { $lowest }, adesso { $newest }
badges-title = Distintivi di { $person } qui: { $badges } su { $all }
badges-title-all = I tuoi distintivi su tutti i server: { $badges } su { $all }
badges-none = Ancora nessun distintivo. Esplodi un po', e vedrai.

badge-early-exit = Toccata e fuga
reason-early-exit = Esplosione al primo turno. La sedia era ancora fredda.
badge-idler = Pennica vincente
reason-idler = Vittoria senza giocare nemmeno una carta. Anche sonnecchiare è una strategia.
badge-last-word = L'ultima parola
reason-last-word = Il terzo No! sulla stessa carta, o uno ancora dopo. Qualcuno doveva pur dirlo.
badge-gardener = Pollice verde
reason-gardener = Gattini sotterrati, e almeno in due li hanno trovati. Raccolto abbondante.
badge-fish-bone = Fino alla lisca
reason-fish-bone = Vittoria senza carte in mano. Non c'era più niente da perdere.
badge-nine-lives = Sette vite
reason-nine-lives = Almeno tre gattini disinnescati in una partita. Restano quattro vite, se va bene.
badge-speechless = Senza parole
reason-speechless = Esplosione con almeno due No! in mano. Ai gattini non si dice di no.
badge-soup-kitchen = Mensa aperta
reason-soup-kitchen = Vittoria anche se gli altri si sono serviti di almeno quattro carte. Chi fa il bis?
badge-brick-wall = Contro il muro
reason-brick-wall = Almeno tre No! incassati in una partita. Il muro sta benissimo.
badge-hoarder = Formichina
reason-hoarder = Vittoria con almeno dieci carte in mano. Non si sa mai.
# As in English
badge-boomerang = Boomerang
reason-boomerang = Gattino nascosto, nascondiglio dimenticato, e poi rieccolo.
badge-statistically-dead = Morte statistica
reason-statistically-dead = Pescate a rischio 200% o più in tutto, e nessun botto. Meglio non fare i conti.
badge-black-hole = Buco nero
reason-black-hole = Implosione. Dentro c'è più spazio di quanto sembri.
badge-grave-goods = Corredo funebre
reason-grave-goods = Esplosione con almeno otto carte in mano. Messe da parte per tempi migliori.
badge-good-kitty = Micio modello
reason-good-kitty = Vittoria senza un No! e senza prendere carte a nessuno. Gentilezza sospetta.
badge-yes-actually = E invece sì
reason-yes-actually = Un No! contro un No!. Per una volta, due torti fanno una ragione.
badge-coin-on-edge = Moneta in bilico
reason-coin-on-edge = Pescata a rischio 50% o più, e nessun botto. La moneta gira ancora.
badge-thoughtful-host = Pensierino
reason-thoughtful-host = Gattino nascosto, e qualcuno l'ha trovato. È il pensiero che conta.
badge-runner-up = Per un baffo
reason-runner-up = Ultima eliminazione a un tavolo di quattro o più. I baffi fumano ancora.
badge-last-purr = Ultime fusa
reason-last-purr = Vittoria. Tutti gli altri avevano altri impegni.
