import { expect } from "playwright/test";
import { createMerchantServer } from "../merchant.ts";
import { servers } from "../servers.ts";
import { anOrder, type Stage, type State } from "./stage.ts";

const create = ({ merchant }: Stage) => merchant.create(anOrder());

/** A new payment whose payers did what `outcomes` say, one after the other. */
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

async function cancelled(stage: Stage): Promise<string> {
  const { redirectUrl } = await create(stage);
  await stage.page.goto(`${redirectUrl}&confirm=cancel`);
  await stage.page.getByRole("button", { name: "Yes, cancel" }).click();
  await expect(stage.page.getByRole("heading", { name: "Payment cancelled" })).toBeVisible();
  return redirectUrl;
}

/** Payments of the second server are over after nine seconds. */
async function expired({ request }: Stage): Promise<string> {
  const { first, second } = servers();
  const merchant = createMerchantServer(request, { ...first, url: second.url });
  const { redirectUrl, id } = await merchant.create(anOrder());
  await expect
    .poll(async () => (await merchant.read(id)).status, { timeout: 40_000 })
    .toBe("failed");
  return redirectUrl;
}

async function superseded({ merchant }: Stage): Promise<string> {
  const order = anOrder();
  const { redirectUrl } = await merchant.create(order);
  await merchant.create({ ...order, amount: order.amount + 100 });
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

/** The hosted checkout and its receipt. */
export const CHECKOUT_STATES: Record<string, State> = {
  ready: {
    heading: "Scan with your phone",
    readBy: "shopper",
    bring: (stage) => driven(stage),
  },
  "ready-phone": {
    heading: "Pay from your bank account",
    readBy: "shopper",
    bring: async (stage) => `${await driven(stage)}&view=app`,
  },
  opened: { heading: "Continue on your phone", readBy: "shopper", bring: opened },
  declined: {
    heading: "Your bank declined the payment",
    readBy: "shopper",
    bring: (stage) => driven(stage, "decline"),
  },
  "declined-phone": {
    heading: "Your bank declined the payment",
    readBy: "shopper",
    bring: async (stage) => `${await driven(stage, "decline")}&view=app`,
  },
  "confirm-cancel": {
    heading: "Cancel this payment?",
    readBy: "shopper",
    bring: async (stage) => `${await driven(stage)}&confirm=cancel`,
  },
  processing: {
    heading: "Your bank is confirming",
    readBy: "shopper",
    bring: (stage) => driven(stage, "accept"),
  },
  succeeded: {
    heading: "Paid",
    readBy: "shopper",
    bring: (stage) => driven(stage, "approve"),
  },
  cancelled: { heading: "Payment cancelled", readBy: "shopper", bring: cancelled },
  expired: { heading: "The time to pay is over", readBy: "shopper", bring: expired },
  superseded: { heading: "This payment was replaced", readBy: "shopper", bring: superseded },
  failed: {
    heading: "The payment did not work",
    readBy: "shopper",
    bring: (stage) => driven(stage, "decline", "decline", "decline", "decline", "decline"),
  },
  unknown: {
    heading: "This payment can't be shown",
    readBy: "shopper",
    bring: async () => "/checkout?reference=AAAAAAAAAAAAAAAAAAAAAA",
  },
  receipt: { heading: "Receipt", readBy: "shopper", bring: receipt },
  "receipt-shared": { heading: "Receipt", readBy: "shopper", bring: sharedReceipt },
};
