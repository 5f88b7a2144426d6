export const mail = {
  code: {
    subject: "{code} is your code for paying {payee}",
    title: "Your code",
    purpose: "Type it in to go on with your payment of {amount} to {payee}.",
    validity: "It works for {minutes, plural, one {# minute} other {# minutes}}, and once.",
    secret: "Tell it to nobody. We never call or write to ask for a code.",
    ignore:
      "If you are not paying anything right now, do nothing: without this code nobody can go on.",
  },
} as const;
