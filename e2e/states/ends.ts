import { expect } from "playwright/test";
import { letExpire } from "./own-merchant.ts";
import { anOrder, type Stage } from "./stage.ts";

/** Addresses of a final payment. */
type Ended = { shop: string; payer: string };

type Made = { reference: string; redirectUrl: string };

function ended({ reference, redirectUrl }: Made): Ended {
  return { shop: redirectUrl, payer: new URL(`/pay/${reference}/result`, redirectUrl).href };
}

/** Its checkout was not open, so it still redirects. */
export async function cancelled({ merchant, page }: Stage): Promise<Ended> {
  const made = await merchant.create(anOrder());
  await page.goto(`/pay/${made.reference}?confirm=cancel`);
  await page.getByRole("button", { name: "Yes, cancel" }).click();
  await expect(page.getByRole("heading", { name: "Payment cancelled" })).toBeVisible();
  return ended(made);
}

export async function expired({ merchant }: Stage): Promise<Ended> {
  const made = await merchant.create(anOrder());
  await letExpire(made.id);
  await expect.poll(async () => (await merchant.read(made.id)).status).toBe("failed");
  return ended(made);
}

export async function superseded({ merchant }: Stage): Promise<Ended> {
  const order = anOrder();
  const made = await merchant.create(order);
  await merchant.create({ ...order, amount: order.amount + 100 });
  return ended(made);
}

export async function failed({ merchant }: Stage): Promise<Ended> {
  const made = await merchant.create(anOrder());
  for (let attempts = 0; attempts < 5; attempts++) await merchant.drive(made.id, "decline");
  return ended(made);
}
