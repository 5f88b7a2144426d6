export const approval = {
  wait: {
    title: "Validez dans l’application de votre banque",
    lead: "Votre banque vous le demande dans son application ou par message. Cette page se met à jour dès qu’elle répond.",
    says: "Votre banque écrit\u00a0:",
  },
  noPage: {
    title: "Votre banque a reçu l’ordre, mais ne nous a donné aucune page",
    lead: "Si son application vous le demande, vous pouvez y valider. Sinon, choisissez une autre banque.",
  },
  missing: {
    title: "Votre banque a toujours cet ordre",
    lead: "Personne ne l’a validé\u00a0: rien n’a donc été payé. Si votre banque vous sollicite encore, refusez, sauf si vous souhaitez payer.",
  },
  unknown: {
    title: "En attente de votre banque…",
    lead: "Votre banque a l’ordre, mais ne nous a pas encore dit s’il a été validé.",
  },
  account: {
    title: "Votre compte chez {bank}",
    lead: "{bank} en a besoin pour ouvrir le paiement. Nous le transmettons uniquement à votre banque et le supprimons avec les autres données de ce paiement.",
    iban: "Votre IBAN",
    ibanProblem: "Saisissez un IBAN valide, par exemple DE89 3704 0044 0532 0130 00.",
    id: "Votre identifiant de banque en ligne",
    idHint: "Jamais votre mot de passe ni votre code\u00a0: votre banque les demande elle-même.",
    idProblem: "Saisissez votre identifiant de banque en ligne.",
  },
  testBanks: "Test\u00a0: autres types de banques",
} as const;
