export const home = {
  tab: "Bankside – pay by bank",
  title: "Let people pay straight from their bank account",
  lead: "Bankside is a self-hosted pay-by-bank service: an API, a hosted checkout with a QR code, pages for the payer's phone, and signed webhooks.",
  start: "Start here",
  shop: {
    title: "Demo shop",
    lead: "Buy something and follow the payment from cart to webhook.",
  },
  app: {
    title: "Demo app",
    lead: "Pay in an app: the webview, the code by e-mail, and the return to the app.",
  },
  console: {
    title: "Console",
    lead: "For merchants: API keys, webhooks, payments and statistics.",
  },
  mail: {
    title: "Demo mailbox",
    lead: "Codes and links from the demo arrive here.",
  },
  bank: {
    title: "Sandbox bank",
    lead: "The bank for test payments: your recent payments and their bookings.",
  },
  api: { title: "API description", lead: "Every endpoint, field and response, as OpenAPI 3.1." },
} as const;
