export const refund = {
  tab: "Visszatérítés: {payee}",
  title: "Hová küldjük a visszatérítést?",
  lead: "{payee} visszatérít Önnek {amount} összeget. Adja meg azt a számlát, amelyről fizetett. Csak {payee} és a bankja kapja meg.",
  name: "Számlatulajdonos",
  nameProblem: "Adja meg a számlatulajdonos nevét.",
  go: "Számla mentése",
  doneTitle: "A számlát elmentettük",
  doneLead: "{payee} erre a számlára küldi a visszatérítést: {amount}.",
  overTitle: "Ez a link már nem működik",
  overLead: "Már felhasználták, vagy lejárt. Kérjen újat az üzlettől.",
} as const;
