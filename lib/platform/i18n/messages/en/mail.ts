export const mail = {
  code: {
    subject: "{code} is your code to pay {payee}",
    title: "Your code",
    purpose: "Enter this code to pay {amount} to {payee}.",
    validity:
      "It expires in {minutes, plural, one {# minute} other {# minutes}} and can be used once.",
    secret: "Never share this code. We’ll never ask you for it.",
    ignore: "Not you? You can ignore this e-mail. No one can continue without this code.",
  },
  receipt: {
    subject: "Receipt: {amount} to {payee}",
    title: "Your receipt",
    paid: "You paid {amount} to {payee} on {time}.",
    show: "Show the receipt",
    why: "You’re receiving this e-mail because this address was given for a payment to {payee}.",
  },
} as const;
