"use server";

import { redirect } from "next/navigation";
import { z } from "zod";
import { checkoutPath } from "#components/checkout/links.ts";
import { runAction } from "#lib/next/actions/action.ts";
import { countStep } from "#lib/next/payer/payer-steps.ts";
import { actionContext } from "#lib/next/request/action-context.ts";
import { SIMULATIONS } from "#lib/payments/attempts/test-driver.ts";
import { getServices } from "#lib/services/index.ts";

const referenceSchema = z.string().min(1).max(64);
const orderFields = { reference: referenceSchema, lang: z.string().max(16).optional() };
const orderForm = z.strictObject(orderFields);

// An invalid form, such as one of an earlier build, still leads back to its payment.
const orderOnly = z.object(orderFields);

/** To scan the code with another phone. */
export async function releaseCheckoutAction(form: FormData): Promise<void> {
  const { checkout } = await getServices();
  const result = await runAction(form, orderForm, await actionContext(), async ({ reference }) => {
    await countStep();
    await checkout.release(reference);
    return checkout.view(reference, "web");
  });
  const { reference, lang } = orderOf(form);
  if (!result.ok) redirect(checkoutPath(reference, { lang, problem: result.code }));
  // While a payment is at a bank, the order stays `opened`: `qr` shows the code anyway.
  const view = result.value?.state === "opened" ? "qr" : undefined;
  redirect(checkoutPath(reference, { lang, view }));
}

export async function reportTransferAction(form: FormData): Promise<void> {
  const { checkout, transfers } = await getServices();
  await takeStep(form, orderForm, async ({ reference }) => {
    await checkout.require(reference);
    await transfers.reportSent(reference);
  });
}

export async function transferNotSentAction(form: FormData): Promise<void> {
  const { checkout, transfers } = await getServices();
  await takeStep(form, orderForm, async ({ reference }) => {
    await checkout.require(reference);
    await transfers.takeBack(reference);
  });
}

export async function simulateCheckoutAction(form: FormData): Promise<void> {
  const { testDriver } = await getServices();
  const schema = orderForm.extend({ play: z.enum(SIMULATIONS) });
  await takeStep(form, schema, ({ reference, play }) => testDriver.simulate(reference, play));
}

export async function cancelCheckoutAction(form: FormData): Promise<void> {
  const { checkout } = await getServices();
  await takeStep(form, orderForm, ({ reference }) => checkout.cancel(reference, "web"));
}

/** Redirects to the checkout, with the problem if the step failed. */
async function takeStep<S extends z.ZodType>(
  form: FormData,
  schema: S,
  step: (input: z.output<S>) => Promise<unknown>,
): Promise<never> {
  const result = await runAction(form, schema, await actionContext(), async (input) => {
    await countStep();
    await step(input);
  });
  const { reference, lang } = orderOf(form);
  redirect(checkoutPath(reference, { lang, problem: result.ok ? undefined : result.code }));
}

/** Without a reference, the checkout shows its page for unknown payments. */
function orderOf(form: FormData): z.output<typeof orderOnly> {
  return orderOnly.safeParse(Object.fromEntries(form)).data ?? { reference: "" };
}
