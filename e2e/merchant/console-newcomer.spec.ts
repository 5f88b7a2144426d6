import { expect, test } from "playwright/test";
import { Webhook } from "standardwebhooks";
import { z } from "zod";
import { createMerchantServer } from "../kit/merchant.ts";
import { startReceiver } from "../kit/receiver.ts";
import { servers } from "../kit/servers.ts";
import { signUp } from "./console-user.ts";

test("a new member reaches a paid test payment and a verified webhook from sign-up", async ({
  page,
  request,
}) => {
  const receiver = await startReceiver();
  try {
    await signUp(page, { company: "Harbour Books" });
    await expect(page.getByText("0 of 5 done")).toBeVisible();

    await page.getByRole("link", { name: "Enter company and IBAN" }).click();
    await page.getByRole("textbox", { name: "IBAN" }).fill("DE89 3704 0044 0532 0130 01");
    await expect(page.getByLabel("Account holder")).toHaveValue("Harbour Books");
    await page.getByLabel("Account holder").fill("Harbour Books Ltd");
    await page.getByRole("button", { name: "Save IBAN" }).click();
    await expect(page.getByRole("textbox", { name: "IBAN" })).toHaveAttribute(
      "aria-invalid",
      "true",
    );
    await page.getByRole("textbox", { name: "IBAN" }).fill("DE89 3704 0044 0532 0130 00");
    await page.getByRole("button", { name: "Save IBAN" }).click();
    const guide = page.getByRole("navigation", { name: "Setup guide" });
    await expect(guide.getByRole("link", { name: "Company and IBAN (Done)" })).toBeVisible();
    await expect(page.getByLabel("Name")).toHaveValue("Web key");
    await page.getByRole("button", { name: "Create API key" }).click();
    await expect(page.getByRole("heading", { name: "Your new API key" })).toBeVisible();
    const key =
      (await page
        .getByText(/^sk_test_[\w-]{43}$/)
        .first()
        .textContent()) ?? "";

    const response = await request.post(`${servers().app.url}/api/transactions`, {
      headers: { "X-API-Key": key },
      data: { amount: 1250, currency: "EUR", externalId: "order-1" },
    });
    expect(response.status()).toBe(201);
    // The list waits for the same call, and an earlier page may remain, hidden.
    const received = page.getByText(/^First call received: /).filter({ visible: true });
    await expect(received.first()).toBeVisible();

    await page.getByRole("link", { name: "I've saved the key" }).click();
    await expect(page.getByLabel("Callback URL")).toHaveValue(/\/sandbox\/receiver\/acct_/);
    await page.getByLabel("Callback URL").fill(receiver.url);
    await page.getByRole("button", { name: "Add endpoint" }).click();
    await expect(page.getByRole("heading", { name: "Save the Webhook Secret now" })).toBeVisible();
    const secret = (await page.locator("pre code").first().textContent()) ?? "";
    await page.getByLabel("I've saved the Webhook Secret").check();
    await page.getByRole("button", { name: "Continue" }).click();

    await page.getByRole("button", { name: "Create test payment" }).click();
    await expect(page.getByText("Waiting for the payer")).toBeVisible();
    const id = new URL(page.url()).searchParams.get("id") ?? "";
    await createMerchantServer(request, servers().app, key).drive(id, "approve");
    await expect(page.getByRole("heading", { name: "Your first payment works" })).toBeVisible();

    await expect.poll(() => receiver.received.length).toBeGreaterThan(0);
    const [webhook] = receiver.received;
    const event = new Webhook(secret).verify(webhook?.body ?? "", webhook?.headers ?? {});
    const told = z.object({ type: z.string(), data: z.object({ id: z.string() }) }).parse(event);
    expect(told.type).toBe("transaction.succeeded");

    await page.getByRole("link", { name: "Show the payment" }).click();
    await expect(page).toHaveURL(new RegExp(`/console/payments/${told.data.id}`));
    await expect(page.getByText("Succeeded").first()).toBeVisible();
    await page.goto("/console");
    // Only the operator has something left to do: the IBAN is not confirmed.
    await expect(page.getByText("4 of 5 done")).toBeVisible();
    await expect(page.getByRole("link", { name: "Choose how you are paid" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Hide setup guide" })).toBeVisible();
  } finally {
    await receiver.close();
  }
});
