"use server";

import { redirect } from "next/navigation";
import { z } from "zod";
import { consolePath } from "#lib/console/paths/links.ts";
import { nextPath } from "#lib/console/paths/next-path.ts";
import { userAction } from "#lib/next/console/console-action.ts";
import { AppError } from "#lib/platform/failures/errors.ts";
import { getServices } from "#lib/services/index.ts";

const schema = z.strictObject({
  code: z.string().max(1000),
  next: z.string().max(2000).default(consolePath("/operator")),
});

/** Also for a second factor that was used long ago. */
export const confirmOperatorAction = userAction(
  schema,
  async ({ code, next }, { id, user, isOperator }) => {
    if (!isOperator) throw new AppError("not_found");
    const { secondFactors, sessions } = await getServices();
    await secondFactors.take(user.id, code);
    await sessions.noteSecondFactor(id);
    redirect(nextPath(next));
  },
);
