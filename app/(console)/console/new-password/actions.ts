"use server";

import { redirect } from "next/navigation";
import { z } from "zod";
import { consolePath } from "#lib/console/paths/links.ts";
import { publicAction } from "#lib/next/console/console-action.ts";
import { merchantText } from "#lib/next/request/text.ts";
import { getServices } from "#lib/services/index.ts";

const schema = z.strictObject({
  token: z.string().max(100),
  password: z.string().max(1000),
  // Filled in by the password manager. The link, not this field, identifies the user.
  email: z.string().max(1000).optional(),
});

/** Does not sign the user in: they sign in with the new password, and with the second factor if there is one. */
export const finishResetAction = publicAction(schema, async ({ token, password }) => {
  const [{ users }, text] = await Promise.all([getServices(), merchantText()]);
  await users.finishReset({ token, password });
  redirect(consolePath("/sign-in", { notice: "password-changed", ...text.linkQuery }));
});
