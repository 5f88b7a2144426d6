"use server";

import { z } from "zod";
import { keepSession, rememberDevice } from "#lib/next/payer/payer-session.ts";
import { readAuthentication, readRegistration } from "#lib/platform/passkeys/responses.ts";
import { getServices } from "#lib/services/index.ts";
import { placeFields, runStep } from "./forms.ts";
import { goOn } from "./leave.ts";
import { requireLock, requireSession } from "./own-session.ts";

// The response's schema reports what is wrong; this bound only blocks floods.
const passkeyForm = z.strictObject({
  ...placeFields,
  flow: z.literal("web"),
  response: z.string().max(64_000),
});

export async function addPasskeyAction(form: FormData): Promise<void> {
  const result = await runStep(form, passkeyForm, async ({ flow, reference, response }) => {
    const { browserId } = await requireLock({ flow, reference }, "step");
    const { id: sessionId } = await requireSession({ flow, reference });
    const { payers } = await getServices();
    const registration = readRegistration(response);
    const added = { sessionId, browserId, response: registration };
    await rememberDevice(flow, { deviceId: await payers.passkeys.register(added) });
  });
  // That text is for a payer who signs in.
  if (!result.ok && result.code === "passkey_failed") result.code = "invalid_request";
  goOn(result, "/bank");
}

export async function verifyByPasskeyAction(form: FormData): Promise<void> {
  const result = await runStep(form, passkeyForm, async ({ flow, reference, response }) => {
    const { transaction, browserId } = await requireLock({ flow, reference }, "step");
    const { payers } = await getServices();
    const authentication = readAuthentication(response);
    const signedIn = await payers.passkeys.signIn({
      transaction,
      browserId,
      response: authentication,
    });
    await keepSession(signedIn.opened);
    if (signedIn.isOnDevice) await rememberDevice(flow, { deviceId: signedIn.deviceId });
  });
  if (result.ok) goOn(result, "/bank");
  goOn(result, "/verify", { another: "1" });
}
