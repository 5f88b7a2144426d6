import { expect } from "playwright/test";
import { letExpire } from "./own-merchant.ts";
import { anOrder, type Stage } from "./stage.ts";

/** Where a payment that goes no further is shown: to who came from the shop, and to who pays. */
type Ended = { shop: string; payer: string };

type Made = { reference: string; redirectUrl: string };

function ended({ reference, redirectUrl }: Made): Ended {
  return { shop: redirectUrl, payer: new URL(`/pay/${reference}/result`, redirectUrl).href };
}

/** A payment the payer gave up. Its checkout was not open then: it still leads to the shop by itself. */
export async function cancelled({ merchant, page }: Stage): Promise<Ended> {
  const made = await merchant.create(anOrder());
  await page.goto(`/pay/${made.reference}?confirm=cancel`);
  await page.getByRole("button", { name: "Yes, cancel" }).click();
  await expect(page.getByRole("heading", { name: "Payment cancelled" })).toBeVisible();
  return ended(made);
}

/** A payment whose time ran out, as the worker noticed. */
export async function expired({ merchant }: Stage): Promise<Ended> {
  const made = await merchant.create(anOrder());
  await letExpire(made.id);
  await expect.poll(async () => (await merchant.read(made.id)).status).toBe("failed");
  return ended(made);
}

/** A payment whose order changed, for which there is another one. */
export async function superseded({ merchant }: Stage): Promise<Ended> {
  const order = anOrder();
  const made = await merchant.create(order);
  await merchant.create({ ...order, amount: order.amount + 100 });
  return ended(made);
}

/** A payment that was declined as often as may be. */
export async function failed({ merchant }: Stage): Promise<Ended> {
  const made = await merchant.create(anOrder());
  for (let attempts = 0; attempts < 5; attempts++) await merchant.drive(made.id, "decline");
  return ended(made);
}
