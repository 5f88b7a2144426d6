import { demandVisit } from "#lib/next/console-session.ts";
import { getServices } from "#lib/services/index.ts";
import { answerJson } from "../../../answer-json.ts";

/** Tells the open page of a payment whether it is out of date. */
export function GET(_request: Request, { params }: { params: Promise<{ id: string }> }) {
  return answerJson(async () => {
    const { account } = await demandVisit("viewer");
    const { payments } = await getServices();
    return { revision: await payments.revisionOf(account.id, (await params).id) };
  });
}
