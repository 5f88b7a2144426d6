export const information = {
  link: "Informations et accessibilité",
  details: "Coordonnées et réclamations",
  title: "À propos de ce service de paiement",
  lead: "Qui lance votre paiement, et qui vous aide en cas de problème.",
  service: "Service de paiement",
  company: {
    title: "Qui lance votre paiement",
    lead: "{operator} lance le paiement auprès de votre banque. L’argent va directement de votre compte au bénéficiaire.",
    none: "L’entreprise qui exploite ce service n’a pas encore renseigné ses coordonnées.",
    test: "En mode test, aucun argent réel ne circule.",
    name: "Entreprise",
    address: "Adresse postale",
    email: "Adresse e-mail",
    licence: "Agrément",
    authority: "Sous le contrôle de",
  },
  terms: "Conditions",
  privacy: "Confidentialité",
  complaints: {
    title: "Problèmes et réclamations",
    bank: "Vous n’avez pas validé un paiement, ou le montant est faux\u00a0: contactez immédiatement votre banque.",
    shop: "Vous avez une question sur votre commande\u00a0: contactez la boutique.",
    operator:
      "Vous souhaitez faire une réclamation sur ce service de paiement\u00a0: contactez {operator}. Indiquez le bénéficiaire, le montant et l’heure du paiement.",
    how: "Comment faire une réclamation",
    further: "Si la réponse ne vous satisfait pas, vous pouvez vous adresser à\u00a0:",
    disputes: "Organisme de règlement des litiges",
  },
  back: "Retour au paiement",
  accessibility: {
    title: "Déclaration d’accessibilité",
    lead: "Tout le monde doit pouvoir payer. Notre objectif est le niveau AA des WCAG 2.2, et ce que la norme européenne EN 301 549 exige des pages web.",
    scope:
      "Cette déclaration concerne les pages de paiement et la console des commerçants. Elle ne concerne pas les pages des boutiques et des banques.",
    tested: {
      title: "Ce qui est testé",
      axe: "Contrôles automatiques avec axe selon les règles des WCAG 2.2, niveaux A et AA, avec le contraste des couleurs claires et sombres",
      keyboard: "Payer et annuler au clavier seul",
      sight:
        "Écrans étroits de 320 pixels, texte très espacé, contraste élevé et texte de droite à gauche",
      script: "Payer sans JavaScript",
      focus: "Un nouvel écran place le focus sur son titre, et le temps restant est annoncé",
    },
    limits: {
      title: "Limites connues",
      people:
        "Aucun test n’a été mené avec des personnes qui utilisent un lecteur d’écran, et il n’y a pas eu d’audit indépendant.",
      time: "Un paiement expire après un certain temps, que vous ne pouvez pas prolonger. Vous pouvez recommencer dans la boutique.",
      console: "La console des commerçants n’existe qu’en anglais.",
    },
    feedback: {
      title: "Vos remarques",
      write: "Quelque chose ne fonctionne pas pour vous\u202f? Écrivez-nous\u00a0:",
      shop: "Quelque chose ne fonctionne pas pour vous\u202f? Contactez la boutique que vous payez.",
    },
    date: "Établie le {date}, d’après les tests de {product}.",
  },
} as const;
