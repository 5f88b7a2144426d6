"use server";

import { redirect } from "next/navigation";
import { z } from "zod";
import { consolePath } from "#lib/console/paths/links.ts";
import { publicAction, userAction } from "#lib/next/console/console-action.ts";
import { keepConsoleSession, userAgent } from "#lib/next/console/console-session.ts";
import { merchantText } from "#lib/next/request/text.ts";
import { getServices } from "#lib/services/index.ts";

const token = z.string().max(200);
const acceptSchema = z.strictObject({ token });
const joinSchema = z.strictObject({
  token,
  username: z.string().max(1000).optional(),
  name: z.string().max(1000),
  password: z.string().max(5000),
});

export const acceptAction = userAction(acceptSchema, async (input, session) => {
  const { invitations, sessions } = await getServices();
  const { accountId } = await invitations.accept({ ...input, user: session.user });
  await sessions.switchAccount(session, accountId);
  redirect(consolePath("", (await merchantText()).linkQuery));
});

export const joinAction = publicAction(joinSchema, async (input) => {
  const { invitations, sessions } = await getServices();
  const { userId, accountId } = await invitations.acceptAsNew(input);
  const agent = await userAgent();
  const session = { userId, accountId, userAgent: agent, isComplete: true };
  await keepConsoleSession((await sessions.open(session)).id);
  redirect(consolePath("", (await merchantText()).linkQuery));
});
