import { z } from "zod";
import { nextPath } from "#lib/console/next-path.ts";
import { respondToJson } from "#lib/next/console-json.ts";
import { findSession, keepConsoleSession, userAgent } from "#lib/next/console-session.ts";
import { clientAddress } from "#lib/platform/http/client-address.ts";
import { authenticationSchema } from "#lib/platform/passkeys/responses.ts";
import { getServices } from "#lib/services/index.ts";

const schema = z.strictObject({
  response: authenticationSchema,
  next: z.string().max(2000).optional(),
});

/** A passkey covers both sign-in steps. Returns the path to continue at. */
export function POST(request: Request): Promise<Response> {
  return respondToJson(request, schema, async ({ response, next }) => {
    const { passkeys, sessions } = await getServices();
    const { userId } = await passkeys.finishSignIn(response, clientAddress(request.headers));
    // End this browser's previous session, complete or not.
    const before = await findSession();
    if (before) await sessions.revoke(before.user.id, before.id);
    const session = await sessions.open({
      userId,
      userAgent: await userAgent(),
      isComplete: true,
      hasSecondFactor: true,
    });
    await keepConsoleSession(session.id);
    return { next: nextPath(next) };
  });
}
