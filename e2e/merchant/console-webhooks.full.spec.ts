import { expect } from "playwright/test";
import { startReceiver } from "../kit/receiver.ts";
import { test } from "./console-account.ts";
import { addEndpoint, confirmSaved } from "./console-endpoints.ts";

test("a failing endpoint shows since when, and a disabled one what to do", async ({
  page,
  shop,
}) => {
  const receiver = await startReceiver();
  receiver.reply.status = 500;
  try {
    await addEndpoint(page, receiver.url, "Shop");
    await confirmSaved(page, "Shop");
    await shop.cancel((await shop.create()).id);
    await expect.poll(() => receiver.received.length).toBeGreaterThan(0);
    expect(receiver.received[0]?.headers["traceparent"]).toMatch(/^00-\w{32}-\w{16}-01$/);
    await expect(async () => {
      await page.goto("/console/webhooks");
      await expect(page.getByText("Failing", { exact: true })).toBeVisible({ timeout: 500 });
    }).toPass();
    await page.getByRole("link", { name: "Shop" }).click();
    await expect(page.getByText(/Every delivery since .* has failed/)).toBeVisible();

    // After the first retry by itself, the next one is minutes away.
    await expect.poll(() => receiver.received.length).toBe(2);
    receiver.reply.status = 410;
    await page.getByRole("link", { name: "Payment failed" }).click();
    await expect(page.getByRole("heading", { name: "Attempt 1" })).toBeVisible();
    await page.getByRole("button", { name: "Resend" }).click();
    await expect(page.getByText("Resending.")).toBeVisible();
    await page.getByRole("link", { name: "Back to the endpoint" }).click();
    await expect(page.getByRole("heading", { name: "Shop", level: 1 })).toBeVisible();
    await expect(async () => {
      await page.reload();
      await expect(page.getByText(/your server returned 410 \(gone\)/)).toBeVisible({
        timeout: 500,
      });
    }).toPass();
    await expect(page.getByText("Enable the endpoint under Settings")).toBeVisible();
    await page.getByRole("navigation", { name: "Endpoint" }).getByText("Settings").click();
    await expect(page).toHaveURL(/\/settings$/);
    await page.getByRole("button", { name: "Enable endpoint" }).click();
    await expect(page.getByText("Endpoint enabled.")).toBeVisible();
    await expect(page.getByText("Failing", { exact: true })).toHaveCount(0);
    receiver.reply.status = 204;
    const { length } = receiver.received;
    await page.getByRole("link", { name: "Deliveries" }).click();
    await page.getByRole("button", { name: "Resend all" }).click();
    await expect(page.getByText("Sending one event.")).toBeVisible();
    await expect.poll(() => receiver.received.length).toBe(length + 1);
  } finally {
    await receiver.close();
  }
});
