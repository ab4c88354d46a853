/** What Splendor's rules say, in Polish. */

import type { PhrasesOf } from "../../../lib/refusals.svelte";

export default {
  "refused.over": "Gra skończona.",
  "refused.not-your-turn": "To nie twoja kolej; teraz gra {seat:seat}.",
  "refused.no-such-seat": "Przy tym stole nie ma takiego miejsca.",
  "refused.no-such-action": "W Splendorze nie ma takiej akcji.",
  "refused.return-first": "Najpierw oddaj {surplus:żeton|żetony|żetonów}: masz {held}, a zatrzymać możesz {limit}.",
  "refused.noble-first": "Najpierw wybierz jednego z arystokratów, którzy chcą do ciebie przyjść.",
  "refused.can-still-move": "Możesz jeszcze wykonać ruch; pasuje się tylko wtedy, gdy żadnego nie ma.",
  "refused.take-nothing": "Weź co najmniej jeden żeton.",
  "refused.take-only-gems":
    "Brać można tylko żetony białe, niebieskie, zielone, czerwone i czarne; złoto przychodzi z rezerwacją karty.",
  "refused.take-in-order": "Kolory podaje się w kolejności: biały, niebieski, zielony, czerwony, czarny.",
  "refused.take-three-or-two": "Weź trzy żetony w różnych kolorach albo dwa w jednym kolorze.",
  "refused.take-more": "Weź {needs:żeton|żetony|żetonów} w różnych kolorach: w banku {left:kolor|kolory|kolorów}.",
  "refused.pile-empty": "Nie ma już żetonów: {colour:colour}.",
  "refused.pile-too-small":
    "Dwa jednakowe można wziąć, gdy w banku jest ich co najmniej {needs}; {colour:colour}: {left:żeton|żetony|żetonów}.",
  "refused.hand-full": "Masz już {limit:zarezerwowaną kartę|zarezerwowane karty|zarezerwowanych kart} i więcej nie można.",
  "refused.reserve-only-face-up": "Przy tym stole rezerwuje się tylko odkryte karty.",
  "refused.no-such-deck": "Nie ma talii poziomu {level}.",
  "refused.deck-empty": "Talia poziomu {level} jest pusta.",
  "refused.no-such-card": "Nie ma takiej karty.",
  "refused.card-bought": "{card:card}: już kupiona.",
  "refused.card-yours": "{card:card}: zarezerwowana przez ciebie.",
  "refused.card-reserved": "{card:card}: zarezerwowana przez innego gracza.",
  "refused.card-not-shown": "{card:card}: nie ma jej już na stole.",
  "refused.too-dear": "Brakuje ci {short:żetonu|żetonów|żetonów}: ta karta kosztuje cię {price:price}.",
  "refused.payment-malformed": "Zapłata to liczba żetonów każdego koloru i złota.",
  "refused.payment-too-much": "Za tę kartę płacisz: {cost:pile}, nie {paid}.",
  "refused.payment-wrong-gold": "Przy tych kolorowych żetonach potrzeba złota: {needs}, nie {paid}.",
  "refused.not-held": "Masz: {held:pile}, nie {asked}.",
  "refused.nothing-to-return": "Nie ma czego oddawać: masz {held:żeton|żetony|żetonów}, a zatrzymać możesz {limit}.",
  "refused.return-malformed": "Oddaje się liczbę żetonów każdego koloru i złota.",
  "refused.return-no-gold": "Przy tym stole nie oddaje się złota.",
  "refused.return-exactly": "Oddaj dokładnie {surplus:żeton|żetony|żetonów}: masz {held}, a zatrzymać możesz {limit}.",
  "refused.no-choice-of-nobles":
    "Arystokraci przychodzą sami pod koniec tury do tego, kto ma wymagane karty; teraz nie ma kogo wybierać.",
  "refused.noble-not-coming": "Ten arystokrata do ciebie nie przyjdzie.",

  "line.cards": "Karty",
  "line.cards.detail": "{bought:kupiona|kupione|kupionych}",
  "line.nobles": "Arystokraci",
  "line.nobles.detail": "{received:wizyta|wizyty|wizyt}",
} satisfies PhrasesOf<"splendor">;
