import { demandVisit } from "#lib/next/console-session.ts";
import { getServices } from "#lib/services/index.ts";
import { answerJson } from "../../answer-json.ts";
import { modeOf } from "../../mode.ts";
import { pageQueryOf } from "../query.ts";

/** Lets an open page check whether its list has changed. */
export function GET(request: Request): Promise<Response> {
  return answerJson(async () => {
    const { account } = await demandVisit("viewer");
    const { payments } = await getServices();
    return payments.revision({ accountId: account.id, mode: modeOf(pageQueryOf(request)) });
  });
}
