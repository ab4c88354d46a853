/** How Masters of Renaissance is taught, in Italian. */

import type { Catalogue } from "../../../contract";

export default {
  "rules.goal": "Scopo",
  "rules.goal.1": "Commerci, costruisci una bottega di carte e avanzi sul tracciato fede. Alla fine vince chi ha più punti.",
  "rules.goal.2": "Si finisce quando qualcuno compra la settima carta o arriva all’ultima casella del tracciato fede.",
  "rules.turn": "Un turno",
  "rules.turn.1":
    "Fai esattamente una di tre cose: prendi dal mercato, compra una carta o produci. Prima o dopo puoi giocare o scartare leader; i ripiani li riordini quando vuoi durante il tuo turno.",
  "rules.turn.2":
    "Chi inizia non ha nulla. Il secondo giocatore parte con una risorsa a scelta, il terzo con una e un passo di fede, il quarto con due e un passo di fede.",
  "rules.market": "Prendere dal mercato",
  "rules.market.1": "Scegli una riga o una colonna con la sua freccia: ricevi ciò che valgono tutte le sue biglie.",
  "rules.market.2": "Le biglie bianche non danno niente (salvo che un tuo leader dica altro), una rossa è un passo di fede.",
  "rules.market.3": "Poi la biglia sullo scivolo viene spinta dentro, e quella che esce finisce sullo scivolo.",
  "rules.store": "Riporre",
  "rules.store.1":
    "Il magazzino ha tre ripiani, per una, due e tre risorse. Ogni ripiano tiene un solo tipo, e nessun tipo sta su due ripiani.",
  "rules.store.2":
    "Ciò che non puoi o non vuoi tenere lo scarti: per ogni risorsa scartata tutti gli altri avanzano di un passo di fede.",
  "rules.store.3": "Il forziere non ha limiti, ma lo riempiono solo le produzioni. Paghi da dove vuoi.",
  "rules.buy": "Comprare una carta",
  "rules.buy.1": "È in vendita solo la prima carta di ogni mazzo. Paghi quanto è stampato nella parte alta.",
  "rules.buy.2":
    "Va in uno dei tre spazi: livello I in uno vuoto, livello II sopra una carta di livello I, livello III sopra una di livello II.",
  "rules.buy.3": "Una carta coperta non produce più, ma i suoi punti contano.",
  "rules.produce": "Produrre",
  "rules.produce.1":
    "Attivi tutte le produzioni che puoi pagare: le carte in cima ai tuoi spazi, quella base (due risorse qualsiasi diventano una) e quelle dei leader. Ciascuna una volta.",
  "rules.produce.2": "Si paga tutto prima di ricevere qualcosa: ciò che è prodotto non serve nello stesso turno.",
  "rules.produce.3": "Le risorse vanno nel forziere; la fede muove subito il tuo segnalino.",
  "rules.leaders": "Leader",
  "rules.leaders.1": "Ne tieni due su quattro. Nessuno li vede finché non sono giocati.",
  "rules.leaders.2":
    "Per giocarne uno devi possedere in quel momento ciò che chiede; non si paga niente. Poi abilità e punti sono tuoi per sempre.",
  "rules.leaders.3": "Un leader che non ti serve si può scartare per un passo di fede.",
  "rules.faith": "Fede e papa",
  "rules.faith.1":
    "Il tracciato ha 25 caselle, da 0 a 24. Il numero in grassetto sull’ultima che hai superato è quanto vale alla fine.",
  "rules.faith.2":
    "Quando il primo segnalino arriva a una casella del papa (8, 16, 24), chi è nella sezione segnata prima di essa, o oltre, vince la tessera: 2, 3, 4 punti. Gli altri perdono la loro.",
  "rules.faith.3": "Ognuno dei tre rapporti avviene una volta sola.",
  "rules.scoring": "Punteggio",
  "rules.scoring.1": "Carte: i punti di tutte quelle comprate, anche coperte.",
  "rules.scoring.2": "Fede: quanto vale la tua ultima casella segnata (1, 2, 4, 6, 9, 12, 16 o 20; non si sommano).",
  "rules.scoring.3": "Favore del papa: le tessere che hai vinto.",
  "rules.scoring.4": "Leader: i punti di quelli giocati.",
  "rules.scoring.5": "Risorse: un punto ogni cinque rimaste, dovunque siano.",
  "rules.scoring.6": "In parità vince chi ha più risorse.",
  "rules.end": "La fine",
  "rules.end.1": "Dopo una settima carta o la casella 24 si finisce il giro, così tutti hanno avuto gli stessi turni.",
  "rules.end.2": "Poi si contano i punti.",
  "rules.solo": "Da soli contro Lorenzo",
  "rules.solo.1": "Dopo ogni tuo turno Lorenzo rivela un segnalino: elimina due carte di un colore o muove la sua croce nera.",
  "rules.solo.2": "La croce chiama i rapporti del papa come un segnalino. Ogni risorsa che scarti la muove di un passo.",
  "rules.solo.3":
    "Perdi se finiscono le carte di un colore o la croce arriva a 24; vinci con la tua settima carta o alla casella 24.",

  "legend.coin": "Moneta",
  "legend.stone": "Pietra",
  "legend.servant": "Servitore",
  "legend.shield": "Scudo",
  "legend.faith": "Fede: un passo sul tracciato, non si conserva",
  "legend.any": "Una risorsa qualsiasi, a tua scelta",
  "legend.marble.yellow": "Biglia gialla: una moneta",
  "legend.marble.grey": "Biglia grigia: una pietra",
  "legend.marble.purple": "Biglia viola: un servitore",
  "legend.marble.blue": "Biglia blu: uno scudo",
  "legend.marble.red": "Biglia rossa: una fede",
  "legend.marble.white": "Biglia bianca: niente",
  "legend.card":
    "Una carta. In alto colore, livello e punti; in mezzo quanto costa; in basso che cosa trasforma in che cosa quando produce.",
  "legend.colour.green": "Carte verdi",
  "legend.colour.blue": "Carte blu",
  "legend.colour.yellow": "Carte gialle",
  "legend.colour.purple": "Carte viola",
  "legend.leader.discount":
    "Leader: le carte costano una di quella risorsa in meno. In alto ciò che serve, accanto i suoi punti.",
  "legend.leader.depot": "Leader: altri due posti per quella risorsa",
  "legend.leader.white": "Leader: le biglie bianche danno quella risorsa",
  "legend.leader.production": "Leader: quella risorsa diventa una a tua scelta e una fede",
  "legend.pope": "Casella del papa: il primo segnalino che vi arriva chiama un rapporto",
  "legend.tile.down": "Favore del papa, non ancora deciso",
  "legend.tile.up": "Favore del papa, vinto",
  "legend.tile.lost": "Favore del papa, perso",
  "legend.cross": "La croce nera di Lorenzo, quando si gioca da soli",

  "about.slide": "La biglia che sarà spinta nella linea che qualcuno prende.",
  "about.marble": "Si prende l’intera riga o colonna con la freccia alla sua estremità.",
  "about.line": "Prende tutte le biglie di questa linea, e spinge dentro da qui quella sullo scivolo.",
  "about.card":
    "In vendita: in mezzo il costo, in basso ciò che produce, in alto a destra i punti. Il livello II vuole sotto una carta di livello I, il livello III una di livello II.",
  "about.basic": "Paghi due risorse qualsiasi per una a tua scelta. Una volta per turno, insieme alle carte.",
  "about.slot": "Qui stanno le tue carte, una sull’altra; produce quella in cima. Contano anche i punti di quelle coperte.",
  "about.leader": "In alto ciò che devi possedere per giocarlo, in basso ciò che fa poi. Scartato, vale un passo di fede.",
  "about.depot": "Il posto in più di un leader, per due risorse di un tipo.",
  "about.shelf": "Ripiani per una, due e tre risorse: un tipo su ciascuno, e nessun tipo su due.",
  "about.box": "Lo riempiono solo le produzioni, senza limiti. Si può pagare da qui.",
  "about.favour":
    "Tessere del favore del papa, 2, 3 e 4 punti: ne vinci una se sei abbastanza avanti quando qualcuno arriva alla sua casella del papa.",
  "about.pope":
    "Chi arriva qui per primo chiama un rapporto: chi è nella sezione segnata o oltre vince la tessera, gli altri perdono la loro.",
  "about.faith":
    "I numeri in grassetto sono punti alla fine: conta l’ultimo superato. Le sezioni prima di una casella del papa sono segnate.",
  "about.lorenzo": "Il tuo avversario quando giochi da solo: dopo ogni tuo turno rivela uno di questi segnalini.",
  "about.discard": "Rinunci: per ogni risorsa tutti gli altri avanzano di un passo di fede.",
  "about.rearrange": "Scambia il contenuto di due ripiani, quante volte vuoi.",
  "about.collect": "Conclude la produzione: ciò che è prodotto va nel forziere.",
  "about.revert": "Non si produce niente; quanto pagato torna indietro.",
  "about.end": "Conclude il tuo turno. Prima si possono ancora giocare leader.",
  "about.bonus": "Una risorsa per cominciare, perché non sei il primo giocatore: va su un ripiano.",
  "about.pending": "Dal mercato: va messa su un ripiano, o scartata.",
  "about.other": "La plancia di un altro: ripiani, forziere, carte, leader e tessere.",

  "hint.keep":
    "Scegli due leader da tenere. In basso ciò che uno fa, in alto ciò che devi possedere per giocarlo. Leader che chiedono carte dello stesso tipo stanno bene insieme.",
  "hint.keep.do": "Ne hai scelti due: tienili. Nessun altro li vede.",
  "hint.bonus": "Non sei il primo, quindi cominci con una risorsa: scegline una.",
  "hint.bonus.shelf": "Mettila su un ripiano. Quello piccolo va bene per una risorsa sola.",
  "hint.leader": "Possiedi tutto ciò che questo leader chiede: giocalo. Non costa niente.",
  "hint.play": "Premi qui e il leader è in gioco: punti e abilità sono tuoi.",
  "hint.card": "Questa carta la puoi pagare. Le carte portano punti e produzioni: premila.",
  "hint.slot": "Scegli lo spazio: il livello I ne vuole uno vuoto, il II o il III uno la cui carta è di un livello più basso.",
  "hint.view.cards": "Puoi pagare una carta: guarda le carte.",
  "hint.view.market": "Guarda il mercato.",
  "hint.produce": "Puoi pagare ciò che questa carta chiede: premila per produrre.",
  "hint.produce.more": "Anche questa può produrre.",
  "hint.collect": "Nient’altro può produrre: ritira. Le risorse vanno nel tuo forziere.",
  "hint.basic":
    "Per ciò che porta il mercato c’è poco posto. La produzione di base trasforma due risorse qualsiasi in una a tua scelta: premila.",
  "hint.choose.pay": "Si pagano due risorse: scegli quella che ti serve meno.",
  "hint.choose.get": "Scegli ciò che la prossima carta richiede. Va nel forziere.",
  "hint.pay": "Paga.",
  "hint.row":
    "Non puoi ancora comprare né produrre, quindi prendi risorse: di questa riga puoi tenerne {n}, fede compresa. Premi la sua freccia.",
  "hint.column":
    "Non puoi ancora comprare né produrre, quindi prendi risorse: di questa colonna puoi tenerne {n}, fede compresa. Premi la sua freccia.",
  "hint.row.more":
    "Produrre ora porterebbe poco, e nessuna carta si può comprare: di questa riga puoi tenere {n}, fede compresa. Premi la sua freccia.",
  "hint.column.more":
    "Produrre ora porterebbe poco, e nessuna carta si può comprare: di questa colonna puoi tenere {n}, fede compresa. Premi la sua freccia.",
  "hint.take": "Queste biglie sarebbero tue. Prendile.",
  "hint.white": "I tuoi leader trasformano le biglie bianche in risorse: scegli quale.",
  "hint.pending": "Scegli quale risorsa riporre per prima.",
  "hint.store": "Mettila su un ripiano illuminato: un tipo per ripiano, e più ne aspetti, più grande il ripiano.",
  "hint.full": "Non c’è posto. Puoi riordinare i ripiani; se la scarti, gli altri fanno un passo di fede.",
  "hint.end": "La tua azione è fatta: termina il turno.",

  "note.1": "I punti vengono da carte, fede, tessere del papa, leader e risorse rimaste; le regole sono sotto il ? in alto.",
  "note.2": "Le prime carte, di livello I, costano poco e rendono possibili le altre.",
  "note.3": "Ogni biglia rossa è un passo sul tracciato in alto: sii nella sezione segnata quando qualcuno arriva dal papa.",
  "note.4": "Nel forziere le risorse sono al sicuro: piccoli sono solo i ripiani.",
  "note.5": "Una linea che non sai dove riporre è un regalo per gli altri: una fede per ogni risorsa.",
  "note.6": "Si finisce con la settima carta di qualcuno o alla fine del tracciato fede: tieni d’occhio entrambi.",
} satisfies Catalogue;
