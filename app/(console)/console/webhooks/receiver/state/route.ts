import { demandVisit } from "#lib/next/console/console-session.ts";
import { getServices } from "#lib/services/index.ts";
import { respondJson } from "../../../respond-json.ts";

/** Changes when a webhook arrives. */
export function GET(): Promise<Response> {
  return respondJson(async () => {
    const { account } = await demandVisit("viewer");
    const { testReceiver } = await getServices();
    return { version: (await testReceiver.newestId(account.id)) ?? "" };
  });
}
