import { expect } from "playwright/test";
import { anOrder, type Stage, type State } from "./stage.ts";

/** Somebody came back to the checkout; `opened`: after having opened the order. */
async function back({ merchant, page }: Stage, opened: boolean): Promise<string> {
  const { redirectUrl, reference } = await merchant.create(anOrder());
  if (opened) await page.goto(`/pay/${reference}`);
  return `${redirectUrl}&view=back`;
}

/** This browser opened the order, and another phone was asked for on the shop's page. */
async function released({ merchant, page }: Stage): Promise<string> {
  const { redirectUrl, reference } = await merchant.create(anOrder());
  await page.goto(`/pay/${reference}`);
  await expect(page.getByRole("heading", { name: "Your order" })).toBeVisible();
  await page.goto(redirectUrl);
  await page.getByRole("button", { name: "Use another phone" }).click();
  await expect(page.getByRole("heading", { name: "Scan with your phone" })).toBeVisible();
  return `/pay/${reference}`;
}

const again = (problem: string, heading: string): State => ({
  heading,
  readBy: "shopper",
  bring: async () => `/secure/again?problem=${problem}`,
});

/** Screens that look like others, so that words are all there is to see in them. */
export const UNPICTURED_STATES: Record<string, State> = {
  back: { heading: "Not paid yet", readBy: "shopper", bring: (stage) => back(stage, false) },
  "back-opened": {
    heading: "Not paid yet",
    readBy: "shopper",
    bring: (stage) => back(stage, true),
  },
  "payer-released": { heading: "No longer open here", readBy: "shopper", bring: released },
  "again-used": again("link_used", "This link was opened before"),
  "again-not-valid": again("link_not_valid", "This link is not valid"),
  "again-session": again("session_missing", "Go back to your app"),
  "again-cookies": again("cookies_blocked", "Cookies are blocked here"),
  "again-unavailable": again("unavailable", "This did not work"),
};
