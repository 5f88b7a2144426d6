"use server";

import { redirect } from "next/navigation";
import { z } from "zod";
import { nextPath } from "#lib/console/paths/next-path.ts";
import { userAction } from "#lib/next/console/console-action.ts";
import { dropOidcCookie, readOidcCookie } from "#lib/next/console/oidc-cookie.ts";
import { AppError } from "#lib/platform/failures/errors.ts";
import type { FormState } from "#lib/platform/values/form-state.ts";
import { getServices } from "#lib/services/index.ts";

export async function connectAction(_previous: FormState, form: FormData): Promise<FormState> {
  return userAction(form, z.strictObject({}), async (_input, { user }) => {
    const { oidc } = await getServices();
    const { pending, next } = await readOidcCookie();
    if (!oidc || !pending) throw new AppError("oidc_failed");
    await oidc.connect(user, pending);
    await dropOidcCookie();
    redirect(nextPath(next));
  });
}
