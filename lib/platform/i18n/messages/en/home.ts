export const home = {
  tab: "Bankside – pay by bank",
  title: "Let people pay straight from their bank account",
  lead: "Bankside is a pay-by-bank service you run yourself: an API, a hosted checkout with a QR code, pages for the payer's phone, and signed webhooks.",
  start: "Start here",
  shop: {
    title: "Demo shop",
    lead: "Buy something and see the whole payment, from cart to webhook.",
  },
  app: {
    title: "Demo app",
    lead: "Pay in an app: the webview, the code by mail, and the way back to the app.",
  },
  console: {
    title: "Console",
    lead: "For merchants: API keys, webhooks, payments and figures.",
  },
  mail: {
    title: "Demo mailbox",
    lead: "Where the codes and links of the demo arrive.",
  },
  bank: {
    title: "Sandbox bank",
    lead: "The bank behind test payments: the ones you decided on, and its bookings.",
  },
  api: { title: "API description", lead: "Every address, field and answer, as OpenAPI 3.1." },
} as const;
