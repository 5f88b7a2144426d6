export const embedCheck = {
  tab: "Check your embedding",
  title: "Why isn’t the checkout showing?",
  lead: "Enter what you know. Both fields are optional. We never visit your page: if its Content-Security-Policy or the frame’s sandbox blocks the checkout, the browser’s console names the rule.",
  form: {
    reference: "Reference of a payment",
    referenceHint: "Or the whole redirectUrl.",
    origin: "Address of your page",
    originHint: "Such as https://shop.example/cart. We use only the scheme, host and port.",
    go: "Check",
  },
  results: "Results",
  levels: { good: "OK", bad: "Problem", note: "Note" },
  why: "Why it matters",
  fix: "What to do",
  allGood: "We found no problems in what you entered.",
  someBad: "{count, plural, one {# problem found} other {# problems found}}.",
  console: "Settings → Embedding",
  findings: {
    noReference: {
      title: "No payment entered",
      why: "The payment’s account decides which sites can embed its checkout.",
      fix: "Add the reference of one of your payments to check whether your site is registered.",
    },
    unknownReference: {
      title: "No payment has this reference",
      why: "A checkout with an unknown reference can’t be shown in a frame. Payments created by apps have no checkout for frames either.",
      fix: "Use redirectUrl from the response of POST /transactions. Don’t change or re-encode it.",
    },
    finished: {
      title: "This payment is finished",
      why: "Its checkout shows the outcome and returns to the shop if it has a return address.",
      fix: "Create a new payment to see the checkout with a QR code.",
    },
    payable: { title: "The payment can be paid", why: "", fix: "" },
    noOrigin: {
      title: "No page entered",
      why: "Browsers show a checkout only on sites registered by its account.",
      fix: "Enter the address of the page that holds the frame.",
    },
    badOrigin: {
      title: "This isn’t a web page address",
      why: "Only http and https pages can show the checkout. Files and pages inside an app can’t.",
      fix: "Serve the page from a web server, even on your own computer, and use its address.",
    },
    registered: { title: "{origin} is registered", why: "", fix: "" },
    unregistered: {
      title: "{origin} is not registered",
      why: "Browsers show an empty frame or “refused to connect”. The scheme, host and port must match: www.shop.example and shop.example are two sites.",
      fix: "Add this line in the console, under Settings → Embedding. It takes effect immediately, also for existing payments:",
    },
    mixed: {
      title: "{origin} uses https, the checkout does not",
      why: "Browsers don’t load unencrypted content into an encrypted page.",
      fix: "Serve the checkout with https: set PUBLIC_URL to an https address behind a proxy with TLS.",
    },
    mixedLoopback: {
      title: "{origin} uses https, the checkout on this computer does not",
      why: "Chrome and Firefox allow this for local addresses. Safari doesn’t.",
      fix: "Test with an http page, or in Chrome or Firefox.",
    },
    plainPage: {
      title: "{origin} does not use https",
      why: "The checkout shows there, but an attacker on the network can replace it. Live sites must use https.",
      fix: "Serve the page with https before you take real payments.",
    },
    cookies: {
      title: "Third-party cookies are not needed",
      why: "In a frame, the checkout sets no cookies and stores nothing, so it works in browsers that block them.",
      fix: "",
    },
  },
  served: {
    title: "What reaches the browser",
    waiting: "Reading the checkout’s headers…",
    noScript:
      "This page needs JavaScript to read the headers. A proxy in front of Bankside must not add X-Frame-Options or a second Content-Security-Policy. This command prints the headers:",
    fine: "Nothing in the checkout’s headers blocks frames.",
    frameOptions:
      "A proxy in front of Bankside adds “X-Frame-Options: {value}”, which blocks frames. Remove it from the proxy’s configuration. The checkout’s own policy already controls who can embed it.",
    ancestors:
      "The Content-Security-Policy was changed on its way: frame-ancestors is missing or appears twice. Configure the proxy to pass the header on unchanged.",
    elsewhere:
      "The checkout has its own host, and this page can’t read its headers. A proxy in front of it must not add X-Frame-Options or a second Content-Security-Policy. This command prints the headers:",
    failed: "The headers couldn’t be read. Use this command to check them:",
  },
  frame: {
    tab: "Inside your frame",
    title: "Check from inside the frame",
    lead: "Put this page into your page instead of the checkout, with the same attributes:",
    purpose: "It replaces the checkout and shows what the frame allows.",
    topLevel: "This page isn’t in a frame.",
    noScript:
      "Scripts don’t run here. If this page is in a frame, its sandbox lacks allow-scripts.",
    scripts: "Scripts run.",
    opaque: "The sandbox lacks allow-same-origin: this page has no origin.",
    ownOrigin: "The page keeps its own origin.",
    around: "Embedded by, nearest first: {origins}. Each must be registered.",
    aroundUnknown: "This browser doesn’t report which page embeds it.",
    check: "Check with these values",
  },
} as const;
