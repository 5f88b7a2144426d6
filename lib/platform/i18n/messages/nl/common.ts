import { failure } from "./failure.ts";

export const common = {
  product: "Bankside",
  foot: "Betalen via uw bank met Bankside",
  testMode: "Testmodus – geen echt geld",
  test: "Test",
  payee: "Ontvanger",
  order: "Bestelling",
  amount: "Bedrag",
  reference: "Referentie",
  time: "Tijdstip",
  iban: "IBAN",
  back: "Terug",
  returnToShop: "Terug naar {payee}",
  notFoundTitle: "Hier is niets",
  notFoundLead: "Dit adres leidt nergens naartoe. Misschien is het verkeerd getypt of verouderd.",
  homeLink: "Naar de startpagina",
  ...failure,
  outage: {
    title: "We zijn nu niet bereikbaar",
    lead: "Er is niets verloren gegaan en door deze pagina te openen is niets betaald. Probeer het zo nog eens: u ziet dan hoe het ervoor staat.",
    again: "Opnieuw proberen",
  },
  problem: {
    transaction_in_progress:
      "Uw bank verwerkt deze betaling al. U kunt die hier dus niet meer wijzigen.",
    transaction_final: "Deze betaling is al afgerond en kan niet meer worden gewijzigd.",
    attempts_exhausted:
      "Voor deze betaling zijn geen pogingen meer mogelijk. Ga terug naar de winkel en begin opnieuw.",
    payment_in_question:
      "Uw bank heeft twee verschillende dingen gemeld over uw laatste poging. Het kan dus zijn dat er is betaald. We zoeken het uit: betaal niet nog een keer, ook niet ergens anders, en vraag het aan de winkel.",
    authorisation_open:
      "Bij een bank staat nog een andere poging open. Rond die daar af, of wacht even en probeer het opnieuw.",
    order_changed: "Deze pagina was verouderd. Controleer de gegevens hieronder nog een keer.",
    bank_unavailable:
      "We konden de pagina van uw bank niet openen. Probeer het opnieuw of kies een andere bank.",
    payer_not_verified: "Bevestig dat u het bent voordat u betaalt.",
    session_missing: "Deze pagina stond te lang open. Bevestig nog een keer dat u het bent.",
    code_wrong: "Deze code klopt niet. Kijk in de laatste e-mail en probeer het opnieuw.",
    code_expired: "Deze code is niet meer geldig. Vraag een nieuwe aan.",
    passkey_failed:
      "Deze passkey kan hier niet worden gebruikt. Vul in plaats daarvan uw e-mailadres in.",
    code_too_soon:
      "Er is net een code gestuurd. Wacht een halve minuut op de e-mail voordat u een nieuwe aanvraagt.",
    too_many_codes:
      "Er zijn te veel codes naar dit adres gestuurd. Gebruik de laatste die u hebt gekregen of probeer het over een kwartier opnieuw.",
    too_many_requests:
      "Er komen nu te veel verzoeken van uw netwerk. Wacht een minuut en probeer het dan opnieuw.",
    no_more_codes:
      "Voor deze betaling kunnen geen codes meer worden gestuurd. Gebruik de laatste die u hebt gekregen of begin opnieuw in de winkel of app.",
    cookies_blocked:
      "Uw browser bewaart geen cookies voor deze pagina. Daarom kunnen we niet verder. Sta cookies toe of open de link in een andere browser.",
    mail_unavailable:
      "De e-mail met uw code kon niet worden verstuurd. Controleer het adres en probeer het zo nog eens.",
    unavailable:
      "We kunnen onze systemen nu niet bereiken. Laad de pagina opnieuw voordat u nog een keer betaalt.",
    other:
      "Dat is niet gelukt. Kijk hieronder wat de status van de betaling is en probeer het dan opnieuw.",
  },
} as const;
