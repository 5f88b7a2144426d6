"use server";

import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { z } from "zod";
import { consolePath } from "#lib/console/paths/links.ts";
import { nextPath } from "#lib/console/paths/next-path.ts";
import { publicAction } from "#lib/next/console/console-action.ts";
import { keepConsoleSession, userAgent } from "#lib/next/console/console-session.ts";
import { clientAddress } from "#lib/platform/http/client-address.ts";
import { getServices } from "#lib/services/index.ts";

const schema = z.strictObject({
  email: z.string().max(1000),
  password: z.string().max(1000),
  next: z.string().max(2000).optional(),
});

export const signInAction = publicAction(schema, async ({ email, password, next }) => {
  const { users } = await getServices();
  const address = clientAddress(await headers());
  const signedIn = await users.signIn({
    email,
    password,
    address,
    userAgent: await userAgent(),
  });
  await keepConsoleSession(signedIn.sessionId);
  redirect(signedIn.isComplete ? nextPath(next) : consolePath("/second-step", { next }));
});
