import { z } from "zod";
import { demandFactorSession } from "#lib/next/console/console-session.ts";
import { respondToJson } from "#lib/next/server/console-json.ts";
import { registrationSchema } from "#lib/platform/passkeys/responses.ts";
import { getServices } from "#lib/services/index.ts";

const schema = z.strictObject({ name: z.string().max(1000), response: registrationSchema });

export function POST(request: Request): Promise<Response> {
  return respondToJson(request, schema, async (input) => {
    const { user } = await demandFactorSession();
    const { passkeys } = await getServices();
    return passkeys.finishRegistration(user.id, input);
  });
}
