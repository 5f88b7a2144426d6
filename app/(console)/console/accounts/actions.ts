"use server";

import { redirect } from "next/navigation";
import { z } from "zod";
import { consolePath } from "#lib/console/paths/links.ts";
import { userAction } from "#lib/next/console/console-action.ts";
import { merchantText } from "#lib/next/request/text.ts";
import type { FormState } from "#lib/platform/values/form-state.ts";
import { getServices } from "#lib/services/index.ts";

const schema = z.strictObject({ name: z.string().max(1000) });

export async function openAccountAction(_previous: FormState, form: FormData): Promise<FormState> {
  return userAction(form, schema, async (input, session) => {
    const { openings, sessions } = await getServices();
    const accountId = await openings.open(session.user.id, input);
    await sessions.switchAccount(session, accountId);
    redirect(consolePath("", (await merchantText()).linkQuery));
  });
}
