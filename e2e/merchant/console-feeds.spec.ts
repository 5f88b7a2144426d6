import { expect } from "playwright/test";
import { startQonto } from "#lib/testing/qonto-simulator.ts";
import { startRevolut } from "#lib/testing/revolut-simulator.ts";
import { FEED_PORT } from "../../scripts/ports.ts";
import { expectAccessible } from "../kit/accessible.ts";
import { expectFits, WIDTHS } from "../kit/fits.ts";
import { servers } from "../kit/servers.ts";
import { IBAN } from "./console-account.ts";
import { test } from "./transfer-account.ts";

test("a feed is tested, added, read and retired, and pays an order after a webhook", async ({
  page,
  request,
  transferShop: shop,
}) => {
  const qonto = await startQonto({ now: () => new Date(), port: FEED_PORT });
  try {
    await page.goto("/console/settings/feeds");
    await expect(page.getByText("No feeds yet")).toBeVisible();
    await page.getByLabel("Login").fill(qonto.credentials.login);
    await page.getByLabel("Secret key").fill("a-wrong-key");
    await page.getByRole("button", { name: "Test and add" }).click();
    await expect(page.getByText("The provider refused this login and key.")).toBeVisible();
    await expect(page.getByLabel("Secret key")).toHaveValue("");
    await page.getByLabel("Secret key").fill(qonto.credentials.secretKey);
    await page.getByRole("button", { name: "Test and add" }).click();
    await expect(page.getByText("Added. The feed reads the last seven days first.")).toBeVisible();
    await expect(page.getByText("Simulated: not yet run against the provider")).toBeVisible();

    await page.getByText("Set up the webhook", { exact: true }).click();
    const address = (await page.getByText(/\/hooks\/feed_/).textContent()) ?? "";
    expect(address.startsWith(`${servers().app.url}/hooks/feed_`)).toBe(true);
    await page.getByLabel("Webhook secret").fill(qonto.webhookSecret);
    await page.getByRole("button", { name: "Save secret" }).click();
    await expect(page.getByText("Secret saved", { exact: true })).toBeVisible();
    await expect(async () => {
      await page.reload();
      await expect(page.getByText("Working", { exact: true })).toBeVisible({ timeout: 1000 });
    }).toPass();
    await expectAccessible(page);
    await expectFits(page, WIDTHS);

    const payment = await shop.create();
    const money = qonto.book({ iban: IBAN, reference: await shop.transferReference(payment) });
    const send = async (secret?: string) => {
      const { body, headers } = qonto.webhook(money, { ...(secret && { secret }) });
      const response = await request.post(address, {
        data: body,
        headers: { ...Object.fromEntries(headers), "content-type": "application/json" },
      });
      return response.status();
    };
    expect(await send("forged-secret")).toBe(401);
    expect(await send()).toBe(204);
    await expect.poll(async () => (await shop.read(payment.id)).status).toBe("succeeded");
    await page.goto(`/console/payments/${payment.id}`);
    await expect(page.getByText("reported by a feed of your account: Paid")).toBeVisible();

    await page.goto("/console/settings/feeds");
    await page.getByText("Retire", { exact: true }).click();
    await page.getByRole("button", { name: "Retire this feed" }).click();
    await expect(page.getByText("Retired", { exact: true })).toBeVisible();
    expect(await send()).toBe(404);
  } finally {
    await qonto.close();
  }

  // The port is free again.
  const revolut = await startRevolut({ now: () => new Date(), port: FEED_PORT });
  try {
    await page.getByRole("button", { name: "Create the key" }).click();
    await expect(page.getByText("Needs your consent", { exact: true })).toBeVisible();
    await expectAccessible(page);
    await expectFits(page, WIDTHS);
    const certificate = await page.getByText("BEGIN CERTIFICATE").textContent();
    const redirectUri = await page.getByText(/\/consent\/feed_/).textContent();
    const clientId = revolut.register({
      certificate: certificate ?? "",
      redirectUri: redirectUri ?? "",
    });
    await page.getByLabel("Client ID").fill(clientId);
    await page.getByRole("button", { name: "Save client ID" }).click();
    const link = page.getByRole("link", { name: "Give your consent at Revolut" });
    const back = revolut.consent((await link.getAttribute("href")) ?? "");
    await page.goto(back.href);
    await page.getByRole("button", { name: "Connect" }).click();
    await expect(async () => {
      await page.goto("/console/settings/feeds");
      await expect(page.getByText("Working", { exact: true })).toBeVisible({ timeout: 1000 });
    }).toPass();
  } finally {
    await revolut.close();
  }
});
