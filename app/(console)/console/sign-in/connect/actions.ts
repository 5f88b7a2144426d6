"use server";

import { redirect } from "next/navigation";
import { z } from "zod";
import { nextPath } from "#lib/console/paths/next-path.ts";
import { userAction } from "#lib/next/console/console-action.ts";
import { dropOidcCookie, readOidcCookie } from "#lib/next/console/oidc-cookie.ts";
import { AppError } from "#lib/platform/failures/errors.ts";
import { getServices } from "#lib/services/index.ts";

export const connectAction = userAction(z.strictObject({}), async (_input, { user }) => {
  const { oidc } = await getServices();
  const { pending, next } = await readOidcCookie();
  if (!oidc || !pending) throw new AppError("oidc_failed");
  await oidc.connect(user, pending);
  await dropOidcCookie();
  redirect(nextPath(next));
});
