export const payer = {
  order: {
    tab: "Payer {amount} à {payee}",
    codeHint: "Vérifiez que ce code est identique à celui affiché sur votre ordinateur.",
    cancel: "Annuler le paiement",
  },
  altered: {
    tab: "Code non valable",
    title: "Ce code n’est pas valable",
    lead: "Il a été modifié ou appartient à une autre commande. Ne payez pas. Scannez à nouveau le code sur la page de la boutique.",
  },
  email: {
    tab: "Confirmez votre identité",
    title: "Confirmez votre identité",
    lead: "Nous envoyons un code à six chiffres à cette adresse.",
    label: "Adresse e-mail",
    problem: "Saisissez une adresse e-mail, par exemple name@example.com.",
    send: "Envoyer le code",
    sending: "Envoi…",
    haveCode: "J’ai un code",
    passkey: "Utiliser une clé d’accès",
    passkeyFailed:
      "Aucune clé d’accès n’a été utilisée. Réessayez ou saisissez votre adresse e-mail.",
  },
  code: {
    tab: "Saisissez le code",
    title: "Saisissez le code",
    lead: "Nous l’avons envoyé à {email}. Il est valable dix minutes.",
    label: "Code à six chiffres",
    problem: "Ce code n’est pas le bon. Consultez le dernier e-mail reçu, puis réessayez.",
    confirm: "Confirmer",
    confirming: "Vérification…",
    sent: "Nous avons envoyé un nouveau code. Les précédents ne fonctionnent plus.",
    sending: "Envoi…",
    resend: "Envoyer un nouveau code",
    resendIn: "Envoyer un nouveau code (dans {seconds}\u00a0s)",
    resendHint: "Un nouveau code peut être envoyé après une demi-minute.",
    resendReady: "Vous pouvez maintenant demander un nouveau code.",
    another: "Utiliser une autre adresse",
    mailbox: "Ouvrir la messagerie de démonstration",
    mailboxHint:
      "Mode test\u00a0: rien n’est envoyé. L’e-mail se trouve dans la messagerie de démonstration.",
  },
  bank: {
    tab: "Choisissez votre banque",
    title: "Choisissez votre banque",
    lead: "{product} lance le paiement auprès de la banque que vous choisissez. Rien n’est payé tant que vous ne l’y avez pas validé.",
    continue: "Continuer vers {bank}",
    opening: "Ouverture de votre banque…",
    none: "Aucune banque n’est disponible pour le moment. Veuillez réessayer plus tard.",
    paused: "Suspendue en raison d’un problème\u00a0: {banks}. Veuillez choisir une autre banque.",
    justNow: {
      declined: "Vient de refuser",
      bank_unavailable: "Injoignable à l’instant",
    },
    search: "Rechercher votre banque",
    find: "Rechercher",
    found: "Banques trouvées\u00a0: {count}",
    notFound: "Aucune banque ne correspond à ce nom.",
    payingAs: "Vous payez en tant que {email}",
    remember: "Se souvenir de moi sur cet appareil",
    rememberHint:
      "La prochaine fois, aucun code ne vous sera demandé. À éviter sur un appareil partagé.",
    passkey: "Créer une clé d’accès",
    passkeyHint:
      "La prochaine fois, utilisez votre empreinte, votre visage ou le verrouillage de l’écran à la place d’un code. À éviter sur un appareil partagé.",
    passkeyFailed:
      "Aucune clé d’accès n’a été créée. Réessayez ou choisissez «\u00a0{remember}\u00a0».",
    forget: "Ce n’est pas vous\u202f? Oublier cet appareil",
  },
  waiting: {
    title: "En attente de votre banque…",
    lead: "Cette page se met à jour dès que votre banque répond.",
  },
  unpaid: {
    tab: "Pas encore confirmé",
    title: "Pas encore confirmé",
    lead: "Votre banque ne nous a pas signalé de validation. Si vous venez de valider, attendez ici\u00a0: cette page se met à jour d’elle-même. Sinon, continuez auprès de votre banque ou choisissez-en une autre.",
    resume: "Continuer auprès de la banque",
  },
  declined: {
    tab: "Pas encore payé",
    tryAgain: "Réessayer",
    another: "Choisir une autre banque",
  },
  result: {
    close: "C’est terminé. Vous pouvez fermer cette page.",
  },
  app: {
    back: "Retourner à l’application",
    going: "Retour à l’application…",
    byYourself: "Vous pouvez fermer cette page et retourner à l’application.",
    ended: {
      cancelled: "Rien n’a été payé.",
      expired: "Rien n’a été payé. Retournez à l’application pour recommencer.",
      superseded: "Rien n’a été payé ici. L’application a lancé un nouveau paiement.",
      failed: "Rien n’a été payé. Retournez à l’application pour payer autrement.",
    },
  },
  confirmCancel: {
    tab: "Annuler le paiement\u202f?",
    title: "Annuler ce paiement\u202f?",
    lead: "Rien n’a été payé. Nous informerons {payee}.",
    yes: "Oui, annuler",
    no: "Non, poursuivre le paiement",
  },
  unknown: {
    tab: "Paiement introuvable",
    title: "Ce paiement ne peut pas être affiché",
    lead: "Scannez à nouveau le code sur la page de la boutique, ou relancez-y le paiement.",
  },
  enter: {
    title: "Un instant",
    lead: "Votre paiement s’ouvre.",
    next: "Continuer",
  },
  unregisteredScheme:
    "Le schéma {scheme} de l’application n’est pas enregistré dans le compte. Le mode test l’accepte, le mode réel le refuse.",
  again: {
    link_used: {
      title: "Ce lien a déjà été ouvert",
      lead: "Il ne s’ouvre qu’une fois et à un seul endroit\u00a0: il ne fonctionne pas une nouvelle fois dans une autre application, un autre navigateur ou sur un autre appareil. Si vous voulez toujours payer, recommencez dans votre application.",
    },
    link_not_valid: {
      title: "Ce lien n’est pas valable",
      lead: "Il est peut-être trop ancien, ou il en manque une partie. Rien n’a été payé ici. Recommencez dans votre application.",
    },
    return_address_refused: {
      title: "Retour à l’application impossible",
      lead: "Rien n’a été payé. L’application nous a demandé de vous ramener à une adresse que nous n’ouvrons pas. Veuillez le signaler à l’éditeur de l’application.",
      maker: {
        title: "Pour l’équipe qui développe l’application",
        lead: "redirect-url doit être un schéma propre à l’application, en minuscules, par exemple myapp, ou une adresse qui en dépend. Les adresses web et les schémas des navigateurs et des systèmes sont refusés, de même, en mode réel, qu’un schéma absent de la liste du compte. Le lien n’a pas été consommé.",
      },
    },
    session_missing: {
      title: "Retournez à votre application",
      lead: "Ce navigateur ne contient pas le paiement, ou son délai est écoulé. Consultez votre application pour savoir où en est le paiement ou pour recommencer.",
    },
    cookies_blocked: {
      title: "Les cookies sont bloqués ici",
      lead: "Ce navigateur n’enregistre pas de cookies pour notre page\u00a0: le paiement ne peut pas continuer. Rien n’a été payé ici. Autorisez les cookies et recommencez dans votre application.",
      maker: {
        title: "Pour l’équipe qui développe l’application",
        lead: "La webview doit accepter les cookies de l’adresse qu’elle ouvre\u00a0: ils conservent la session après le premier chargement. Activez les cookies et créez une nouvelle transaction, car ce lien a été consommé.",
      },
    },
    unavailable: {
      title: "Cela n’a pas fonctionné",
      lead: "Nous ne pouvons pas ouvrir le paiement pour le moment, et rien n’a été payé ici. Veuillez recommencer dans votre application dans un instant.",
    },
    unattended: "Ouvrez ce lien dans votre application.",
  },
} as const;
