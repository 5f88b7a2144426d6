export const mail = {
  code: {
    subject: "{code} ist Ihr Code für die Zahlung an {payee}",
    title: "Ihr Code",
    purpose: "Geben Sie ihn ein, um Ihre Zahlung von {amount} an {payee} fortzusetzen.",
    validity: "Er gilt {minutes, plural, one {# Minute} other {# Minuten}} lang und nur einmal.",
    secret:
      "Geben Sie ihn an niemanden weiter. Wir rufen nie an und schreiben nie, um nach einem Code zu fragen.",
    ignore:
      "Wenn Sie gerade nichts bezahlen, müssen Sie nichts tun: Ohne diesen Code kommt niemand weiter.",
  },
  receipt: {
    subject: "Beleg: {amount} an {payee}",
    title: "Ihr Beleg",
    paid: "Sie haben {amount} an {payee} gezahlt: {time}.",
    show: "Beleg anzeigen",
    why: "Sie erhalten diese E-Mail, weil diese Adresse bei einer Zahlung an {payee} angegeben wurde.",
  },
} as const;
