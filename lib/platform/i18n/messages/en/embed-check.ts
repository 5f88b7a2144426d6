export const embedCheck = {
  tab: "Check your embedding",
  title: "Why does the checkout not show?",
  lead: "Tell what you know of the page that embeds it; every field may stay empty. What you enter is only read here: we never visit your page.",
  form: {
    reference: "Reference of a payment",
    referenceHint: "Or its whole redirectUrl.",
    origin: "Address of your page",
    originHint: "Such as https://shop.example/cart. Only scheme, host and port count.",
    csp: "Headers of your page",
    cspHint:
      "All of them, only its Content-Security-Policy, or the meta tag with it. Leave out cookies.",
    sandbox: "Your frame",
    sandboxHint:
      "The whole iframe tag, or the value of its sandbox attribute. Nothing if it has none.",
    go: "Check",
  },
  results: "What we found",
  levels: { good: "Fine", bad: "Problem", note: "Note" },
  why: "Why it matters",
  fix: "What to do",
  copy: "Copy",
  copied: "Copied",
  notAll: "Not everything could be looked at. Read the notes.",
  allGood: "Nothing of what you told keeps the checkout from showing.",
  someBad: "{count, plural, one {# problem} other {# problems}} in what you told.",
  console: "Settings → Embedding",
  findings: {
    noReference: {
      title: "No payment was named",
      why: "Which sites may embed a checkout is a matter of the account whose payment it shows.",
      fix: "Add the reference of one of your payments to learn whether your site is registered.",
    },
    unknownReference: {
      title: "No payment has this reference",
      why: "A checkout nobody knows shows in no frame at all. Payments made for apps have no checkout for frames either.",
      fix: "Take redirectUrl from the answer to POST /transactions as it is, without changing or encoding it anew.",
    },
    finished: {
      title: "This payment is finished",
      why: "Its checkout shows the outcome, and leads back to the shop where it has an address for that.",
      fix: "Make a new payment to see the checkout with a code to scan.",
    },
    payable: { title: "The payment can be paid", why: "", fix: "" },
    noOrigin: {
      title: "No page was named",
      why: "Browsers show a checkout only on sites its account has registered.",
      fix: "Enter the address of the page that holds the frame.",
    },
    badOrigin: {
      title: "This is no address of a web page",
      why: "Only pages with http or https can show the checkout: not files, and not pages inside an app.",
      fix: "Serve the page, on your own computer too, and use its address.",
    },
    registered: { title: "{origin} is registered", why: "", fix: "" },
    unregistered: {
      title: "{origin} is not registered",
      why: "Browsers then show an empty frame or say “refused to connect”. Scheme, host and port must be the same: www.shop.example and shop.example are two sites.",
      fix: "Add this line in the console, under Settings → Embedding. It holds at once, for payments that exist too:",
    },
    mixed: {
      title: "{origin} uses https, the checkout does not",
      why: "Browsers load nothing without encryption into a page that has it.",
      fix: "Serve the checkout with https: set PUBLIC_URL to an https address behind a proxy with TLS.",
    },
    mixedLoopback: {
      title: "{origin} uses https, the checkout on this computer does not",
      why: "Chrome and Firefox allow that for the computer itself; Safari does not.",
      fix: "Test with an http page, or in Chrome or Firefox.",
    },
    plainPage: {
      title: "{origin} does not use https",
      why: "The checkout shows there, but whoever sits between shopper and shop can replace it. Live sites must use https.",
      fix: "Serve the page with https before you take real payments.",
    },
    noPolicy: {
      title: "No Content-Security-Policy was told",
      why: "If your page has one, it may forbid the frame or its script.",
      fix: "Paste the page’s headers, as curl -I or the browser’s network tools show them.",
    },
    unread: {
      title: "No Content-Security-Policy was found in what you pasted",
      why: "So we can’t tell whether your page forbids the frame or its script.",
      fix: "Paste the page’s headers, as curl -I or the browser’s network tools show them, or the policy alone.",
    },
    cut: {
      title: "Not all you pasted was looked at",
      why: "We read the first {characters} characters of a field and the first {sources} values of a policy. What we say of the rest may be wrong.",
      fix: "Paste the Content-Security-Policy alone, or only its frame-src and script-src.",
    },
    frameBlocked: {
      title: "Your page’s {directive} forbids the frame",
      why: "The browser asks your page’s policy before it loads {origin}.",
      fix: "Let the policy say:",
    },
    frameAllowed: { title: "Your page’s policy allows the frame", why: "", fix: "" },
    scriptBlocked: {
      title: "Your page’s {directive} forbids the script",
      why: "Without /embed.js of {origin} the frame does not grow with its content, and the shopper returns by a link.",
      fix: "Let the policy say this, or use the plain iframe, which needs no script:",
    },
    scriptNonce: {
      title: "Your page’s {directive} asks scripts for a nonce",
      why: "The script is loaded only if its tag carries the nonce or hash of your policy.",
      fix: "Give the script tag of /embed.js the same nonce attribute as your own scripts.",
    },
    scriptAllowed: { title: "Your page’s policy allows the script", why: "", fix: "" },
    isolated: {
      title: "Your page isolates itself: Cross-Origin-Embedder-Policy is {value}",
      why: "Browsers then refuse every frame of another site that does not isolate itself too. The checkout does not, so that it can stand in any shop.",
      fix: "Leave this header out on the page with the checkout, or open the checkout as a page of its own.",
    },
    noSandbox: { title: "The frame has no sandbox", why: "", fix: "" },
    sandboxFine: { title: "The sandbox leaves all that is needed", why: "", fix: "" },
    "allow-scripts": {
      title: "The sandbox lacks allow-scripts",
      why: "The page then stands still: it neither shows that somebody paid nor returns to the shop by itself.",
      fix: "Leave the sandbox out, or add to it:",
    },
    "allow-same-origin": {
      title: "The sandbox lacks allow-same-origin",
      why: "Without it the checkout is a page of nowhere: its requests come with “Origin: null” and are refused, so it can’t follow the payment or cancel it.",
      fix: "Leave the sandbox out, or add to it:",
    },
    "allow-forms": {
      title: "The sandbox lacks allow-forms",
      why: "Shoppers can’t cancel, or try again.",
      fix: "Leave the sandbox out, or add to it:",
    },
    "allow-popups": {
      title: "The sandbox lacks allow-popups",
      why: "“Pay on this device” and “Open the app” open a new tab, and would do nothing.",
      fix: "Leave the sandbox out, or add to it:",
    },
    "allow-popups-to-escape-sandbox": {
      title: "The sandbox lacks allow-popups-to-escape-sandbox",
      why: "The tab in which the shopper approves at the bank would be sandboxed too, and many banks’ pages fail that way.",
      fix: "Leave the sandbox out, or add to it:",
    },
    "allow-top-navigation-by-user-activation": {
      title: "The sandbox lacks allow-top-navigation-by-user-activation",
      why: "“Return to shop” could not leave the frame: the shop’s page would open inside it, or nothing at all.",
      fix: "Leave the sandbox out, or add to it:",
    },
    featuresKept: {
      title: "Your page’s Permissions-Policy keeps {features} from the frame",
      why: "With clipboard-write shoppers copy the link, with web-share they send it to another device. Without, copying takes an older way that some browsers refuse, and nothing is sent. Payments work all the same.",
      fix: "Let the header say:",
    },
    featuresUnlent: {
      title: "The frame’s allow does not name {features}",
      why: "With clipboard-write shoppers copy the link, with web-share they send it to another device. Without, copying takes an older way that some browsers refuse, and nothing is sent. Payments work all the same.",
      fix: "Let the iframe tag say:",
    },
    featuresFine: { title: "Shoppers can copy and send the link", why: "", fix: "" },
    cookies: {
      title: "Third-party cookies are not needed",
      why: "In a frame the checkout sets no cookie and stores nothing, so browsers that block them change nothing.",
      fix: "",
    },
  },
  served: {
    title: "What reaches the browser",
    waiting: "Reading the headers the checkout is served with …",
    noScript:
      "Without scripts this page can’t look by itself. A proxy in front of the service must add no X-Frame-Options and no second Content-Security-Policy. This prints what it sends:",
    fine: "Nothing is added to the checkout’s headers that forbids frames.",
    frameOptions:
      "Something in front of the service adds “X-Frame-Options: {value}”, which forbids frames. Remove it from the proxy’s configuration: the checkout’s own policy already says who may embed it.",
    ancestors:
      "The Content-Security-Policy that arrives is not the one the service sends: frame-ancestors is missing or stands there twice. Have the proxy pass it on as it is.",
    elsewhere:
      "The checkout has a host of its own, whose headers this page can’t read. A proxy in front of it must add no X-Frame-Options and no second Content-Security-Policy. This prints what it sends:",
    failed: "The headers could not be read. Look at them by yourself:",
  },
  frame: {
    tab: "Inside your frame",
    title: "What a frame sees from inside",
    lead: "Put this page into your page in place of the checkout, with the same attributes:",
    purpose: "It takes the place of the checkout, and shows what reaches it.",
    topLevel: "This page is not in a frame now.",
    noScript:
      "Scripts do not run here. If this page is in a frame, its sandbox lacks allow-scripts.",
    scripts: "Scripts run.",
    opaque: "The sandbox lacks allow-same-origin: this page is of no origin.",
    ownOrigin: "The page keeps its own origin.",
    around: "Around it, the nearest first: {origins}. Each of them must be registered.",
    aroundUnknown: "Which page is around it, this browser does not tell.",
    check: "Check with these values",
  },
} as const;
