import { headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { cache } from "react";
import { payPath } from "#components/checkout/links.ts";
import { isPayable } from "#components/checkout/screen.ts";
import type { CheckoutView } from "#lib/checkout/view.ts";
import type { Text } from "#lib/i18n/format.ts";
import { deviceOf } from "#lib/next/device.ts";
import { requestText } from "#lib/next/text.ts";
import { getServices } from "#lib/services.ts";

export type OrderParams = Promise<{ reference: string }>;
export type Query = Record<string, string | string[] | undefined>;

/** The order of `reference`, once per request. */
export const findOrder = cache(async (reference: string): Promise<CheckoutView | undefined> => {
  const { checkout } = await getServices();
  return checkout.view(reference);
});

/** The order of a step that leads to a payment. One that can't be paid any more shows how it ended. */
export async function payableOrder(
  params: OrderParams,
): Promise<{ view: CheckoutView; text: Text }> {
  const { reference } = await params;
  const [view, text] = await Promise.all([findOrder(reference), requestText()]);
  if (!view) notFound();
  if (!isPayable(view)) redirect(payPath(reference, "/result", text.linkQuery));
  return { view, text };
}

/** Tells the shop's page how far the payer is. Link previews and prefetches are nobody. */
export async function noteStep(
  reference: string,
  step: "opened" | "choosing" | "reviewing",
): Promise<void> {
  if (deviceOf(await headers()).isUnattended) return;
  const { checkout } = await getServices();
  await checkout.notePayerStep(reference, step);
}
