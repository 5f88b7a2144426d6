export const mail = {
  code: {
    subject: "{code} est votre code pour payer {payee}",
    title: "Votre code",
    purpose: "Saisissez-le pour continuer votre paiement de {amount} à {payee}.",
    validity:
      "Il est valable {minutes, plural, one {# minute} other {# minutes}} et une seule fois.",
    secret:
      "Ne le communiquez à personne. Nous n’appelons et n’écrivons jamais pour demander un code.",
    ignore:
      "Si vous ne payez rien en ce moment, ne faites rien\u00a0: sans ce code, personne ne peut continuer.",
  },
  receipt: {
    subject: "Reçu\u00a0: {amount} à {payee}",
    title: "Votre reçu",
    paid: "Vous avez payé {amount} à {payee} le {time}.",
    show: "Afficher le reçu",
    why: "Vous recevez cet e-mail parce que cette adresse a été indiquée lors d’un paiement à {payee}.",
  },
} as const;
