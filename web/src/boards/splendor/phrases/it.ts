/** What Splendor's rules say, in Italian. */

import type { PhrasesOf } from "../../../lib/refusals.svelte";

export default {
  "refused.over": "La partita è finita.",
  "refused.not-your-turn": "Non tocca a te ma a {seat:seat}.",
  "refused.no-such-seat": "A questo tavolo quel posto non c’è.",
  "refused.no-such-action": "Questa non è un’azione di Splendor.",
  "refused.return-first": "Prima restituisci {surplus:gettone|gettoni}: ne hai {held} e puoi tenerne {limit}.",
  "refused.noble-first": "Prima scegli uno dei nobili che verrebbero da te.",
  "refused.can-still-move": "Puoi ancora fare una mossa; si passa solo quando non si può.",
  "refused.take-nothing": "Prendi almeno un gettone.",
  "refused.take-only-gems": "Si prendono solo gettoni bianchi, blu, verdi, rossi e neri; l’oro arriva con una carta prenotata.",
  "refused.take-in-order": "I colori vanno detti nell’ordine bianco, blu, verde, rosso, nero.",
  "refused.take-three-or-two": "Prendi tre gettoni di colori diversi, o due dello stesso colore.",
  "refused.take-more": "Prendi {needs:gettone|gettoni} di colori diversi: in banca resta un totale di {left:colore|colori}.",
  "refused.pile-empty": "Non ci sono più gettoni: {colour:colour}.",
  "refused.pile-too-small":
    "Per prenderne due uguali ne servono almeno {needs} in banca; {colour:colour}: {left:gettone|gettoni}.",
  "refused.hand-full": "Hai già {limit:carta prenotata|carte prenotate}, e di più non si può.",
  "refused.reserve-only-face-up": "A questo tavolo si prenotano solo carte scoperte.",
  "refused.no-such-deck": "Non c’è un mazzo di livello {level}.",
  "refused.deck-empty": "Il mazzo di livello {level} è vuoto.",
  "refused.no-such-card": "Questa carta non esiste.",
  "refused.card-bought": "{card:card} è già stata comprata.",
  "refused.card-yours": "{card:card} l’hai prenotata tu.",
  "refused.card-reserved": "{card:card} è prenotata da un altro giocatore.",
  "refused.card-not-shown": "{card:card} non è più sul tavolo.",
  "refused.too-dear": "Per questa carta, che ti costa {price:price}, sei a corto di {short:gettone|gettoni}.",
  "refused.payment-malformed": "Si paga con un numero di gettoni per ogni colore e per l’oro.",
  "refused.payment-too-much": "Questa carta ti costa {cost:pile}, non {paid}.",
  "refused.payment-wrong-gold": "Con questi gettoni colorati costa {needs} oro, non {paid}.",
  "refused.not-held": "Hai {held:pile}, non {asked}.",
  "refused.nothing-to-return": "Non c’è nulla da restituire: hai {held:gettone|gettoni} e puoi tenerne {limit}.",
  "refused.return-malformed": "Si restituisce un numero di gettoni per ogni colore e per l’oro.",
  "refused.return-no-gold": "A questo tavolo l’oro non si può restituire.",
  "refused.return-exactly": "Restituisci esattamente {surplus:gettone|gettoni}: ne hai {held} e puoi tenerne {limit}.",
  "refused.no-choice-of-nobles":
    "I nobili vengono da soli alla fine del turno, da chi ha le carte che chiedono; ora non ce n’è da scegliere.",
  "refused.noble-not-coming": "Questo nobile non è tra quelli che verrebbero da te.",

  "line.cards": "Carte",
  "line.cards.detail": "{bought:comprata|comprate}",
  "line.nobles": "Nobili",
  "line.nobles.detail": "{received:ricevuto|ricevuti}",
} satisfies PhrasesOf<"splendor">;
