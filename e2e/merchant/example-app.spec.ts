import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page, test } from "playwright/test";
import { createPayer } from "#sdk/playwright/src/payer.ts";
import { preparedExamples } from "../../scripts/examples.ts";
import { EXAMPLE_APP_PORT } from "../../scripts/ports.ts";
import { startExample } from "../kit/example-server.ts";
import { cancelPayment } from "../kit/people.ts";
import { servers } from "../kit/servers.ts";
import { makeAccount } from "../payer/app-user.ts";

const SERVER = `http://localhost:${EXAMPLE_APP_PORT}`;
/** Its files come from the export, without a server. */
const APP = "https://app.example";

const folder = preparedExamples()?.app;
if (folder) describeApp(folder);

function describeApp(root: string) {
  test.describe.configure({ mode: "serial" });
  let server: Awaited<ReturnType<typeof startExample>> | undefined;

  test.beforeAll(async () => {
    const callbackUrl = `http://127.0.0.1:${EXAMPLE_APP_PORT}/webhooks/bankside`;
    const account = await makeAccount({ callbackUrl, schemes: ["kilntable", "web+kilntable"] });
    const variables = {
      BANKSIDE_API: `${servers().app.url}/api`,
      BANKSIDE_API_KEY: account.keys.sdk,
      BANKSIDE_WEBHOOK_SECRET: account.webhookSecret ?? "",
      PORT: String(EXAMPLE_APP_PORT),
    };
    server = await startExample(root, ["server/main.ts"], variables, SERVER);
  });
  test.afterAll(() => server?.stop());

  async function openApp(page: Page): Promise<void> {
    await page.route(`${APP}/**`, (route) => {
      const { pathname } = new URL(route.request().url());
      const isScript = pathname.endsWith(".js");
      const body = readFileSync(join(root, "dist", isScript ? pathname : "index.html"));
      return route.fulfill({ body, contentType: isScript ? "text/javascript" : "text/html" });
    });
    await page.goto(APP);
    await page.getByRole("button", { name: "Add Stoneware mug" }).click();
    await page.getByRole("button", { name: "Add Milk jug" }).click();
    await page.getByRole("button", { name: "Check out: €38.00" }).click();
    await expect(page.getByText("Total: €38.00")).toBeVisible();
  }

  async function startPayment(page: Page): Promise<Page> {
    const opened = page.waitForEvent("popup");
    await page.getByRole("button", { name: "Pay by bank" }).click();
    const view = await opened;
    await view.getByRole("heading", { level: 1 }).waitFor();
    return view;
  }

  test("a user pays, closes the view, and the app shows the outcome from its server's webhook", async ({
    page,
  }) => {
    await openApp(page);
    const view = await startPayment(page);
    await createPayer(servers().app.url).pay(view);
    await page.getByRole("button", { name: "I’m back" }).click();
    await expect(page.getByText("Your order is paid.")).toBeVisible({ timeout: 20_000 });
  });

  test("an unpaid order is not shown as paid, and can be paid again after it failed", async ({
    page,
  }) => {
    await openApp(page);
    const view = await startPayment(page);
    await page.getByRole("button", { name: "I’m back" }).click();
    await expect(page.getByRole("heading", { name: "Waiting for your bank" })).toBeVisible();
    await cancelPayment(view);
    await expect(page.getByText("You have not been charged.")).toBeVisible({ timeout: 20_000 });
    await page.getByRole("button", { name: "Pay again" }).click();
    await expect(page.getByText("Total: €38.00")).toBeVisible();
  });

  test("the server refuses a forged webhook and a made-up cart", async ({ request }) => {
    const data = { amount: 3800, currency: "EUR", externalId: "x" };
    const headers = {
      "webhook-id": "evt_1",
      "webhook-timestamp": "1",
      "webhook-signature": "v1,x",
    };
    const event = { type: "transaction.succeeded", data };
    const forged = await request.post(`${SERVER}/webhooks/bankside`, { headers, data: event });
    expect(forged.status()).toBe(401);
    const negative = await request.post(`${SERVER}/orders`, { data: { mug: -1, bowl: 2 } });
    expect(negative.status()).toBe(422);
  });
}
