export const feeds = {
  lead: "A feed reads your business account at its provider, and reports money for your orders within seconds of its arrival. It also keeps credits of exactly an amount that a shopper reported as sent. Nothing else of the account is stored.",
  simulated: {
    title: "Simulated: not yet run against the provider",
    text: "This feed follows the provider's documentation. Compare what it reports with your statements before you rely on it. Files of your bank keep working beside it, and each transfer counts once.",
  },
  providers: { qonto: "Qonto", revolut: "Revolut Business" },
  none: "No feeds yet",
  noneLead: "Until you add one, report money with files of your bank or by hand.",
  title: "{provider}, {iban}",
  state: {
    label: "Status",
    unconnected: "Needs your consent",
    waiting: "First read is due",
    reading: "Working",
    failing: "Failing",
    retired: "Retired",
  },
  lastRead: "Last read",
  lastMoney: "Last money",
  lastError: "Last error",
  never: "Never",
  errors: {
    denied:
      "The provider refused the credentials. At Revolut, give your consent again. At Qonto, create a new key, add a new feed, and retire this one.",
    account_missing: "The provider knows no account with this IBAN for these credentials.",
    busy: "The provider asked to wait.",
    unreachable: "The provider didn't respond.",
    unexpected_answer:
      "The provider's response wasn't understood. Ask the operator to look at the log.",
    internal: "What was read couldn't be stored. Ask the operator to look at the log.",
  },
  webhook: {
    label: "Webhook",
    on: "Secret saved",
    off: "Not set: read once a minute",
    open: "Set up the webhook",
    subscribe: {
      qonto:
        "At Qonto, subscribe to events of the type v1/transactions with the address below. Its API does this with an access token that has the scope webhook.",
      revolut:
        "At Revolut, create a webhook (version 2) for TransactionCreated and TransactionStateChanged with the address below. Its API does this with an access token that has the scope WRITE, which Bankside doesn't ask for.",
    },
    enter: "Enter the secret that the provider returns for it.",
    secret: "Webhook secret",
    save: "Save secret",
    saved: "Saved. Webhooks now start a read.",
  },
  readNow: "Read now",
  readSoon: "The feed will be read in a few seconds.",
  retire: {
    label: "Retire",
    question:
      "The feed stops, and its credentials are deleted here. Revoke them at the provider too. Money that it reported stays.",
    go: "Retire this feed",
    done: "Retired.",
  },
  add: {
    title: "Add a feed of Qonto",
    steps: {
      key: "In Qonto, open Integrations & Partnerships, then API key. You see a login and a secret key. By Qonto's documentation, the key gives access to a part of its API, mostly to read.",
      enter:
        "Enter both here. Bankside reads the account once to test them, and stores them encrypted.",
      webhook:
        "Afterwards, set up the webhook: money then shows within seconds, without it within a minute.",
    },
    iban: "IBAN of the account",
    login: "Login",
    secretKey: "Secret key",
    stagingToken: "Staging token",
    stagingHint: "Only Qonto's sandbox needs it.",
    go: "Test and add",
    busy: "Reading the account…",
    done: "Added. The feed reads the last seven days first.",
    noIban: "First add the account's IBAN under Company, and let the operator confirm it.",
    testMode: "In test mode, feeds read the provider's sandbox.",
  },
  addRevolut: {
    title: "Add a feed of Revolut Business",
    lead: "Bankside creates a key pair. You add its certificate at Revolut, then consent there. Bankside asks only to read.",
    go: "Create the key",
    busy: "Creating the key…",
    done: "Created. Go on with the steps of the new feed.",
  },
  consent: {
    certificate:
      "In Revolut Business, open Settings, then APIs, then Business API. Add a certificate, and paste this as the X509 public key:",
    redirectUri: "Enter this as the OAuth redirect URI:",
    clientId: "Client ID",
    clientIdHint: "Revolut shows it once the certificate is added.",
    saveClientId: "Save client ID",
    savedClientId: "Saved. Now give your consent at Revolut.",
    afterClientId: "Give your consent at Revolut. The link appears once the client ID is saved.",
    link: "Give your consent at Revolut",
    finishLead: "Revolut sent you back with your consent.",
    finish: "Connect",
    finished: "Connected. The feed reads the last seven days first.",
  },
  folder: {
    title: "Watched folder",
    lead: "Files of your bank in this folder on the operator's server are read within half a minute.",
    name: "Folder",
  },
  ownersOnly: "Only owners can add, change and retire feeds.",
} as const;
