"use server";

import { redirect } from "next/navigation";
import { z } from "zod";
import { consolePath } from "#lib/console/paths/links.ts";
import { userAction } from "#lib/next/console/console-action.ts";
import { merchantText } from "#lib/next/request/text.ts";
import { getServices } from "#lib/services/index.ts";

const schema = z.strictObject({ name: z.string().max(1000) });

export const openAccountAction = userAction(schema, async (input, session) => {
  const { openings, sessions } = await getServices();
  const accountId = await openings.open(session.user.id, input);
  await sessions.switchAccount(session, accountId);
  redirect(consolePath("", (await merchantText()).linkQuery));
});
