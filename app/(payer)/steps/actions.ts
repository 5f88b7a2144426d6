"use server";

import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { z } from "zod";
import { payPath } from "#components/checkout/links.ts";
import { requireBrowserId } from "#lib/next/payer/device-lock.ts";
import { keepLanguage, rememberDevice } from "#lib/next/payer/payer-session.ts";
import { payerIpOf } from "#lib/next/request/device.ts";
import { getServices } from "#lib/services/index.ts";
import { placeFields, placeForm, runStep } from "./forms.ts";
import { leaveWithProblem } from "./leave.ts";
import { enterOrder, requireLock, requireSession } from "./own-session.ts";

const startForm = z.strictObject({
  ...placeFields,
  bank: z.string().min(1).max(64),
  orderDigest: z.string().min(1).max(128),
});

export async function startPaymentAction(form: FormData): Promise<void> {
  const payerIp = payerIpOf(await headers());
  const result = await runStep(form, startForm, async (input) => {
    const { payers } = await getServices();
    const { session, transaction, browserId, deviceId } = await enterOrder(input);
    const { bank: bankId, orderDigest } = input;
    const approvalUrl = await payers.start(session, { bankId, orderDigest, payerIp, browserId });
    // A payer who is not remembered leaves no trace, not even the bank, and changes nothing another payer stored here.
    const isOwn = deviceId !== undefined && (await payers.isOwnDevice(session, deviceId));
    if (isOwn) await rememberDevice(input.flow, { bankId });
    await keepLanguage(transaction, input.lang);
    return approvalUrl;
  });
  if (!result.ok) leaveWithProblem(result, "/bank");
  redirect(result.value ?? payPath(result.input, "/result", { lang: result.input.lang }));
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
