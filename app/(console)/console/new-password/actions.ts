"use server";

import { redirect } from "next/navigation";
import { z } from "zod";
import { consolePath } from "#lib/console/links.ts";
import { publicAction } from "#lib/next/console-action.ts";
import { merchantText } from "#lib/next/text.ts";
import type { FormState } from "#lib/platform/form-state.ts";
import { getServices } from "#lib/services/index.ts";

const schema = z.strictObject({
  token: z.string().max(100),
  password: z.string().max(1000),
  // The browser's password manager asked for it; the link says whose mailbox it is.
  email: z.string().max(1000).optional(),
});

/** Sets the password of a mailed link's user, who then signs in with it, and with the second factor if there is one. */
export async function finishResetAction(
  _previous: FormState,
  form: FormData,
): Promise<FormState<never>> {
  return publicAction(form, schema, async ({ token, password }) => {
    const [{ users }, text] = await Promise.all([getServices(), merchantText()]);
    await users.finishReset({ token, password });
    redirect(consolePath("/sign-in", { notice: "password-changed", ...text.linkQuery }));
  });
}
