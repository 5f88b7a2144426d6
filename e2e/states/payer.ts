import { expect } from "playwright/test";
import {
  anEmail,
  bankButton,
  chooseBank,
  comeToDecide,
  ORDER,
  pickKindOfBank,
  verifyByCode,
} from "../kit/people.ts";
import { cancelled, expired, failed, superseded } from "./ends.ts";
import { letComeBack, putInQuestion } from "./own-merchant.ts";
import { anOrder, type Stage, type State } from "./stage.ts";

export const UNAPPROVED = "Your bank still has this order";
const NO_PAGE = "Your bank has the order, but gave us no page";
const ELSEWHERE = "Approve in your bank’s app";

async function meet({ merchant }: Stage) {
  const { id, reference } = await merchant.create(anOrder());
  return { id, path: `/pay/${reference}` };
}

/** The payer has entered the code. */
async function verified(stage: Stage) {
  const met = await meet(stage);
  await stage.page.goto(`${met.path}/verify`);
  await verifyByCode(stage.page);
  await expect(stage.page.getByRole("heading", { name: "Choose your bank" })).toBeVisible();
  return met;
}

/** Another browser holds the device lock. */
async function elsewhere(stage: Stage): Promise<string> {
  const { path } = await meet(stage);
  const other = await stage.phone();
  await other.goto(path);
  await expect(other.getByRole("heading", { name: ORDER })).toBeVisible();
  await other.context().close();
  return path;
}

/** Another phone went to the bank, then the shop's page released the device lock. */
async function begunElsewhere(stage: Stage): Promise<string> {
  const { page, merchant } = stage;
  const { reference, redirectUrl } = await merchant.create(anOrder());
  const other = await stage.phone();
  await other.goto(`/pay/${reference}`);
  await chooseBank(other);
  await comeToDecide(other);
  await page.goto(redirectUrl);
  await page.getByRole("button", { name: "Use another phone" }).click();
  await expect(page.getByRole("heading", { name: "Scan with your phone" })).toBeVisible();
  await other.context().close();
  return `/pay/${reference}`;
}

async function inQuestion({ merchant }: Stage): Promise<string> {
  const { id, reference } = await merchant.create(anOrder());
  await merchant.drive(id, "decline");
  await putInQuestion(id);
  return `/pay/${reference}`;
}

/** The shop's page requested another phone. */
async function released(stage: Stage): Promise<string> {
  const { page, merchant } = stage;
  const { reference, redirectUrl } = await merchant.create(anOrder());
  await page.goto(`/pay/${reference}`);
  await expect(page.getByRole("heading", { name: ORDER })).toBeVisible();
  const shop = await page.context().newPage();
  await shop.goto(redirectUrl);
  await shop.getByRole("button", { name: "Use another phone" }).click();
  await expect(shop.getByRole("heading", { name: "Scan with your phone" })).toBeVisible();
  await shop.close();
  return `/pay/${reference}?moved=1`;
}

async function codeSent(stage: Stage): Promise<string> {
  const { path } = await meet(stage);
  const { page } = stage;
  await page.goto(`${path}/verify`);
  await page.getByLabel("E-mail address").fill(anEmail());
  await page.getByRole("button", { name: "Send code" }).click();
  await expect(page.getByRole("heading", { name: "Enter the code" })).toBeVisible();
  return new URL(page.url()).pathname;
}

/** Each of `buttons` opens the next page. */
async function atBank(stage: Stage, ...buttons: string[]) {
  const { id, path } = await verified(stage);
  const { page } = stage;
  await page.goto(`${path}/bank`);
  await bankButton(page).click();
  const signIn = page.getByRole("heading", { name: "Sign in to approve a payment" });
  await expect(signIn).toBeVisible();
  if (buttons.length > 0) await page.getByLabel("User name").fill("payer");
  for (const name of buttons) {
    const heading = await page.getByRole("heading", { level: 1 }).textContent();
    await page.getByRole("button", { name, exact: true }).click();
    await expect(page.getByRole("heading", { level: 1 })).not.toHaveText(heading ?? "");
  }
  return { id, path, bankPage: page.url() };
}

async function atKind(stage: Stage, bank: string, heading: string): Promise<string> {
  const { path } = await verified(stage);
  await pickKindOfBank(stage.page, bank);
  await expect(stage.page.getByRole("heading", { name: heading })).toBeVisible();
  return `${path}/result`;
}

/** The bank refuses to cancel. Returns the payer's page and the shop's. */
export async function unapproved(stage: Stage) {
  const { page, merchant } = stage;
  const { reference, redirectUrl } = await merchant.create(anOrder());
  const path = `/pay/${reference}`;
  await page.goto(`${path}/verify`);
  await verifyByCode(page);
  await pickKindOfBank(page, "Sandbox: no page to approve");
  await expect(page.getByRole("heading", { name: NO_PAGE })).toBeVisible();
  await page.goto(`${path}?confirm=cancel`);
  await page.getByRole("button", { name: "Yes, cancel" }).click();
  await expect(page.getByRole("heading", { name: UNAPPROVED })).toBeVisible();
  return { payer: `${path}/result`, checkout: redirectUrl };
}

async function result(stage: Stage, ...outcomes: string[]): Promise<string> {
  const { id, path } = await meet(stage);
  for (const outcome of outcomes) await stage.merchant.drive(id, outcome);
  return `${path}/result`;
}

export const PAYER_STATES: Record<string, State> = {
  "payer-order": {
    heading: "Confirm it’s you",
    title: "Pay €42.50 to Bankside Demo Shop",
    readBy: "shopper",
    bring: async (stage) => (await meet(stage)).path,
  },
  "payer-elsewhere": {
    heading: "Opened on another device",
    readBy: "shopper",
    bring: elsewhere,
  },
  "payer-begun-elsewhere": {
    heading: "Confirm it’s you",
    title: "Pay €42.50 to Bankside Demo Shop",
    readBy: "shopper",
    bring: begunElsewhere,
  },
  "payer-in-question": {
    heading: "We’re checking this payment",
    readBy: "shopper",
    bring: inQuestion,
  },
  "payer-released": { heading: "No longer open here", readBy: "shopper", bring: released },
  "payer-confirm-cancel": {
    heading: "Cancel this payment?",
    title: "Cancel payment?",
    readBy: "shopper",
    bring: async (stage) => `${(await meet(stage)).path}?confirm=cancel`,
  },
  "payer-altered": {
    heading: "This code is not valid",
    title: "Code not valid",
    isPlain: true,
    readBy: "shopper",
    bring: async (stage) => `${(await meet(stage)).path}?o=altered`,
  },
  "payer-unknown": {
    heading: "This payment can’t be shown",
    title: "Payment not found",
    isPlain: true,
    readBy: "shopper",
    bring: async () => "/pay/AAAAAAAAAAAAAAAAAAAAAA",
  },
  "payer-email": {
    heading: "Confirm it’s you",
    readBy: "shopper",
    bring: async (stage) => `${(await meet(stage)).path}/verify`,
  },
  "payer-code": { heading: "Enter the code", readBy: "shopper", bring: codeSent },
  "payer-banks": {
    heading: "Choose your bank",
    readBy: "shopper",
    bring: async (stage) => `${(await verified(stage)).path}/bank`,
  },
  "payer-last-bank": {
    heading: "Choose your bank",
    readBy: "shopper",
    async bring(stage) {
      const { id, path } = await verified(stage);
      await stage.merchant.drive(id, "decline");
      return `${path}/bank`;
    },
  },
  "payer-same-bank": {
    heading: "Choose your bank",
    readBy: "shopper",
    bring: async (stage) => `${(await atBank(stage)).path}/bank`,
  },
  "payer-waiting": {
    heading: "Waiting for your bank…",
    readBy: "shopper",
    async bring(stage) {
      const { id, path } = await atBank(stage);
      await letComeBack(id);
      return `${path}/result`;
    },
  },
  "payer-account": {
    heading: "Your account at Sandbox: asks for your account",
    title: "Choose your bank",
    readBy: "shopper",
    bring: async (stage) =>
      `${(await verified(stage)).path}/bank?account=sandbox-asks-payer&wrong=iban`,
  },
  "payer-approval-elsewhere": {
    heading: ELSEWHERE,
    readBy: "shopper",
    bring: (stage) => atKind(stage, "Sandbox: approval in an app", ELSEWHERE),
  },
  "payer-no-page": {
    heading: NO_PAGE,
    readBy: "shopper",
    bring: (stage) => atKind(stage, "Sandbox: no page to approve", NO_PAGE),
  },
  "payer-unapproved": {
    heading: UNAPPROVED,
    readBy: "shopper",
    bring: async (stage) => (await unapproved(stage)).payer,
  },
  "payer-unpaid": {
    heading: "Not confirmed yet",
    readBy: "shopper",
    bring: async (stage) => `${(await atBank(stage)).path}/result`,
  },
  "payer-declined": {
    heading: "Your bank declined the payment",
    title: "Not paid yet",
    readBy: "shopper",
    bring: (stage) => result(stage, "decline"),
  },
  "payer-processing": {
    heading: "Your bank is confirming",
    readBy: "shopper",
    bring: (stage) => result(stage, "accept"),
  },
  "payer-paid": {
    heading: "Paid €42.50",
    title: "Paid",
    readBy: "shopper",
    bring: (stage) => result(stage, "approve"),
  },
  "payer-already-paid": {
    heading: "Already paid",
    readBy: "shopper",
    bring: async (stage) => {
      const { id, path } = await meet(stage);
      await stage.merchant.drive(id, "approve");
      return path;
    },
  },
  "payer-cancelled": {
    heading: "Payment cancelled",
    title: "Cancelled",
    readBy: "shopper",
    bring: async (stage) => (await cancelled(stage)).payer,
  },
  "payer-expired": {
    heading: "This payment has expired",
    title: "Expired",
    readBy: "shopper",
    bring: async (stage) => (await expired(stage)).payer,
  },
  "payer-superseded": {
    heading: "A newer payment replaced this one",
    title: "Replaced",
    readBy: "shopper",
    bring: async (stage) => (await superseded(stage)).payer,
  },
  "payer-failed": {
    heading: "Payment failed",
    title: "Not paid",
    readBy: "shopper",
    bring: async (stage) => (await failed(stage)).payer,
  },
  "payer-again": {
    heading: "We can’t take you back to the app",
    isPlain: true,
    readBy: "shopper",
    bring: async () => "/secure/again?problem=return_address_refused",
  },
  "bank-sign-in": {
    heading: "Sign in to approve a payment",
    title: "Sign in – Sandbox Bank",
    readBy: "merchant",
    bring: async (stage) => (await atBank(stage)).bankPage,
  },
  "bank-account": {
    heading: "Which account do you want to pay from?",
    title: "Choose an account – Sandbox Bank",
    readBy: "merchant",
    bring: async (stage) => (await atBank(stage, "Sign in")).bankPage,
  },
  "bank-approve": {
    heading: "Approve this payment?",
    title: "Approve the payment – Sandbox Bank",
    readBy: "merchant",
    bring: async (stage) => (await atBank(stage, "Sign in", "Continue")).bankPage,
  },
};
