"use server";

import { redirect } from "next/navigation";
import { z } from "zod";
import { checkoutPath } from "#components/checkout/links.ts";
import { runAction } from "#lib/next/action.ts";
import { actionContext } from "#lib/next/action-context.ts";
import { countStep } from "#lib/next/payer-steps.ts";
import { SIMULATIONS } from "#lib/payments/attempts/test-driver.ts";
import { getServices } from "#lib/services/index.ts";

const referenceSchema = z.string().min(1).max(64);
const orderFields = { reference: referenceSchema, lang: z.string().max(16).optional() };
const orderForm = z.strictObject(orderFields);

// A form that fails its schema, such as one of an earlier build, still leads back to its payment.
const orderOnly = z.object(orderFields);

/** The shopper wants to scan the code with another phone. */
export async function releaseCheckoutAction(form: FormData): Promise<void> {
  const { checkout } = await getServices();
  const result = await runAction(form, orderForm, await actionContext(), async ({ reference }) => {
    await countStep();
    await checkout.release(reference);
    return checkout.view(reference, "web");
  });
  const { reference, lang } = orderOf(form);
  if (!result.ok) redirect(checkoutPath(reference, { lang, problem: result.code }));
  // What is at a bank already stays there, so the code is shown because it was asked for.
  const view = result.value?.state === "opened" ? "qr" : undefined;
  redirect(checkoutPath(reference, { lang, view }));
}

/** The shopper says to have sent a bank transfer. */
export async function reportTransferAction(form: FormData): Promise<void> {
  const { transfers } = await getServices();
  const result = await runAction(form, orderForm, await actionContext(), async ({ reference }) => {
    await countStep();
    await transfers.reportSent(reference);
  });
  const { reference, lang } = orderOf(form);
  redirect(checkoutPath(reference, { lang, problem: result.ok ? undefined : result.code }));
}

/** The shopper did not send it after all. */
export async function transferNotSentAction(form: FormData): Promise<void> {
  const { transfers } = await getServices();
  const result = await runAction(form, orderForm, await actionContext(), async ({ reference }) => {
    await countStep();
    await transfers.takeBack(reference);
  });
  const { reference, lang } = orderOf(form);
  redirect(checkoutPath(reference, { lang, problem: result.ok ? undefined : result.code }));
}

/** Whoever tries a shop out chooses how the payment goes; in test mode only. */
export async function simulateCheckoutAction(form: FormData): Promise<void> {
  const { testDriver } = await getServices();
  const schema = orderForm.extend({ play: z.enum(SIMULATIONS) });
  const result = await runAction(form, schema, await actionContext(), async (input) => {
    await countStep();
    await testDriver.simulate(input.reference, input.play);
  });
  const { reference, lang } = orderOf(form);
  redirect(checkoutPath(reference, { lang, problem: result.ok ? undefined : result.code }));
}

/** The shopper gives up. */
export async function cancelCheckoutAction(form: FormData): Promise<void> {
  const { checkout } = await getServices();
  const result = await runAction(form, orderForm, await actionContext(), async ({ reference }) => {
    await countStep();
    await checkout.cancel(reference, "web");
  });
  const { reference, lang } = orderOf(form);
  redirect(checkoutPath(reference, { lang, problem: result.ok ? undefined : result.code }));
}

/** The order a form belongs to. One that names none leads to the page for unknown payments. */
function orderOf(form: FormData): z.output<typeof orderOnly> {
  return orderOnly.safeParse(Object.fromEntries(form)).data ?? { reference: "" };
}
