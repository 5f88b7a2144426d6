/** What controls do, by their English names. */
const KINDS = {
  pay: /^(Pay on this device|Continue (to payment|paying|at your bank|in the browser|to Sandbox.*)|Open the app|Try again|Choose another bank|Sandbox\b.* Bank.*|[A-Z]{2}Sandbox: .*|Pay with your bank|Bank transfer|I’ve sent the transfer|Use (another phone|this device instead)|Pay with another device|Show QR code instead)$/,
  cancel: /^Cancel payment$/,
  confirm: /^(Yes, cancel|Keep paying|I didn’t send it|I’ve sent it, keep waiting)$/,
  verify:
    /^(Send code|Use a passkey|Confirm|Resend code.*|Change e-mail address|Open the demo mailbox)$/,
  remember: /^(Create a passkey|Remember me on this device)$/,
  leave: /^(Return to (Bankside Demo Shop|Harbour Books)|Back to the app)$/,
  receipt: /^(Receipt|Print or save|Share|Back|E-mail the receipt)$/,
  copy: /^(Copy: \w+|Copy link|Send link)$/,
  read: /^(.*How it works|Terms|Privacy|Details and complaints|Go to the start page|Order details)$/,
  test: /^(Test: (choose the outcome|other kinds of banks)|Approve|Decline|Insufficient funds|Slow response, then paid|Cancel at the bank|Let it expire)$/,
};

type Kind = keyof typeof KINDS;
type Offers = { always?: readonly Kind[]; maybe?: readonly Kind[] };

const TO_PAY: Offers = { always: ["pay", "cancel"], maybe: ["copy", "read", "test"] };
const TO_VERIFY: Offers = { always: ["verify", "cancel"] };
const TO_CHOOSE: Offers = { always: ["cancel"], maybe: ["pay", "read", "remember", "test"] };
const TO_CHANGE: Offers = { always: ["pay", "cancel"], maybe: ["read"] };
const TO_CONFIRM: Offers = { always: ["confirm"] };
const OVER: Offers = { always: ["leave"] };
const NOTHING: Offers = {};

/** What a screen offers, by its heading. A payment that may have been made is neither paid again nor cancelled. */
const OFFERS: Record<string, Offers> = {
  "Scan with your phone": TO_PAY,
  "Pay from your bank account": TO_PAY,
  "Continue on your phone": TO_PAY,
  "Continue in the other tab": TO_PAY,
  "Not paid yet": TO_PAY,
  "Not confirmed yet": TO_PAY,
  "Your bank declined the payment": TO_PAY,
  "The payment was not approved": TO_PAY,
  "Send a bank transfer": TO_PAY,
  "Confirm it’s you": TO_VERIFY,
  "Enter the code": TO_VERIFY,
  "Choose your bank": TO_CHOOSE,
  "Your account at Sandbox: asks for your account": TO_CHANGE,
  "Approve in your bank’s app": TO_CHANGE,
  "Your bank has the order, but gave us no page": TO_CHANGE,
  "Opened on another device": { always: ["pay"] },
  "No longer open here": { always: ["pay"] },
  "Cancel this payment?": TO_CONFIRM,
  "Cancel this transfer?": TO_CONFIRM,

  "Waiting for your bank…": NOTHING,
  "Your bank is confirming": { maybe: ["leave"] },
  "Your bank still has this order": { always: ["leave"] },
  "We are waiting for your transfer": { always: ["copy", "leave", "confirm"] },
  "We’re checking this payment": { always: ["copy", "leave"] },

  "Paid €42.50": { always: ["leave", "receipt"] },
  "Payment cancelled": { always: ["leave"], maybe: ["copy"] },
  "This payment has expired": OVER,
  "A newer payment replaced this one": OVER,
  "Payment failed": OVER,
  "Already paid": NOTHING,
  Receipt: { always: ["receipt"] },

  "This payment can’t be shown": NOTHING,
  "This page can’t be shown here": NOTHING,
  "This code is not valid": NOTHING,
  "We can’t take you back to the app": NOTHING,
  "This link has already been used": NOTHING,
  "This link is not valid": NOTHING,
  "Return to your app": NOTHING,
  "Cookies are blocked here": NOTHING,
  "Something went wrong": NOTHING,
  "Page not found": { always: ["read"] },
};

/** They link to pages that the operator names. */
const TO_READ = ["About this payment service", "Accessibility statement"];

/** What is wrong with the controls of a screen. */
export function wrongOffers(heading: string, controls: readonly string[]): string[] {
  if (TO_READ.includes(heading)) return [];
  const offers = OFFERS[heading];
  if (!offers) return [`a heading that no screen has: ${heading}`];
  const { always = [], maybe = [] } = offers;
  const kinds = controls.map((name) => ({ name, kind: kindOf(name) }));
  const allowed: readonly (Kind | undefined)[] = [...always, ...maybe];
  const surplus = kinds.filter(({ kind }) => !allowed.includes(kind));
  const missing = always.filter((kind) => !kinds.some((one) => one.kind === kind));
  return [
    ...surplus.map(({ name }) => `offers “${name}”`),
    ...missing.map((kind) => `lacks: ${kind}`),
  ];
}

function kindOf(name: string): Kind | undefined {
  return (Object.keys(KINDS) as Kind[]).find((kind) => KINDS[kind].test(name));
}
