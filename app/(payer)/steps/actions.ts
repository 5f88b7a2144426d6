"use server";

import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { z } from "zod";
import { payPath } from "#components/checkout/links.ts";
import { requireBrowserId } from "#lib/next/payer/device-lock.ts";
import { keepLanguage, readDevice, rememberDevice } from "#lib/next/payer/payer-session.ts";
import { payerIpOf } from "#lib/next/request/device.ts";
import type { PayerSession } from "#lib/payments/payers/session.ts";
import { getServices } from "#lib/services/index.ts";
import { placeFields, placeForm, runStep } from "./forms.ts";
import { leaveWithProblem } from "./leave.ts";
import { ensureSession, requireLock, requireSession } from "./own-session.ts";

const startForm = z.strictObject({
  ...placeFields,
  bank: z.string().min(1).max(64),
  orderDigest: z.string().min(1).max(128),
});

export async function startPaymentAction(form: FormData): Promise<void> {
  const payerIp = payerIpOf(await headers());
  const result = await runStep(form, startForm, async (input) => {
    const { payers, checkout } = await getServices();
    const session = await ensureSession(input);
    const isWeb = input.flow === "web";
    const started = await payers.start({
      sessionId: session.id,
      reference: input.reference,
      bankId: input.bank,
      orderDigest: input.orderDigest,
      payerIp,
      browserId: isWeb
        ? await requireBrowserId(await checkout.require(input.reference))
        : undefined,
    });
    await rememberBank(session, input.bank);
    await keepLanguage(session, input.lang);
    return started;
  });
  if (result.ok) redirect(result.value.approvalUrl);
  leaveWithProblem(result, "/bank");
}

export async function takeOverAction(form: FormData): Promise<void> {
  const result = await runStep(form, placeForm, async ({ reference }) => {
    const { checkout } = await getServices();
    const transaction = await checkout.require(reference);
    await checkout.takeOver(transaction, await requireBrowserId(transaction));
  });
  if (!result.ok) leaveWithProblem(result, "");
  redirect(payPath(result.input, "", { lang: result.input.lang }));
}

export async function cancelPaymentAction(form: FormData): Promise<void> {
  const result = await runStep(form, placeForm, async (place) => {
    const { checkout } = await getServices();
    if (place.flow === "direct") await requireSession(place);
    else await requireLock(place, "look");
    await checkout.cancel(place.reference, place.flow);
  });
  if (!result.ok) leaveWithProblem(result, "/result");
  redirect(payPath(result.input, "/result", { lang: result.input.lang }));
}

// A payer who is not remembered leaves no trace, not even the bank, and changes nothing another payer stored here.
async function rememberBank({ id, flow }: PayerSession, bankId: string): Promise<void> {
  const { deviceId } = await readDevice(flow);
  const { payers } = await getServices();
  const isOwn = deviceId !== undefined && (await payers.device(deviceId, id)) !== undefined;
  if (isOwn) await rememberDevice(flow, { bankId });
}
