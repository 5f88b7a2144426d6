import { type APIRequestContext, expect, type Page } from "playwright/test";
import { z } from "zod";
import { signUp } from "./console-user.ts";
import { servers } from "./servers.ts";

const createdSchema = z.object({ id: z.string(), redirectUrl: z.string() });

/** A newcomer with an IBAN of their own, and a key of their shop's server. */
export async function openShop(page: Page): Promise<string> {
  await signUp(page);
  await enterIban(page, "NL91ABNA0417164300", "Harbour Books");
  await expect(page.getByText("Works in test mode", { exact: true })).toBeVisible();
  await page.goto("/console/installations/web");
  await page.getByRole("button", { name: "Create API key" }).click();
  await expect(page.getByRole("heading", { name: "Your new API key" })).toBeVisible();
  const [key = ""] =
    /sk_test_[\w-]{43}/.exec((await page.getByRole("main").textContent()) ?? "") ?? [];
  expect(key).not.toBe("");
  return key;
}

/** Enters who is paid, in the settings. */
export async function enterIban(page: Page, iban: string, holder: string) {
  await page.goto("/console/settings/company");
  await page.getByLabel("IBAN", { exact: true }).fill(iban);
  await page.getByLabel("Account holder", { exact: true }).fill(holder);
  await page.getByRole("button", { name: "Save IBAN" }).click();
}

/** The shop's server makes a payment. */
export async function createPayment(request: APIRequestContext, key: string, fields = {}) {
  const answer = await request.post(`${servers().app.url}/api/transactions`, {
    headers: { "X-API-Key": key },
    data: { amount: 1250, currency: "EUR", externalId: crypto.randomUUID(), ...fields },
  });
  expect(answer.status()).toBe(201);
  return createdSchema.parse(await answer.json());
}
