import { failure } from "./failure.ts";

export const common = {
  product: "Bankside",
  foot: "Platba z bankovního účtu – Bankside",
  testMode: "Testovací režim – žádné skutečné peníze",
  test: "Test",
  payee: "Příjemce",
  order: "Objednávka",
  amount: "Částka",
  reference: "Reference platby",
  time: "Datum a čas",
  iban: "IBAN",
  back: "Zpět",
  returnToShop: "Zpět do obchodu {payee}",
  notFoundTitle: "Tady nic není",
  notFoundLead: "Tato adresa nikam nevede. Může v ní být překlep nebo už neplatí.",
  homeLink: "Na úvodní stránku",
  ...failure,
  outage: {
    title: "Momentálně nejsme dostupní",
    lead: "Nic se neztratilo a otevřením této stránky se nic nezaplatilo. Zkuste to prosím za chvíli znovu: stránka pak ukáže aktuální stav.",
    again: "Zkusit znovu",
  },
  problem: {
    transaction_in_progress: "Vaše banka už platbu zpracovává, proto ji tady už nelze změnit.",
    transaction_final: "Tato platba je již ukončená, proto ji už nelze změnit.",
    attempts_exhausted:
      "U této platby už nejsou možné další pokusy. Vraťte se do obchodu a začněte znovu.",
    payment_in_question:
      "Vaše banka uvedla o posledním pokusu dvě různé informace, takže platba mohla proběhnout. Zjišťujeme to: prosíme, neplaťte znovu, ani jinde, a zeptejte se v obchodě.",
    authorisation_open:
      "Jiný pokus v bance je stále otevřený. Dokončete ho tam, nebo chvíli počkejte a zkuste to znovu.",
    order_changed: "Stránka nebyla aktuální. Zkontrolujte prosím údaje níže ještě jednou.",
    bank_unavailable:
      "Stránku vaší banky se nepodařilo otevřít. Zkuste to znovu, nebo zvolte jinou banku.",
    payer_not_verified: "Než zaplatíte, potvrďte prosím, že jste to vy.",
    session_missing: "Stránka byla otevřená příliš dlouho. Potvrďte prosím znovu, že jste to vy.",
    code_wrong: "Tento kód není správný. Podívejte se do posledního e-mailu a zkuste to znovu.",
    code_expired: "Tento kód už neplatí. Požádejte prosím o nový.",
    passkey_failed:
      "Tento přístupový klíč tady nelze použít. Zadejte místo toho e-mailovou adresu.",
    code_too_soon:
      "Kód jsme poslali před chvílí. Než požádáte o další, počkejte na e-mail půl minuty.",
    too_many_codes:
      "Na tuto adresu odešlo příliš mnoho kódů. Použijte poslední, který vám přišel, nebo to zkuste znovu za čtvrt hodiny.",
    too_many_requests:
      "Z vaší sítě teď přichází příliš mnoho požadavků. Počkejte prosím minutu a zkuste to znovu.",
    no_more_codes:
      "K této platbě už nelze poslat další kódy. Použijte poslední, který vám přišel, nebo začněte znovu v obchodě či aplikaci.",
    cookies_blocked:
      "Váš prohlížeč neukládá soubory cookie této stránky, proto nemůžeme pokračovat. Povolte je, nebo otevřete odkaz v jiném prohlížeči.",
    mail_unavailable:
      "E-mail s kódem se nepodařilo odeslat. Zkontrolujte prosím adresu a zkuste to za chvíli znovu.",
    unavailable:
      "Momentálně se nemůžeme spojit s našimi systémy. Než budete platit znovu, načtěte prosím stránku ještě jednou.",
    other: "To se nepovedlo. Podívejte se níže na stav platby a zkuste to znovu.",
  },
} as const;
