import { expect } from "playwright/test";
import { createMerchantServer } from "../kit/merchant.ts";
import { chooseBank, comeToDecide } from "../kit/people.ts";
import { servers } from "../kit/servers.ts";
import { cancelled, expired, failed, superseded } from "./ends.ts";
import { letComeBack, letWaitLong, openMerchant, putInQuestion } from "./own-merchant.ts";
import { UNAPPROVED, unapproved } from "./payer.ts";
import { anOrder, type Stage, type State } from "./stage.ts";
import { receiptInApp } from "./webview.ts";

const create = ({ merchant }: Stage) => merchant.create(anOrder());

async function driven(stage: Stage, ...outcomes: string[]): Promise<string> {
  const { id, redirectUrl } = await create(stage);
  for (const outcome of outcomes) await stage.merchant.drive(id, outcome);
  return redirectUrl;
}

async function opened(stage: Stage): Promise<string> {
  const { reference, redirectUrl } = await create(stage);
  const phone = await stage.phone();
  await phone.goto(`/pay/${reference}`);
  await expect(phone.getByRole("heading", { level: 1 })).toBeVisible();
  await phone.context().close();
  return redirectUrl;
}

/** The same, after a reload of the shop's page. */
const back = async (stage: Stage) => `${await opened(stage)}&view=back`;

/** The same while the other tab waits for the bank. */
async function backWaiting(stage: Stage): Promise<string> {
  const { id, reference, redirectUrl } = await create(stage);
  const phone = await stage.phone();
  await phone.goto(`/pay/${reference}`);
  await chooseBank(phone);
  await comeToDecide(phone);
  await phone.context().close();
  await letComeBack(id);
  return `${redirectUrl}&view=back`;
}

/** `first` knows a payer app's scheme. */
function createAtFirst({ request }: Stage) {
  return createMerchantServer(request, servers().first).create(anOrder());
}

async function waitsLong({ merchant }: Stage): Promise<string> {
  const { id, redirectUrl } = await merchant.create(anOrder());
  await merchant.drive(id, "accept");
  await letWaitLong(id);
  return redirectUrl;
}

/** A bank contradicts its refusal. `isCancelled`: the shop cancelled after that. */
async function inQuestion({ merchant }: Stage, isCancelled = false): Promise<string> {
  const { id, redirectUrl } = await merchant.create(anOrder());
  await merchant.drive(id, "decline");
  await putInQuestion(id);
  if (isCancelled) await merchant.cancel(id);
  return redirectUrl;
}

/** Browsers show nothing of a refused frame, so the page is opened alone. */
async function refusedFrame(stage: Stage): Promise<string> {
  const { server } = await openMerchant(stage);
  const { reference, redirectUrl } = await server.create();
  const isIt = (url: URL) => url.searchParams.get("reference") === reference;
  await stage.page.route(isIt, async (route) => {
    const headers = { ...route.request().headers(), "sec-fetch-dest": "iframe" };
    await route.fulfill({ response: await route.fetch({ headers }) });
  });
  return redirectUrl;
}

async function receipt(stage: Stage): Promise<string> {
  const { id, reference } = await create(stage);
  await stage.merchant.drive(id, "approve");
  return `/checkout/receipt?reference=${reference}`;
}

async function sharedReceipt(stage: Stage): Promise<string> {
  await stage.page.goto(await receipt(stage));
  const share = stage.page.getByRole("link", { name: "Share", exact: true });
  return (await share.getAttribute("href")) ?? "";
}

export const CHECKOUT_STATES: Record<string, State> = {
  ready: {
    heading: "Scan with your phone",
    title: "Pay €42.50 to Bankside Demo Shop",
    readBy: "shopper",
    bring: (stage) => driven(stage),
  },
  "ready-phone": {
    heading: "Pay from your bank account",
    title: "Pay €42.50 to Bankside Demo Shop",
    readBy: "shopper",
    bring: async (stage) => `${await driven(stage)}&view=app`,
  },
  "ready-phone-app": {
    heading: "Pay from your bank account",
    title: "Pay €42.50 to Bankside Demo Shop",
    readBy: "shopper",
    bring: async (stage) => `${(await createAtFirst(stage)).redirectUrl}&view=app`,
  },
  "ready-test-panel": {
    heading: "Scan with your phone",
    title: "Pay €42.50 to Bankside Demo Shop",
    readBy: "shopper",
    bring: (stage) => driven(stage),
    arrange: (page) =>
      page.locator("main details").evaluateAll((panels) => {
        for (const panel of panels) panel.setAttribute("open", "");
      }),
  },
  opened: { heading: "Continue on your phone", readBy: "shopper", bring: opened },
  back: {
    heading: "Not paid yet",
    readBy: "shopper",
    bring: async (stage) => `${await driven(stage)}&view=back`,
  },
  "back-app": {
    heading: "Not paid yet",
    readBy: "shopper",
    bring: async (stage) => `${(await createAtFirst(stage)).redirectUrl}&view=back`,
  },
  "back-waiting": {
    heading: "Waiting for your bank…",
    readBy: "shopper",
    bring: backWaiting,
  },
  "back-opened": { heading: "Continue in the other tab", readBy: "shopper", bring: back },
  declined: {
    heading: "Your bank declined the payment",
    title: "Not paid yet",
    readBy: "shopper",
    bring: (stage) => driven(stage, "decline"),
  },
  "declined-phone": {
    heading: "Your bank declined the payment",
    title: "Not paid yet",
    readBy: "shopper",
    bring: async (stage) => `${await driven(stage, "decline")}&view=app`,
  },
  "declined-last-try": {
    heading: "Your bank declined the payment",
    title: "Not paid yet",
    readBy: "shopper",
    bring: (stage) => driven(stage, "decline", "decline", "decline", "decline"),
  },
  "not-approved": {
    heading: "The payment was not approved",
    title: "Not paid yet",
    readBy: "shopper",
    bring: (stage) => driven(stage, "cancel"),
  },
  "confirm-cancel": {
    heading: "Cancel this payment?",
    title: "Cancel payment?",
    readBy: "shopper",
    bring: async (stage) => `${await driven(stage)}&confirm=cancel`,
  },
  processing: {
    heading: "Your bank is confirming",
    readBy: "shopper",
    bring: (stage) => driven(stage, "accept"),
  },
  "processing-long": {
    heading: "Your bank is confirming",
    readBy: "shopper",
    bring: waitsLong,
  },
  "processing-unapproved": {
    heading: UNAPPROVED,
    readBy: "shopper",
    bring: async (stage) => (await unapproved(stage)).checkout,
  },
  "in-question": {
    heading: "We’re checking this payment",
    readBy: "shopper",
    bring: (stage) => inQuestion(stage),
  },
  "in-question-cancelled": {
    heading: "Payment cancelled",
    title: "Cancelled",
    readBy: "shopper",
    bring: (stage) => inQuestion(stage, true),
  },
  succeeded: {
    heading: "Paid €42.50",
    title: "Paid",
    readBy: "shopper",
    bring: (stage) => driven(stage, "approve"),
  },
  cancelled: {
    heading: "Payment cancelled",
    title: "Cancelled",
    readBy: "shopper",
    bring: async (stage) => (await cancelled(stage)).shop,
  },
  expired: {
    heading: "This payment has expired",
    title: "Expired",
    readBy: "shopper",
    bring: async (stage) => (await expired(stage)).shop,
  },
  superseded: {
    heading: "A newer payment replaced this one",
    title: "Replaced",
    readBy: "shopper",
    bring: async (stage) => (await superseded(stage)).shop,
  },
  failed: {
    heading: "Payment failed",
    title: "Not paid",
    readBy: "shopper",
    bring: async (stage) => (await failed(stage)).shop,
  },
  unknown: {
    heading: "This payment can’t be shown",
    title: "Payment not found",
    isPlain: true,
    readBy: "shopper",
    bring: async () => "/checkout?reference=AAAAAAAAAAAAAAAAAAAAAA",
  },
  "refused-frame": {
    heading: "This page can’t be shown here",
    title: "Not shown here",
    isPlain: true,
    readBy: "shopper",
    bring: refusedFrame,
  },
  receipt: {
    heading: "Receipt",
    title: "Receipt – Bankside Demo Shop",
    readBy: "shopper",
    bring: receipt,
  },
  "receipt-shared": {
    heading: "Receipt",
    title: "Receipt – Bankside Demo Shop",
    readBy: "shopper",
    bring: sharedReceipt,
  },
  "receipt-app": {
    heading: "Receipt",
    title: "Receipt – Harbour Books",
    readBy: "shopper",
    bring: receiptInApp,
  },
};
