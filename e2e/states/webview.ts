import { expect } from "playwright/test";
import { anEmail, decideAtBank, pickBank, pickKindOfBank } from "../kit/people.ts";
import { servers } from "../kit/servers.ts";
import { createApp } from "../payer/app-user.ts";
import { openReceipt } from "../shopper/paid-receipt.ts";
import { APP_SCHEME, openMerchant, putInQuestion } from "./own-merchant.ts";
import { anOrder, type Stage, type State } from "./stage.ts";

/** With `email`, the app vouches for its user. */
async function enter(stage: Stage, email?: string, scheme?: string) {
  const { page } = stage;
  const { keys, server } = await openMerchant(stage);
  const app = createApp(stage.request, servers().app, keys.direct);
  const jwt = await app.logIn(email === undefined ? {} : { email });
  const { amount, externalId } = anOrder();
  const { id, redirectUrl } = await app.create(jwt, { amount, externalId });
  await page.goto(app.link(redirectUrl, jwt, scheme));
  await expect(page).toHaveURL(/\/secure\/[\w-]+\/(verify|bank)$/);
  return { id, server, path: page.url().replace(/\/\w+$/, "") };
}

const known = (stage: Stage, scheme?: string) => enter(stage, anEmail(), scheme);

async function codeSent(stage: Stage): Promise<string> {
  const { page } = stage;
  const { path } = await enter(stage);
  await page.getByLabel("E-mail address").fill(anEmail());
  await page.getByRole("button", { name: "Send code" }).click();
  await expect(page.getByRole("heading", { name: "Enter the code" })).toBeVisible();
  return `${path}/verify`;
}

async function unpaid(stage: Stage): Promise<string> {
  const { path } = await known(stage);
  await pickBank(stage.page);
  await expect(stage.page.getByRole("heading", { name: /^Sign in/ })).toBeVisible();
  return `${path}/result`;
}

async function result(stage: Stage, outcome: string): Promise<string> {
  const { id, server, path } = await known(stage, APP_SCHEME);
  await server.drive(id, outcome);
  return `${path}/result`;
}

async function inQuestion(stage: Stage): Promise<string> {
  const { id, server, path } = await known(stage, APP_SCHEME);
  await server.drive(id, "decline");
  await putInQuestion(id);
  return `${path}/result`;
}

export async function receiptInApp(stage: Stage): Promise<string> {
  const { page } = stage;
  await known(stage);
  await pickBank(page);
  await decideAtBank(page, "Approve");
  await openReceipt(page);
  await expect(page).toHaveURL(/\/secure\/[\w-]+\/receipt$/);
  return page.url();
}

const inWebview = (heading: string, bring: State["bring"], title = heading): State => ({
  heading,
  title,
  readBy: "shopper",
  bring,
});

/** They look as in a browser, with other exits. */
export const WEBVIEW_STATES: Record<string, State> = {
  "webview-email": inWebview(
    "Confirm it’s you",
    async (stage) => `${(await enter(stage)).path}/verify`,
  ),
  "webview-code": inWebview("Enter the code", codeSent),
  "webview-approval-elsewhere": inWebview("Approve in your bank’s app", async (stage) => {
    const { path } = await known(stage);
    await pickKindOfBank(stage.page, "Sandbox: approval in an app");
    await expect(stage.page.getByRole("heading", { name: /^Approve in/ })).toBeVisible();
    return `${path}/result`;
  }),
  "webview-banks": inWebview(
    "Choose your bank",
    async (stage) => `${(await known(stage)).path}/bank`,
  ),
  "webview-last-bank": inWebview("Choose your bank", async (stage) => {
    const { id, server, path } = await known(stage);
    await server.drive(id, "decline");
    return `${path}/bank`;
  }),
  "webview-confirm-cancel": inWebview(
    "Cancel this payment?",
    async (stage) => `${(await known(stage)).path}?confirm=cancel`,
    "Cancel payment?",
  ),
  "webview-unpaid": inWebview("Not confirmed yet", unpaid),
  "webview-declined": inWebview(
    "Your bank declined the payment",
    (stage) => result(stage, "decline"),
    "Not paid yet",
  ),
  "webview-in-question": inWebview("We’re checking this payment", inQuestion),
  "webview-processing": inWebview("Your bank is confirming", (stage) => result(stage, "accept")),
  "webview-paid": inWebview("Paid €42.50", (stage) => result(stage, "approve"), "Paid"),
};
