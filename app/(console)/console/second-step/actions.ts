"use server";

import { redirect } from "next/navigation";
import { z } from "zod";
import { consolePath } from "#lib/console/paths/links.ts";
import { nextPath } from "#lib/console/paths/next-path.ts";
import { publicAction } from "#lib/next/console/console-action.ts";
import { dropConsoleSession, findSession } from "#lib/next/console/console-session.ts";
import { AppError } from "#lib/platform/failures/errors.ts";
import { getServices } from "#lib/services/index.ts";

const schema = z.strictObject({
  code: z.string().max(1000),
  next: z.string().max(2000).optional(),
});

export const takeSecondStepAction = publicAction(schema, async ({ code, next }) => {
  const session = await findSession();
  if (!session) throw new AppError("signed_out");
  if (!session.isComplete) {
    const { secondFactors, sessions } = await getServices();
    await secondFactors.take(session.user.id, code);
    await sessions.complete(session.id);
  }
  redirect(nextPath(next));
});

export const startOverAction = publicAction(z.strictObject({}), async () => {
  const session = await findSession();
  const { sessions } = await getServices();
  if (session) await sessions.revoke(session.user.id, session.id);
  await dropConsoleSession();
  redirect(consolePath("/sign-in"));
});
