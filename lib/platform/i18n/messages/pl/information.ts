export const information = {
  link: "Informacje i dostępność",
  details: "Dane i reklamacje",
  title: "O tej usłudze płatniczej",
  lead: "Kto rozpoczyna płatność i kto pomaga, gdy coś się nie zgadza.",
  service: "Usługa płatnicza",
  company: {
    title: "Kto rozpoczyna płatność",
    lead: "Firma {operator} rozpoczyna płatność w Twoim banku. Pieniądze trafiają z Twojego konta prosto do odbiorcy.",
    none: "Firma, która prowadzi tę usługę, nie podała jeszcze swoich danych.",
    test: "W trybie testowym nie ma prawdziwych pieniędzy.",
    name: "Firma",
    address: "Adres",
    email: "Adres e-mail",
    licence: "Zezwolenie",
    authority: "Nadzór",
  },
  terms: "Warunki",
  privacy: "Prywatność",
  complaints: {
    title: "Problemy i reklamacje",
    bank: "Nie zatwierdzono przez Ciebie płatności albo kwota się nie zgadza: od razu skontaktuj się z bankiem.",
    shop: "Masz pytanie o zamówienie: skontaktuj się ze sklepem.",
    operator:
      "Chcesz złożyć reklamację na tę usługę płatniczą: skontaktuj się z firmą {operator}. Podaj odbiorcę, kwotę i czas płatności.",
    how: "Jak złożyć reklamację",
    further: "Jeśli nie zgadzasz się z odpowiedzią, możesz zwrócić się do:",
    disputes: "Instytucja rozstrzygania sporów",
  },
  back: "Wróć do płatności",
  accessibility: {
    title: "Deklaracja dostępności",
    lead: "Każda osoba powinna móc zapłacić. Naszym celem jest poziom AA wytycznych WCAG 2.2 oraz wymagania normy europejskiej EN 301 549 dla stron internetowych.",
    scope:
      "Ta deklaracja dotyczy stron płatności i konsoli dla sprzedawców. Nie dotyczy stron sklepów i banków.",
    tested: {
      title: "Co jest sprawdzane",
      axe: "Automatyczne kontrole za pomocą axe według zasad WCAG 2.2, poziomy A i AA, z kontrastem jasnych i ciemnych kolorów",
      keyboard: "Płacenie i anulowanie za pomocą samej klawiatury",
      sight:
        "Wąskie ekrany o szerokości 320 pikseli, szerokie odstępy w tekście, wysoki kontrast i tekst od prawej do lewej",
      script: "Płacenie bez JavaScriptu",
      focus: "Nowy ekran przenosi fokus na swój nagłówek, a pozostały czas jest ogłaszany",
    },
    limits: {
      title: "Znane ograniczenia",
      people:
        "Nie było testów z osobami, które korzystają z czytników ekranu, ani niezależnego audytu.",
      time: "Płatność wygasa po pewnym czasie, którego nie można przedłużyć. Można zacząć od nowa w sklepie.",
      console: "Konsola dla sprzedawców jest tylko po angielsku.",
    },
    feedback: {
      title: "Uwagi",
      write: "Coś nie działa? Napisz do nas:",
      shop: "Coś nie działa? Skontaktuj się ze sklepem, w którym płacisz.",
    },
    date: "Sporządzono: {date}, na podstawie testów {product}.",
  },
} as const;
