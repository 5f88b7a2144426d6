import { failure } from "./failure.ts";

export const common = {
  product: "Bankside",
  foot: "Betala från ditt bankkonto med Bankside",
  testMode: "Testläge – inga riktiga pengar",
  test: "Test",
  payee: "Mottagare",
  order: "Beställning",
  amount: "Belopp",
  reference: "Referens",
  time: "Tidpunkt",
  iban: "IBAN",
  back: "Tillbaka",
  returnToShop: "Tillbaka till {payee}",
  notFoundTitle: "Här finns ingenting",
  notFoundLead: "Adressen leder ingenstans. Den kan vara felskriven eller inaktuell.",
  homeLink: "Gå till startsidan",
  ...failure,
  outage: {
    title: "Vi går inte att nå just nu",
    lead: "Inget har gått förlorat och inget har betalats genom att du öppnade sidan. Försök igen om en stund, så ser du hur läget är.",
    again: "Försök igen",
  },
  problem: {
    transaction_in_progress:
      "Din bank behandlar redan betalningen, så den går inte längre att ändra här.",
    transaction_final: "Betalningen är redan avslutad, så den går inte längre att ändra.",
    attempts_exhausted:
      "Det går inte att göra fler försök med den här betalningen. Gå tillbaka till butiken och börja om.",
    payment_in_question:
      "Din bank har lämnat två olika besked om ditt senaste försök, så betalningen kan ha gått igenom. Vi undersöker saken: betala inte igen, inte heller någon annanstans, och fråga butiken.",
    authorisation_open:
      "Ett annat försök är fortfarande öppet hos en bank. Avsluta det där, eller vänta en stund och försök igen.",
    order_changed: "Sidan var inaktuell. Kontrollera uppgifterna nedan en gång till.",
    bank_unavailable: "Vi kunde inte öppna din banks sida. Försök igen eller välj en annan bank.",
    payer_not_verified: "Bekräfta att det är du innan du betalar.",
    session_missing: "Sidan var öppen för länge. Bekräfta en gång till att det är du.",
    code_wrong: "Koden stämmer inte. Titta i det senaste mejlet och försök igen.",
    code_expired: "Koden gäller inte längre. Be om en ny.",
    passkey_failed: "Den lösennyckeln kan inte användas här. Ange din e-postadress i stället.",
    code_too_soon:
      "En kod skickades alldeles nyss. Vänta en halv minut på mejlet innan du ber om en ny.",
    too_many_codes:
      "För många koder har skickats till den här adressen. Använd den senaste du fick, eller försök igen om en kvart.",
    too_many_requests:
      "Det kommer för många förfrågningar från ditt nätverk just nu. Vänta en minut och försök sedan igen.",
    no_more_codes:
      "Det går inte att skicka fler koder för den här betalningen. Använd den senaste du fick, eller börja om i butiken eller appen.",
    cookies_blocked:
      "Din webbläsare sparar inga cookies för den här sidan, så vi kommer inte vidare. Tillåt cookies eller öppna länken i en annan webbläsare.",
    mail_unavailable:
      "Mejlet med din kod kunde inte skickas. Kontrollera adressen och försök igen om en stund.",
    unavailable: "Vi når inte våra system just nu. Ladda om sidan innan du betalar en gång till.",
    other: "Det fungerade inte. Se betalningens status nedan och försök sedan igen.",
  },
} as const;
