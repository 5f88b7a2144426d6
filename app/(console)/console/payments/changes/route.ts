import { demandVisit } from "#lib/next/console/console-session.ts";
import { getServices } from "#lib/services/index.ts";
import { modeOf } from "../../mode.ts";
import { respondJson } from "../../respond-json.ts";
import { pageQueryOf } from "../query.ts";

/** Lets an open page check whether its list has changed. */
export function GET(request: Request): Promise<Response> {
  return respondJson(async () => {
    const { account } = await demandVisit("viewer");
    const { payments } = await getServices();
    return payments.revision({ accountId: account.id, mode: modeOf(pageQueryOf(request)) });
  });
}
