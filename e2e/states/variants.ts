import { expect, type Page } from "playwright/test";
import { PAYER_STATES } from "./payer.ts";
import { anOrder, type Stage, type State } from "./stage.ts";

function refused(name: string, field: string, typed: string): State {
  const state = PAYER_STATES[name];
  if (!state) throw new Error(`no state "${name}"`);
  return {
    ...state,
    async bring(stage) {
      const { page } = stage;
      await page.goto(await state.bring(stage));
      await page.locator(`input[name=${field}]`).fill(typed);
      await page.locator(`form:has(input[name=${field}]) button`).click();
      await expect(page.locator(`#field-${field}-error`)).toBeVisible();
      return page.url();
    },
  };
}

async function ofLargestAmount({ merchant }: Stage): Promise<string> {
  return (await merchant.create({ ...anOrder(), amount: 99_999_999_999 })).redirectUrl;
}

const DAY_MS = 24 * 60 * 60_000;

/** As in the gallery. */
async function withLines({ merchant }: Stage): Promise<string> {
  const lines = [
    { name: "Tea", quantity: 2, unitAmount: 2250 },
    { name: "Voucher", quantity: 1, unitAmount: -250 },
  ];
  const expiresAt = new Date(Date.now() + 10 * DAY_MS).toISOString();
  const order = { ...anOrder(), description: "Tea for two", lines, expiresAt };
  return (await merchant.create(order)).redirectUrl;
}

/** By a click, which may move what is below. In the gallery, in each language. */
async function unfoldLines(page: Page): Promise<void> {
  await page.locator("main details summary").first().click();
  await page.locator("main").evaluateAll((pages) => {
    for (const one of pages) one.querySelector("details")?.setAttribute("open", "");
  });
}

async function withProblem({ merchant }: Stage): Promise<string> {
  return `${(await merchant.create(anOrder())).redirectUrl}&problem=bank_unavailable`;
}

async function withoutHit(stage: Stage): Promise<string> {
  return `${(await PAYER_STATES["payer-banks"]?.bring(stage)) ?? ""}?q=nothing-like-it`;
}

const again = (problem: string, heading: string): State => ({
  heading,
  isPlain: true,
  readBy: "shopper",
  bring: async () => `/secure/again?problem=${problem}`,
});

/** They differ only in text. */
export const VARIANT_STATES: Record<string, State> = {
  "ready-large-amount": {
    heading: "Scan with your phone",
    title: "Pay €999,999,999.99 to Bankside Demo Shop",
    readBy: "shopper",
    bring: ofLargestAmount,
  },
  "ready-lines": {
    heading: "Scan with your phone",
    title: "Pay €42.50 to Bankside Demo Shop",
    readBy: "shopper",
    bring: withLines,
    arrange: unfoldLines,
  },
  problem: {
    heading: "Scan with your phone",
    title: "Pay €42.50 to Bankside Demo Shop",
    readBy: "shopper",
    bring: withProblem,
  },
  "payer-email-refused": refused("payer-email", "email", "nobody@mail"),
  "payer-code-refused": refused("payer-code", "code", "12345"),
  "payer-banks-no-hit": { heading: "Choose your bank", readBy: "shopper", bring: withoutHit },
  "again-used": again("link_used", "This link has already been used"),
  "again-not-valid": again("link_not_valid", "This link is not valid"),
  "again-session": again("session_missing", "Return to your app"),
  "again-cookies": again("cookies_blocked", "Cookies are blocked here"),
  "again-unavailable": again("unavailable", "Something went wrong"),
  information: {
    heading: "About this payment service",
    isPlain: true,
    readBy: "shopper",
    bring: async () => "/information",
  },
  accessibility: {
    heading: "Accessibility statement",
    isPlain: true,
    readBy: "shopper",
    bring: async () => "/accessibility",
  },
  nowhere: {
    heading: "Page not found",
    isPlain: true,
    readBy: "shopper",
    bring: async () => "/nowhere",
  },
};
