"use server";

import { redirect } from "next/navigation";
import { z } from "zod";
import { consolePath } from "#lib/console/paths/links.ts";
import { runAction } from "#lib/next/actions/action.ts";
import {
  demandSession,
  dropConsoleSession,
  findSession,
} from "#lib/next/console/console-session.ts";
import { actionContext } from "#lib/next/request/action-context.ts";
import { getServices } from "#lib/services/index.ts";

/** The session is revoked on the server, so a copied cookie stops working too. */
export async function signOutAction(form: FormData): Promise<void> {
  const result = await runAction(form, z.strictObject({}), await actionContext(), async () => {
    const session = await findSession();
    const { sessions } = await getServices();
    if (session) await sessions.revoke(session.user.id, session.id);
    await dropConsoleSession();
  });
  redirect(result.ok ? consolePath("/sign-in") : consolePath());
}

export async function switchAccountAction(form: FormData): Promise<void> {
  const schema = z.strictObject({ accountId: z.string().max(64) });
  const result = await runAction(form, schema, await actionContext(), async ({ accountId }) => {
    const { sessions } = await getServices();
    await sessions.switchAccount(await demandSession(), accountId);
  });
  redirect(result.ok ? consolePath() : consolePath("/accounts"));
}
