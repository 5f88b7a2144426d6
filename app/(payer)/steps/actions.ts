"use server";

import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { z } from "zod";
import { payPath } from "#components/checkout/links.ts";
import { runAction } from "#lib/next/action.ts";
import { actionContext } from "#lib/next/action-context.ts";
import { payerIpOf } from "#lib/next/device.ts";
import { readDevice, rememberDevice } from "#lib/next/payer-session.ts";
import { getServices } from "#lib/services.ts";
import { placeFields, placeForm } from "./forms.ts";
import { leaveWithProblem } from "./leave.ts";
import { ensureSession, requireSession } from "./own-session.ts";

const startForm = z.strictObject({
  ...placeFields,
  bank: z.string().min(1).max(64),
  orderDigest: z.string().min(1).max(128),
});

/** The payer goes to the bank to approve what the review showed. */
export async function startPaymentAction(form: FormData): Promise<void> {
  const payerIp = payerIpOf(await headers());
  const result = await runAction(form, startForm, await actionContext(), async (input) => {
    const { payers } = await getServices();
    const session = await ensureSession(input);
    const started = await payers.start({
      sessionId: session.id,
      reference: input.reference,
      bankId: input.bank,
      orderDigest: input.orderDigest,
      payerIp,
    });
    await rememberBank(input, session.verifiedBy === "merchant");
    return started;
  });
  if (result.ok) redirect(result.value.approvalUrl);
  leaveWithProblem(result, "/review", { bank: result.input?.bank });
}

/** The payer gives up. */
export async function cancelPaymentAction(form: FormData): Promise<void> {
  const result = await runAction(form, placeForm, await actionContext(), async (place) => {
    const { checkout } = await getServices();
    if (place.flow === "direct") await requireSession(place);
    await checkout.cancel(place.reference, place.flow);
  });
  if (!result.ok) leaveWithProblem(result, "/result");
  redirect(payPath(result.input, "/result", { lang: result.input.lang }));
}

// Whoever did not want to be remembered leaves no trace, not even of the bank.
async function rememberBank(
  { flow, bank }: { flow: "web" | "direct"; bank: string },
  isKnownToMerchant: boolean,
): Promise<void> {
  const { deviceId } = await readDevice(flow);
  if (deviceId !== undefined || isKnownToMerchant) await rememberDevice(flow, { bankId: bank });
}
