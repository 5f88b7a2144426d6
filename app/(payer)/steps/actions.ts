"use server";

import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { z } from "zod";
import { payPath } from "#components/checkout/links.ts";
import { requireBrowserId } from "#lib/next/payer/device-lock.ts";
import { keepLanguage, rememberDevice } from "#lib/next/payer/payer-session.ts";
import { payerIpOf } from "#lib/next/request/device.ts";
import type { FieldError } from "#lib/platform/failures/errors.ts";
import { getServices } from "#lib/services/index.ts";
import { placeFields, placeForm, runStep } from "./forms.ts";
import { leaveWithProblem } from "./leave.ts";
import { enterOrder, requireLock, requireSession } from "./own-session.ts";

const startForm = z.strictObject({
  ...placeFields,
  bank: z.string().min(1).max(64),
  orderDigest: z.string().min(1).max(128),
  // For banks that need them.
  iban: z.string().max(64).optional(),
  payerId: z.string().max(200).optional(),
});

export async function startPaymentAction(form: FormData): Promise<void> {
  const payerIp = payerIpOf(await headers());
  const result = await runStep(form, startForm, async (input) => {
    const { payers } = await getServices();
    const { session, transaction, browserId, deviceId } = await enterOrder(input);
    const { bank: bankId, orderDigest, iban, payerId: id } = input;
    const order = { bankId, orderDigest, payerIp, browserId, entered: { iban, id } };
    const approvalUrl = await payers.start(session, order);
    // A payer who is not remembered leaves no trace, not even the bank, and changes nothing another payer stored here.
    const isOwn = deviceId !== undefined && (await payers.isOwnDevice(session, deviceId));
    if (isOwn) await rememberDevice(input.flow, { bankId });
    await keepLanguage(transaction, input.lang);
    return approvalUrl;
  });
  if (!result.ok && result.code === "payer_details_needed") askForDetails(result);
  if (!result.ok) leaveWithProblem(result, "/bank");
  redirect(result.value ?? payPath(result.input, "/result", { lang: result.input.lang }));
}

type Asking = { input?: z.output<typeof startForm> | undefined; fields?: FieldError[] | undefined };

/** What was entered never goes into an address. */
function askForDetails({ input, fields = [] }: Asking): never {
  if (!input) return leaveWithProblem({ code: "payer_details_needed" }, "/bank");
  const isFirst = input.iban === undefined && input.payerId === undefined;
  const wrong = isFirst ? undefined : fields.map(({ path }) => path).join(".");
  redirect(payPath(input, "/bank", { account: input.bank, wrong, lang: input.lang }));
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
