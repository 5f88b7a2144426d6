export const installations = {
  title: "Installations",
  lead: "Connect your shop or app. Each integration method has its own API keys.",
  methods: {
    web: {
      name: "Web",
      title: "Web integration",
      use: "For a web shop. Your page shows the checkout in an iframe, and the shopper pays by phone.",
      lead: "Your server creates the transaction, and your page shows the checkout in an iframe.",
    },
    direct: {
      name: "Direct",
      title: "Direct integration",
      use: "For your own app in any programming language. It opens the payment in a webview.",
      lead: "Your server gets a JWT. Your app creates the transaction and opens it in a webview.",
    },
    sdk: {
      name: "SDK",
      title: "SDK integration",
      use: "For an app on iOS, Android, React Native, Expo, Capacitor or the browser. You make one call: initiatePayment.",
      lead: "Your server gets a JWT. One call in your app shows the payment and returns the result.",
    },
  },
  methodsLabel: "Integration methods",
  activeKeys: "{count, plural, =0 {None} other {# active}}",
  lastCall: "Last call",
  noCall: "No call yet",
  keysLabel: "API keys",
  open: "Set up {method}",
  keys: {
    title: "API keys",
    caption: "Active API keys",
    revokedCaption: "Revoked API keys",
    name: "Name",
    unnamed: "Unnamed",
    key: "Key",
    createdBy: "Created by",
    by: "by {name}",
    created: "Created",
    lastUsed: "Last used",
    revoked: "Revoked",
    actions: "Action",
    revokedTitle: "Revoked keys ({count, number})",
    creators: { operator: "Operator", demo: "Demo", unknown: "Unknown" },
    none: {
      test: "No test keys yet. Create one below, then create your first payment in a minute.",
      live: "No live keys yet. Test everything first: only the key and the money differ in live mode.",
    },
  },
  create: {
    title: "Create API key",
    name: "Name",
    defaultName: "{method} key",
    nameHint: "Optional. Where you use it, such as “Shop server”.",
    submit: "Create API key",
    viewer: "You can view API keys. Developers and owners can create and revoke them.",
    closed: "This account is closed, so you can't create API keys.",
    noPayeeTest: {
      title: "Add an IBAN to take payments",
      lead: "You can create keys now, but transactions need an IBAN.",
      link: "Enter your company's IBAN",
    },
    noPayeeLive: {
      title: "Live keys need a confirmed IBAN",
      lead: "Enter your company's IBAN under Settings. You can create live keys after the operator confirms it. Until then, use test mode.",
      link: "Go to company settings",
    },
    noWayLive: {
      title: "Live payments are refused",
      lead: "Your account has no way to be paid in live mode yet. Turn on bank transfers under Settings.",
      link: "Choose how you are paid",
    },
  },
  scopes: {
    title: "Keys with scopes",
    lead: "For a program that needs only part of the API, such as a deployment that sets up webhooks. A key with scopes can do nothing else.",
    back: "Back to Installations",
    open: "Manage keys with scopes",
    column: "Scopes",
    create: "Create a key with scopes",
    legend: "What the key can do",
    nameHint: "Optional. Where you use it, such as “Deployment”.",
    none: {
      test: "No test keys with scopes yet.",
      live: "No live keys with scopes yet.",
    },
    revoked: "Key revoked.",
    names: {
      read: "Read",
      create: "Create",
      refund: "Refund",
      statements: "Send statements",
      endpoints: "Manage webhooks",
    },
    does: {
      read: "Read transactions, refunds, reports and events.",
      create: "Create and cancel transactions, get JWTs, and simulate payments in test mode.",
      refund: "Refund transactions, and cancel refunds.",
      statements: "Send your bank's files, and read what was found in them.",
      endpoints:
        "Create, change and delete webhook endpoints. Programs with this key get the Webhook Secrets.",
    },
    ofKey: {
      title: "What this key can do",
      leads: {
        scoped: "A key with scopes can do nothing else.",
        web: "A key of the web integration can do everything but send statements. An owner can take scopes away. That also applies to JWTs created from it, immediately.",
        others: "A key of this integration can read and create.",
      },
      save: "Save scopes",
    },
  },
  made: {
    title: "Your new API key",
    once: "Copy it now. We show it only once. If you lose it, revoke it and create another one.",
    serverSide:
      "Keep it on your server, in an environment variable or a key store. Never put it in a page, app or repository.",
    tryIt: "Try it now",
    tryItLead: "This code includes your new key and is ready to run.",
    stored: "I've saved the key",
  },
  firstCall: {
    waiting: "Waiting for the first call with this key…",
    waitingFor: "Waiting for the first call with the key ending in {lastFour}…",
    received: "First call received:",
  },
  one: {
    title: "API key",
    back: "Back to {method}",
  },
  rename: {
    title: "Rename",
    name: "Name",
    submit: "Save name",
  },
  revoke: {
    title: "Revoke",
    lead: "Revoke a key if you no longer need it or someone else may have seen it.",
    label: "Revoke",
    question:
      "Calls with the key ending in {lastFour}, and with JWTs created from it, will fail immediately. This can't be undone.",
    submit: "Revoke key",
  },
  guide: {
    title: "How to integrate",
    language: "Language",
    platform: "Platform",
    languages: { curl: "curl", node: "Node", php: "PHP", python: "Python" },
    platforms: {
      ios: "iOS",
      android: "Android",
      expo: "Expo",
      reactNative: "React Native",
      capacitor: "Capacitor",
      browser: "Browser",
    },
    environment:
      "The code reads the key from the environment variable {variable} on your server. Keep it there: anyone with the key can create payments in your name.",
    web: {
      create: "Create a transaction on your server",
      createLead:
        "amount is in the currency's minor unit, so 1250 is 12.50 euros. externalId is your order. It can be paid only once, even if you repeat the request.",
      show: "Show the checkout on your page",
      showLead:
        "Put redirectUrl from the response into an iframe. The script sets its height and returns the shopper at the end. Without the script, the checkout returns automatically or with a link.",
      showOrigins:
        "Only your own sites can show it: those under Settings, Embedding, and those of successUrl and failureUrl.",
      embedding: "Sites that may show the checkout",
      back: "Handle the return",
      backLead:
        "The shopper returns to successUrl after a payment or to failureUrl after a failure, with your externalId in the query. Anyone can open these addresses, so they prove nothing. Show the order status from your server, or request it from the API.",
    },
    direct: {
      pay: "Get a JWT, create the transaction, open it",
      payLead:
        "The first step runs on your server, the others in your app, so the API key never leaves the server. With email, users skip the code if the operator allows your account to vouch for addresses. Otherwise it fills in the field.",
      webview: "The address for the webview",
      webviewLead:
        "It opens once, in one webview. Keep it out of your app's logs and crash reports. Pass addresses with other schemes to the system, so bank apps can open.",
      back: "Return to your app",
      backLead:
        "The webview ends at your app's scheme. status is succeeded, failed, cancelled or processing. Use it only for the screen: any app could open this address.",
      schemes: "Schemes of your apps",
    },
    sdk: {
      token: "Get a token on your server",
      tokenLead:
        "For a user who is signed in to your app. Pass the token to the app; the API key stays on the server.",
      pay: "Install the SDK and start the payment",
      payLead:
        "The amount is a decimal string here. The user pays in a native view, and the call resolves when they return. docs/apps.md has a page for each platform.",
    },
    outcome: "Receive the outcome",
    outcomeLead:
      "A signed webhook sends the result of each payment to your server. Compare the amount and currency with your order before you deliver.",
    webhooks: "Set up webhooks",
  },
} as const;
