import { z } from "zod";
import { findSession } from "#lib/next/console/console-session.ts";
import { respondToJson } from "#lib/next/server/console-json.ts";
import { clientAddress } from "#lib/platform/http/client-address.ts";
import { getServices } from "#lib/services/index.ts";

export function POST(request: Request): Promise<Response> {
  return respondToJson(request, z.strictObject({}), async () => {
    const { passkeys } = await getServices();
    const isSignedIn = (await findSession()) !== undefined;
    return passkeys.startSignIn(clientAddress(request.headers), isSignedIn);
  });
}
