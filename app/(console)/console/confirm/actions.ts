"use server";

import { redirect } from "next/navigation";
import { z } from "zod";
import { consolePath } from "#lib/console/paths/links.ts";
import { publicAction } from "#lib/next/console/console-action.ts";
import { keepConsoleSession, userAgent } from "#lib/next/console/console-session.ts";
import { merchantText } from "#lib/next/request/text.ts";
import { getServices } from "#lib/services/index.ts";

const schema = z.strictObject({
  token: z.string().max(100),
  name: z.string().max(1000),
  companyName: z.string().max(1000),
  password: z.string().max(1000),
  // Filled in by the password manager. The link, not this field, identifies the user.
  email: z.string().max(1000).optional(),
});

export const finishSignUpAction = publicAction(schema, async (input) => {
  const { users, sessions } = await getServices();
  const { userId, accountId } = await users.finishSignUp(input);
  const opened = { userId, accountId, userAgent: await userAgent(), isComplete: true };
  await keepConsoleSession((await sessions.open(opened)).id);
  redirect(consolePath("", (await merchantText()).linkQuery));
});
