import { failure } from "./failure.ts";

export const common = {
  product: "Bankside",
  foot: "Betal fra bankkontoen med Bankside",
  testMode: "Testtilstand – ingen rigtige penge",
  test: "Test",
  payee: "Modtager",
  order: "Ordre",
  amount: "Beløb",
  reference: "Reference",
  time: "Tidspunkt",
  iban: "IBAN",
  back: "Tilbage",
  returnToShop: "Tilbage til {payee}",
  notFoundTitle: "Her er ikke noget",
  notFoundLead: "Adressen fører ingen steder hen. Den kan være skrevet forkert eller forældet.",
  homeLink: "Gå til startsiden",
  ...failure,
  outage: {
    title: "Vi er ikke tilgængelige lige nu",
    lead: "Intet er gået tabt, og der er ikke betalt noget ved at åbne denne side. Prøv igen om lidt: Så viser siden, hvordan det står til.",
    again: "Prøv igen",
  },
  problem: {
    transaction_in_progress:
      "Din bank er allerede i gang med betalingen, så den kan ikke længere ændres her.",
    transaction_final: "Betalingen er allerede afsluttet og kan ikke længere ændres.",
    attempts_exhausted:
      "Denne betaling kan ikke prøves flere gange. Gå tilbage til butikken, og start forfra.",
    payment_in_question:
      "Din bank har givet to forskellige svar om dit seneste forsøg, så der kan være betalt. Vi undersøger det: Betal ikke igen, heller ikke et andet sted, og spørg butikken.",
    authorisation_open:
      "Et andet forsøg hos en bank er stadig åbent. Gør det færdigt der, eller vent lidt, og prøv igen.",
    order_changed: "Siden var forældet. Tjek oplysningerne herunder en gang til.",
    bank_unavailable: "Vi kunne ikke åbne din banks side. Prøv igen, eller vælg en anden bank.",
    payer_not_verified: "Bekræft, at det er dig, før du betaler.",
    session_missing: "Siden har været åben for længe. Bekræft igen, at det er dig.",
    code_wrong: "Koden er ikke rigtig. Se i den nyeste mail, og prøv igen.",
    code_expired: "Koden gælder ikke længere. Bed om en ny.",
    passkey_failed: "Den adgangsnøgle kan ikke bruges her. Skriv din e-mailadresse i stedet.",
    code_too_soon:
      "Der er lige sendt en kode. Vent et halvt minut på mailen, før du beder om en ny.",
    too_many_codes:
      "Der er sendt for mange koder til denne adresse. Brug den seneste, du har fået, eller prøv igen om et kvarter.",
    too_many_requests:
      "Der kommer for meget fra dit netværk lige nu. Vent et minut, og prøv så igen.",
    no_more_codes:
      "Der kan ikke sendes flere koder til denne betaling. Brug den seneste, du har fået, eller start forfra i butikken eller appen.",
    cookies_blocked:
      "Din browser gemmer ikke cookies for denne side, så vi kan ikke fortsætte. Tillad cookies, eller åbn linket i en anden browser.",
    mail_unavailable: "Mailen med din kode kunne ikke sendes. Tjek adressen, og prøv igen om lidt.",
    unavailable:
      "Vi kan ikke få forbindelse til vores systemer lige nu. Genindlæs siden, før du betaler igen.",
    other: "Det lykkedes ikke. Se herunder, hvordan det står til med betalingen, og prøv så igen.",
  },
} as const;
