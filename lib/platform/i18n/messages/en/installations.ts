export const installations = {
  title: "Installations",
  lead: "Choose how payments get into your shop or app. Each way has API keys of its own.",
  methods: {
    web: {
      name: "Web",
      title: "Web integration",
      use: "A shop in the browser. Its page shows the checkout in an iframe, and the shopper pays with the phone.",
      lead: "Your server creates the transaction, your page shows the checkout in an iframe.",
    },
    direct: {
      name: "Direct",
      title: "Direct integration",
      use: "An app of your own that opens the payment in its webview, in any programming language.",
      lead: "Your server gets a JWT, your app creates the transaction and opens it in a webview.",
    },
    sdk: {
      name: "SDK",
      title: "SDK integration",
      use: "An app for iOS or Android, or in React Native, Expo, Capacitor or the browser. One call, initiatePayment, does the rest.",
      lead: "Your server gets a JWT, and one call in your app shows the payment and tells how it ended.",
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
    unnamed: "Without a name",
    key: "Key",
    createdBy: "Created by",
    by: "by {name}",
    created: "Created",
    lastUsed: "Last used",
    revoked: "Revoked",
    actions: "Action",
    revokedTitle: "Revoked keys ({count, number})",
    creators: { operator: "The service", demo: "Demo", unknown: "Unknown" },
    none: {
      test: "No test key yet. Create one below, and your server can make its first payment in a minute.",
      live: "No live key yet. Try everything in test mode first: only the key and the money differ.",
    },
  },
  create: {
    title: "Create API key",
    name: "Name",
    nameHint: "Where it is used, such as “Shop server”. You may leave it empty.",
    submit: "Create API key",
    viewer: "Your role can look at API keys. A developer or an owner can create and revoke them.",
    closed: "This account is closed, so it gets no new API keys.",
    noPayeeTest: {
      title: "Payments still need an IBAN",
      lead: "Keys can be created already, but a transaction needs to know who is paid.",
      link: "Enter your company's IBAN",
    },
    noPayeeLive: {
      title: "Live keys wait for your IBAN to be confirmed",
      lead: "Enter your company's IBAN under Settings. Once the service has confirmed it, you can create live keys here. Test mode works meanwhile.",
      link: "Go to company settings",
    },
  },
  made: {
    title: "Your new API key",
    once: "Copy it now. This is the only time it is shown; if it gets lost, revoke it and create another one.",
    serverSide:
      "Keep it on your server, in an environment variable or a key store. It must never be in a page, an app or a repository.",
    tryIt: "Try it now",
    tryItLead:
      "These programs hold your new key and the addresses of this service. They run as they are.",
    stored: "I have stored it",
  },
  firstCall: {
    waiting: "Waiting for the first call with this key …",
    waitingFor: "Waiting for the first call with the key that ends in {lastFour} …",
    received: "Received the first call: {when}.",
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
    lead: "For a key that is no longer needed, or that somebody else may have seen.",
    label: "Revoke",
    question:
      "Calls with the key that ends in {lastFour} are refused from this moment, and so are the JWTs it was exchanged for. This can't be undone.",
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
      "The programs read the key from the environment variable {variable} of your server. It stays there: whoever has it can create payments in your name.",
    web: {
      create: "Create a transaction on your server",
      createLead:
        "amount is in the currency's minor unit, so 1250 is 12.50 euros. externalId is your order: it is paid once, however often you ask.",
      show: "Show the checkout on your page",
      showLead:
        "Put redirectUrl of the answer into an iframe. The lines below it give it its height and take the shopper on at the end. Without them the checkout leads back by itself or with a link.",
      showOrigins:
        "Only your own sites may show it: those under Settings, Embedding, and those of successUrl and failureUrl.",
      embedding: "Sites that may show the checkout",
      back: "Welcome the shopper back",
      backLead:
        "After the payment the shopper comes to successUrl or, after any failure, to failureUrl, with your externalId in the query. Anybody can open such an address, so it proves nothing: show what your server knows of the order, or ask for it.",
    },
    direct: {
      pay: "Get a JWT, create the transaction, open it",
      payLead:
        "The first step is your server's, the others are your app's: the API key never leaves the server. email spares the user the code if the service vouches for your account, and fills in the field otherwise.",
      webview: "The address for the webview",
      webviewLead:
        "It opens once, in one webview. Let your app's logs and crash reports leave it out. Hand addresses of other schemes to the system, so that apps of banks open.",
      back: "Come back to your app",
      backLead:
        "The webview ends at your app's scheme. status is succeeded, failed, cancelled or processing, and only a hint for the screen: any app could open such an address.",
      schemes: "Schemes of your apps",
    },
    sdk: {
      token: "Get a token on your server",
      tokenLead:
        "For a user who is signed in to your app. Hand the token on to the app; the API key stays on the server.",
      pay: "Install the SDK and start the payment",
      payLead:
        "The amount is a decimal text here. The user pays in a view of the platform, and the call resolves when they are back. docs/apps.md has a page for each platform.",
    },
    outcome: "Learn the outcome",
    outcomeLead:
      "A signed webhook tells your server how each payment ended. Compare amount and currency with your order before you deliver: only then is it paid.",
    webhooks: "Set up webhooks",
  },
} as const;
