"use server";

import { revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import { z } from "zod";
import { type PayPlace, type PayStep, payPath } from "#components/checkout/links.ts";
import { type ActionResult, runAction } from "#lib/next/action.ts";
import { actionContext } from "#lib/next/action-context.ts";
import { forgetDevice, keepTyped, readDevice, rememberDevice } from "#lib/next/payer-session.ts";
import { requestText } from "#lib/next/text.ts";
import { getServices } from "#lib/services.ts";
import { placeFields, placeForm } from "./forms.ts";
import { leaveWithProblem } from "./leave.ts";
import { ensureSession, requireSession } from "./own-session.ts";

// What is no address or no code is told beside its field; these bounds only keep floods out.
const emailForm = z.strictObject({ ...placeFields, email: z.string().max(1000) });
const codeForm = z.strictObject({
  ...placeFields,
  code: z.string().max(200),
  remember: z.literal("on").optional(),
});

/** The payer wants a code sent to an address. */
export async function sendCodeAction(form: FormData): Promise<void> {
  const result = await runAction(form, emailForm, await actionContext(), async (input) => {
    const { payers, checkout } = await getServices();
    const session = await ensureSession(input);
    const view = await checkout.view(input.reference, input.flow);
    const { transactionId, flow } = session;
    const expiresAt = new Date(view?.expiresAt ?? 0);
    await keepTyped({ transactionId, flow, expiresAt }, input.email.trim());
    const { locale } = await requestText();
    await payers.sendCode({ sessionId: session.id, email: input.email.trim(), locale });
  });
  goOn(result, "/verify");
}

/** The payer wants another code sent to the same address. */
export async function resendCodeAction(form: FormData): Promise<void> {
  const result = await runAction(form, placeForm, await actionContext(), async (place) => {
    const { payers } = await getServices();
    const { id } = await requireSession(place);
    const { locale } = await requestText();
    await payers.sendCode({ sessionId: id, email: undefined, locale });
  });
  goOn(result, "/verify");
}

/** The payer types in the code. */
export async function checkCodeAction(form: FormData): Promise<void> {
  const result = await runAction(form, codeForm, await actionContext(), async (input) => {
    const { payers } = await getServices();
    const { id } = await requireSession(input);
    const remember = input.remember === "on";
    const { deviceId } = await payers.checkCode({ sessionId: id, code: input.code, remember });
    if (deviceId !== undefined) await rememberDevice(input.flow, { deviceId });
  });
  goOn(result, result.ok ? "/bank" : "/verify");
}

/** The payer wants to type in another address. */
export async function dropCodeAction(form: FormData): Promise<void> {
  const result = await runAction(form, placeForm, await actionContext(), async (place) => {
    const { payers } = await getServices();
    const { id } = await requireSession(place);
    await payers.dropCode(id);
  });
  goOn(result, "/verify");
}

/** The payer is someone else than this browser remembers, or wants to be forgotten. */
export async function forgetDeviceAction(form: FormData): Promise<void> {
  const result = await runAction(form, placeForm, await actionContext(), async ({ flow }) => {
    const { payers } = await getServices();
    const { deviceId } = await readDevice(flow);
    if (deviceId !== undefined) await payers.forget(deviceId);
    await forgetDevice(flow);
  });
  goOn(result, "/bank");
}

type Place = PayPlace & { lang?: string | undefined };

function goOn(result: ActionResult<Place, unknown>, step: PayStep): never {
  // Going back must not show a step as it was before.
  revalidatePath("/", "layout");
  if (!result.ok) leaveWithProblem(result, step);
  redirect(payPath(result.input, step, { lang: result.input.lang }));
}
