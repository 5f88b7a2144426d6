export const mail = {
  code: {
    subject: "{code} to kod do płatności – {payee}",
    title: "Kod do płatności",
    purpose: "Wpisz go, aby kontynuować płatność na kwotę {amount}, odbiorca: {payee}.",
    validity:
      "Działa przez {minutes, plural, one {# minutę} few {# minuty} many {# minut} other {# minuty}} i tylko raz.",
    secret: "Nie podawaj go nikomu. Nigdy nie dzwonimy ani nie piszemy z prośbą o kod.",
    ignore:
      "Jeśli w tej chwili nie dokonują Państwo żadnej płatności, nie trzeba nic robić: bez tego kodu nikt nie może kontynuować.",
  },
  receipt: {
    subject: "Potwierdzenie: {amount}, {payee}",
    title: "Potwierdzenie płatności",
    paid: "Zapłacono {amount}. Odbiorca: {payee}. {time}.",
    show: "Pokaż potwierdzenie",
    why: "Otrzymujesz tę wiadomość, ponieważ ten adres podano przy płatności. Odbiorca: {payee}.",
  },
} as const;
