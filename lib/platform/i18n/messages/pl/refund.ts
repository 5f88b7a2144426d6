export const refund = {
  tab: "Zwrot: {payee}",
  title: "Dokąd wysłać zwrot?",
  lead: "{payee} zwraca {amount}. Podaj konto, z którego zapłacono. Otrzyma je tylko {payee} i bank tej firmy.",
  name: "Właściciel konta",
  nameProblem: "Wpisz nazwę właściciela konta.",
  go: "Zapisz konto",
  doneTitle: "Konto zapisane",
  doneLead: "{payee} prześle {amount} na to konto.",
  overTitle: "Ten link już nie działa",
  overLead: "Został już użyty albo wygasł. Poproś sklep o nowy.",
} as const;
