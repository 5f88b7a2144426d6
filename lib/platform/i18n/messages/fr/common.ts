import { failure } from "./failure.ts";

export const common = {
  product: "Bankside",
  foot: "Paiement depuis votre compte avec Bankside",
  testMode: "Mode test – sans argent réel",
  test: "Test",
  payee: "Bénéficiaire",
  order: "Commande",
  amount: "Montant",
  reference: "Référence",
  time: "Date et heure",
  iban: "IBAN",
  back: "Retour",
  returnToShop: "Retourner chez {payee}",
  notFoundTitle: "Page introuvable",
  notFoundLead: "Cette adresse ne mène nulle part. Elle est peut-être mal saisie ou périmée.",
  homeLink: "Aller à la page d’accueil",
  ...failure,
  outage: {
    title: "Notre service est momentanément injoignable",
    lead: "Rien n’a été perdu, et l’ouverture de cette page n’a déclenché aucun paiement. Veuillez réessayer dans un instant\u00a0: la page indiquera alors où en sont les choses.",
    again: "Réessayer",
  },
  problem: {
    transaction_in_progress:
      "Votre banque traite déjà ce paiement\u00a0: il ne peut plus être modifié ici.",
    transaction_final: "Ce paiement est déjà terminé\u00a0: il ne peut plus être modifié.",
    attempts_exhausted:
      "Aucune autre tentative n’est possible pour ce paiement. Retournez à la boutique et recommencez.",
    payment_in_question:
      "Votre banque nous a donné deux réponses contradictoires sur votre dernière tentative\u00a0: il se peut que le paiement ait été effectué. Nous vérifions. Ne payez pas une nouvelle fois, même ailleurs, et adressez-vous à la boutique.",
    authorisation_open:
      "Une autre tentative est encore en cours auprès d’une banque. Terminez-la auprès de cette banque, ou attendez un instant et réessayez.",
    order_changed:
      "Cette page n’était plus à jour. Veuillez vérifier à nouveau les détails ci-dessous.",
    bank_unavailable:
      "Nous n’avons pas pu ouvrir la page de votre banque. Réessayez ou choisissez une autre banque.",
    payer_not_verified: "Veuillez confirmer votre identité avant de payer.",
    session_missing:
      "Cette page est restée ouverte trop longtemps. Veuillez confirmer à nouveau votre identité.",
    code_wrong: "Ce code n’est pas le bon. Consultez le dernier e-mail reçu, puis réessayez.",
    code_expired: "Ce code n’est plus valable. Veuillez en demander un nouveau.",
    passkey_failed:
      "Cette clé d’accès ne peut pas être utilisée ici. Saisissez plutôt votre adresse e-mail.",
    code_too_soon:
      "Un code vient d’être envoyé. Attendez l’e-mail une demi-minute avant de demander un autre code.",
    too_many_codes:
      "Trop de codes ont été envoyés à cette adresse. Utilisez le dernier reçu, ou réessayez dans un quart d’heure.",
    too_many_requests:
      "Trop de demandes arrivent de votre réseau en ce moment. Veuillez patienter une minute, puis réessayer.",
    no_more_codes:
      "Aucun autre code ne peut être envoyé pour ce paiement. Utilisez le dernier reçu, ou recommencez dans la boutique ou l’application.",
    cookies_blocked:
      "Votre navigateur n’enregistre pas de cookies pour cette page\u00a0: nous ne pouvons pas continuer. Autorisez les cookies ou ouvrez le lien dans un autre navigateur.",
    mail_unavailable:
      "L’e-mail contenant votre code n’a pas pu être envoyé. Veuillez vérifier l’adresse et réessayer dans un instant.",
    unavailable:
      "Nos systèmes sont momentanément injoignables. Veuillez recharger la page avant de payer une nouvelle fois.",
    other:
      "Cela n’a pas fonctionné. Veuillez regarder ci-dessous où en est le paiement, puis réessayer.",
  },
} as const;
