import { z } from "zod";
import { nextPath } from "#lib/console/paths/next-path.ts";
import { findSession, keepConsoleSession, userAgent } from "#lib/next/console/console-session.ts";
import { respondToJson } from "#lib/next/server/console-json.ts";
import { clientAddress } from "#lib/platform/http/client-address.ts";
import { authenticationSchema } from "#lib/platform/passkeys/responses.ts";
import { getServices } from "#lib/services/index.ts";

const schema = z.strictObject({
  response: authenticationSchema,
  next: z.string().max(2000).optional(),
});

/** A passkey covers both sign-in steps. A user who is signed in already confirms that session. Returns the path to continue at. */
export function POST(request: Request): Promise<Response> {
  return respondToJson(request, schema, async ({ response, next }) => {
    const { passkeys, sessions } = await getServices();
    const before = await findSession();
    const address = clientAddress(request.headers);
    const { userId } = await passkeys.finishSignIn(response, address, before?.user.id);
    if (before?.user.id === userId) {
      if (before.isComplete) await sessions.noteSecondFactor(before.id);
      else await sessions.complete(before.id);
      return { next: nextPath(next) };
    }
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
