"use server";

import { z } from "zod";
import {
  forgetDevice,
  keepTyped,
  readDevice,
  rememberDevice,
} from "#lib/next/payer/payer-session.ts";
import { requestText } from "#lib/next/request/text.ts";
import { isAppError } from "#lib/platform/failures/errors.ts";
import { maskEmail, parseEmail } from "#lib/platform/values/email.ts";
import { getServices } from "#lib/services/index.ts";
import { type Place, placeFields, placeForm, runStep } from "./forms.ts";
import { goOn } from "./leave.ts";
import { enterOrder, requireSession } from "./own-session.ts";

// Each field reports an invalid address or code itself; these bounds only block floods.
const emailForm = z.strictObject({
  ...placeFields,
  email: z.string().max(1000),
  another: z.literal("1").optional(),
});
const codeForm = z.strictObject({ ...placeFields, code: z.string().max(200) });

export async function sendCodeAction(form: FormData): Promise<void> {
  const result = await runStep(form, emailForm, async (input) => {
    const { payers } = await getServices();
    const { session, transaction } = await enterOrder(input);
    const email = input.email.trim();
    await keepTyped(transaction, email);
    const { locale } = await requestText();
    try {
      await payers.sendCode({ sessionId: session.id, email, locale });
    } catch (error) {
      if (!(await isSentAlready(error, session.id, input, email))) throw error;
    }
  });
  const another = form.get("another") === "1" ? "1" : undefined;
  goOn(result, "/verify", result.ok ? {} : { another });
}

export async function resendCodeAction(form: FormData): Promise<void> {
  const result = await runStep(form, placeForm, async (place) => {
    const { payers } = await getServices();
    const { id } = await requireSession(place);
    const { locale } = await requestText();
    await payers.sendCode({ sessionId: id, email: undefined, locale });
  });
  goOn(result, "/verify", result.ok ? { sent: "1" } : {});
}

export async function checkCodeAction(form: FormData): Promise<void> {
  const result = await runStep(form, codeForm, async (input) => {
    const { payers } = await getServices();
    const { id } = await requireSession(input);
    await payers.checkCode({ sessionId: id, code: input.code });
  });
  goOn(result, result.ok ? "/bank" : "/verify");
}

export async function rememberDeviceAction(form: FormData): Promise<void> {
  const result = await runStep(form, placeForm, async (place) => {
    const { payers } = await getServices();
    const { id } = await requireSession(place);
    await rememberDevice(place.flow, { deviceId: await payers.remember(id) });
  });
  goOn(result, "/bank");
}

export async function forgetDeviceAction(form: FormData): Promise<void> {
  const result = await runStep(form, placeForm, async (place) => {
    const { payers } = await getServices();
    const { deviceId } = await readDevice(place.flow);
    if (deviceId !== undefined) await payers.forget(deviceId);
    await forgetDevice(place.flow);
    const session = await requireSession(place).catch(unlessMissing);
    return session?.verifiedBy ?? null;
  });
  goOn(result, result.ok && result.value === null ? "/verify" : "/bank");
}

/** For a form sent twice: the requested code is already on its way. */
async function isSentAlready(
  error: unknown,
  sessionId: string,
  { reference }: Place,
  email: string,
): Promise<boolean> {
  if (!isAppError(error) || error.code !== "code_too_soon") return false;
  const { payers } = await getServices();
  const sentTo = (await payers.session(sessionId, reference))?.pendingCode?.maskedEmail;
  return sentTo === maskEmail(parseEmail(email) ?? email);
}

function unlessMissing(error: unknown): undefined {
  if (!isAppError(error) || error.code !== "session_missing") throw error;
}
