export const receipt = {
  tab: "Dovada plății – {payee}",
  title: "Dovada plății",
  lead: "Plătit direct dintr-un cont bancar. Plata apare și în extrasul dumneavoastră de cont.",
  open: "Dovada plății",
  bank: "Plătit prin",
  mark: "Mod de test – nu este o plată. Nu s-au transferat bani.",
  note: "Confirmă plata; nu este o factură.",
  print: "Tipăriți sau salvați",
  printHint:
    "Pentru a păstra această dovadă a plății, alegeți „Tipărire” din meniul browserului. De acolo o puteți salva și ca PDF.",
  share: "Distribuiți",
  shareHint: "Cine are linkul distribuit vede această dovadă fără bancă și nimic altceva.",
  copied: "Linkul către dovada plății a fost copiat",
  shareFailed:
    "Linkul nu a putut fi copiat. Țineți apăsat butonul sau dați clic dreapta pe el pentru a-l copia.",
  mailHint: "O folosim doar pentru a trimite această dovadă.",
  mailSend: "Trimiteți dovada prin e-mail",
  mailSent: "Am trimis dovada plății. Poate dura un minut până ajunge.",
  mailFailed: "Dovada plății nu a putut fi trimisă. Vă rugăm să încercați mai târziu.",
} as const;
