import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { test as base, expect } from "playwright/test";
import { z } from "zod";
import { createDatabase } from "#lib/testing/postgres-server.ts";
import {
  type BanksideFixtures,
  type BanksideOptions,
  banksideFixtures,
} from "#sdk/playwright/src/fixtures.ts";
import { startAppServer } from "../../scripts/app-server.ts";
import { CLOCK_PORT, HOOK_PORT } from "../../scripts/ports.ts";
import { servers } from "../kit/servers.ts";

const accountSchema = z.object({
  keys: z.object({ web: z.string() }),
  webhookSecret: z.string(),
});

// Runs on its own deployment, because it moves the clock.
const test = base.extend<BanksideFixtures, { deployment: BanksideOptions }>({
  ...banksideFixtures,
  deployment: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the braces
    async ({}, use) => {
      const { DATABASE_URL = "", APP_SECRET = "" } = servers().app.variables;
      const name = `kit-${crypto.randomUUID()}`;
      const own = { DATABASE_URL: await createDatabase(DATABASE_URL, name), APP_SECRET };
      const options = await makeAccount(own);
      const server = await startAppServer(CLOCK_PORT, { ...own, TEST_CLOCK: "true" });
      try {
        await use(options);
      } finally {
        await server.stop();
      }
    },
    { scope: "worker" },
  ],
  banksideOptions: async ({ deployment }, use) => use(deployment),
});

test.describe.configure({ mode: "serial" });

test("a shopper scans the code, the payer approves, the webhook comes, and the shop's page opens", async ({
  page,
  bankside,
}) => {
  const webhooks = await bankside.webhooks();
  await page.route("https://shop.example/**", (route) =>
    route.fulfill({ contentType: "text/html", body: "<title>Shop</title><h1>Thank you</h1>" }),
  );
  const { id, externalId, redirectUrl } = await bankside.createTransaction({
    successUrl: "https://shop.example/thanks",
  });
  await page.goto(redirectUrl);
  const link = await bankside.scanQr(page.getByRole("img", { name: /QR code/ }));
  const phone = await bankside.openPhone();
  await phone.goto(link);
  await bankside.payer.pay(phone);
  const { data, headers } = await webhooks.waitFor({ transactionId: id });
  expect([data.status, data.externalId]).toEqual(["succeeded", externalId]);
  expect(headers["webhook-id"]).toMatch(/^evt_/);
  await page.waitForURL((url) => url.searchParams.get("externalId") === externalId);
  expect((await bankside.readTransaction(id)).status).toBe("succeeded");
  expect(webhooks.refused).toEqual([]);
});

test("half an hour passes at once, and an unpaid order has expired everywhere", async ({
  page,
  bankside,
}) => {
  const webhooks = await bankside.webhooks();
  const { id, redirectUrl } = await bankside.createTransaction();
  await page.goto(redirectUrl);
  await expect(page.getByRole("img", { name: /QR code/ })).toBeVisible();
  await bankside.advanceClock({ minutes: 31 });
  await expect(page.getByRole("heading", { name: "This payment has expired" })).toBeVisible();
  const { type, data } = await webhooks.waitFor({ transactionId: id });
  expect([type, data["failureReason"]]).toEqual(["transaction.failed", "expired"]);
});

test("a shop that sends shoppers back to a paid checkout causes no endless redirects", async ({
  page,
  bankside,
}) => {
  const shop = "https://books.example";
  const { id, redirectUrl } = await bankside.createTransaction({ successUrl: `${shop}/thanks` });
  let visits = 0;
  await page.context().route(`${shop}/**`, (route) => {
    visits += 1;
    return route.fulfill({
      contentType: "text/html",
      body: `<!doctype html><html lang="en"><title>Shop</title><script>location.replace(${JSON.stringify(redirectUrl)})</script>`,
    });
  });
  await bankside.driveOutcome(id, "approve");
  await page.goto(redirectUrl);
  await expect.poll(() => visits, { message: "soon after the end it leads on" }).toBeGreaterThan(0);
  await bankside.advanceClock({ minutes: 3 });
  const later = await page.context().newPage();
  await page.close();
  await later.goto(redirectUrl);
  await expect(later.getByRole("heading", { name: "Paid" })).toBeVisible();
  await expect(later.getByText("Taking you back"), "it is not about to leave").toHaveCount(0);
  await expect(later.getByRole("link", { name: /^Return to/ })).toHaveAttribute(
    "href",
    /^https:\/\/books/,
  );
});

test("a refused webhook is repeated when its retry is due", async ({ bankside }) => {
  const webhooks = await bankside.webhooks();
  webhooks.answerWith(500);
  const { id } = await bankside.createTransaction();
  await bankside.driveOutcome(id, "approve");
  const first = await webhooks.waitFor({ transactionId: id });
  await bankside.advanceClock({ seconds: 30 });
  await expect
    .poll(() => webhooks.received.filter(({ data }) => data.id === id).length)
    .toBeGreaterThan(1);
  const ids = webhooks.received.filter(({ data }) => data.id === id).map((again) => again.id);
  expect(new Set(ids)).toEqual(new Set([first.id]));
});

test("a payer who declines can try again", async ({ bankside }) => {
  const { id, redirectUrl } = await bankside.createTransaction();
  const { reference } = z
    .object({ reference: z.string() })
    .parse(Object.fromEntries(new URL(redirectUrl).searchParams));
  const phone = await bankside.openPhone();
  await phone.goto(new URL(`/pay/${reference}`, redirectUrl).href);
  await bankside.payer.pay(phone, { decision: "decline" });
  await expect(
    phone.getByRole("heading", { name: "Your bank declined the payment" }),
  ).toBeVisible();
  expect((await bankside.readTransaction(id)).status).toBe("pending");
});

test("a refusal of the API has its code", async ({ bankside }) => {
  await expect(bankside.createTransaction({ amount: -1 })).rejects.toMatchObject({
    name: "BanksideApiError",
    status: 422,
    code: "invalid_request",
  });
});

/** In a database that no server has used. */
async function makeAccount(variables: Record<string, string>): Promise<BanksideOptions> {
  const callback = `http://127.0.0.1:${HOOK_PORT}/webhooks`;
  const args = ["--name", "Kit Shop", "--json", "--callback-url", callback];
  const child = spawn(process.execPath, ["scripts/account-create.ts", ...args], {
    env: {
      ...process.env,
      ...variables,
      ALLOW_LOCAL_CALLBACKS: "true",
      NODE_ENV: "production",
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [words, [code]] = await Promise.all([text(child.stdout), once(child, "close")]);
  expect(code).toBe(0);
  const { keys, webhookSecret } = accountSchema.parse(JSON.parse(words));
  return {
    baseUrl: `http://localhost:${CLOCK_PORT}/api`,
    apiKey: keys.web,
    webhooks: { secret: webhookSecret, port: HOOK_PORT },
  };
}
