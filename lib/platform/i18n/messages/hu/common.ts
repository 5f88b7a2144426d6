import { failure } from "./failure.ts";

export const common = {
  product: "Bankside",
  foot: "Fizetés bankszámláról – Bankside",
  testMode: "Tesztüzem – nem valódi pénz",
  test: "Teszt",
  payee: "Kedvezményezett",
  order: "Rendelés",
  amount: "Összeg",
  reference: "Hivatkozás",
  time: "Időpont",
  iban: "IBAN",
  back: "Vissza",
  returnToShop: "Vissza ide: {payee}",
  notFoundTitle: "Itt nincs semmi",
  notFoundLead: "Ez a cím nem vezet sehová. Lehet, hogy elírás van benne, vagy már nem érvényes.",
  homeLink: "A kezdőlapra",
  ...failure,
  outage: {
    title: "Jelenleg nem vagyunk elérhetők",
    lead: "Semmi nem veszett el, és az oldal megnyitásával nem történt fizetés. Kérjük, próbálja újra kis idő múlva: az oldal akkor mutatja, mi a helyzet.",
    again: "Újra",
  },
  problem: {
    transaction_in_progress:
      "Bankja már dolgozik ezen a fizetésen, ezért az itt már nem módosítható.",
    transaction_final: "Ez a fizetés már lezárult, ezért nem módosítható.",
    attempts_exhausted:
      "Ennél a fizetésnél nincs több próbálkozási lehetőség. Térjen vissza az üzlethez, és kezdje újra.",
    payment_in_question:
      "Bankja két különböző választ adott a legutóbbi próbálkozásról, ezért lehet, hogy a fizetés megtörtént. Vizsgáljuk: kérjük, ne fizessen újra, máshol se, és érdeklődjön az üzletnél.",
    authorisation_open:
      "Egy másik próbálkozás egy banknál még nyitva van. Fejezze be ott, vagy várjon egy kicsit, és próbálja újra.",
    order_changed: "Az oldal elavult volt. Kérjük, ellenőrizze még egyszer az alábbi adatokat.",
    bank_unavailable:
      "Nem sikerült megnyitni bankja oldalát. Próbálja újra, vagy válasszon másik bankot.",
    payer_not_verified: "Fizetés előtt kérjük, igazolja, hogy Ön az.",
    session_missing: "Az oldal túl sokáig volt nyitva. Kérjük, igazolja újra, hogy Ön az.",
    code_wrong: "A kód nem helyes. Nézze meg a legutóbbi e-mailt, és próbálja újra.",
    code_expired: "Ez a kód már nem érvényes. Kérjen újat.",
    passkey_failed: "Ez az azonosítókulcs itt nem használható. Adja meg inkább az e-mail-címét.",
    code_too_soon: "Az imént küldtünk egy kódot. Várjon fél percet az e-mailre, mielőtt újat kér.",
    too_many_codes:
      "Erre a címre túl sok kódot küldtünk. Használja a legutóbb kapottat, vagy próbálja újra negyedóra múlva.",
    too_many_requests:
      "Az Ön hálózatából jelenleg túl sok kérés érkezik. Kérjük, várjon egy percet, majd próbálja újra.",
    no_more_codes:
      "Ehhez a fizetéshez nem küldhető több kód. Használja a legutóbb kapottat, vagy kezdje újra az üzletben vagy az alkalmazásban.",
    cookies_blocked:
      "Böngészője nem tárolja az oldal cookie-jait, ezért nem tudjuk folytatni. Engedélyezze a cookie-kat, vagy nyissa meg a linket másik böngészőben.",
    mail_unavailable:
      "A kódot tartalmazó e-mailt nem sikerült elküldeni. Kérjük, ellenőrizze a címet, és próbálja újra kis idő múlva.",
    unavailable:
      "Jelenleg nem érjük el a rendszereinket. Kérjük, töltse be újra az oldalt, mielőtt ismét fizetne.",
    other: "Ez nem sikerült. Kérjük, nézze meg alább, hol tart a fizetés, majd próbálja újra.",
  },
} as const;
