import { demandVisit } from "#lib/next/console/console-session.ts";
import { getServices } from "#lib/services/index.ts";
import { respondJson } from "../../../respond-json.ts";

/** Lets an open page check whether its payment has changed. */
export function GET(_request: Request, { params }: { params: Promise<{ id: string }> }) {
  return respondJson(async () => {
    const { account } = await demandVisit("viewer");
    const { payments } = await getServices();
    return { revision: await payments.revisionOf(account.id, (await params).id) };
  });
}
