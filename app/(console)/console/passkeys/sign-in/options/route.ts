import { z } from "zod";
import { respondToJson } from "#lib/next/console-json.ts";
import { clientAddress } from "#lib/platform/http/client-address.ts";
import { getServices } from "#lib/services/index.ts";

export function POST(request: Request): Promise<Response> {
  return respondToJson(request, z.strictObject({}), async () => {
    const { passkeys } = await getServices();
    return passkeys.startSignIn(clientAddress(request.headers));
  });
}
