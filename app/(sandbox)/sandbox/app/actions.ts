"use server";

import { z } from "zod";
import type { LogInResult } from "#components/sandbox/app/log-in-form.tsx";
import { runAction } from "#lib/next/actions/action.ts";
import { actionContext } from "#lib/next/request/action-context.ts";
import { parseEmail } from "#lib/platform/values/email.ts";
import { getServices } from "#lib/services/index.ts";
import { isAppOpen } from "./open-app.ts";

const logInSchema = z.union([
  z.object({
    tellEmail: z.literal("on"),
    email: z.string().refine((text) => parseEmail(text) !== undefined),
  }),
  z
    .object({ tellEmail: z.undefined().optional(), email: z.string().optional() })
    .transform(() => ({ email: undefined })),
]);

/** The app's server gets a JWT with its API key and passes it to the page, with an order number. */
export async function logInAction(form: FormData): Promise<LogInResult> {
  const { sandboxApp } = await getServices();
  if (!(await isAppOpen())) return { ok: false };
  const result = await runAction(form, logInSchema, await actionContext(), ({ email }) =>
    sandboxApp.logIn({ email }),
  );
  return result.ok ? { ok: true, ...result.value } : { ok: false };
}
