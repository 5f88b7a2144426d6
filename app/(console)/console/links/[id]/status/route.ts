import { demandVisit } from "#lib/next/console/console-session.ts";
import { getServices } from "#lib/services/index.ts";
import { respondJson } from "../../../respond-json.ts";
import { readRevision } from "../../read-link.ts";

/** Lets an open page check whether the link or its payments have changed. */
export function GET(_request: Request, { params }: { params: Promise<{ id: string }> }) {
  return respondJson(async () => {
    const { account } = await demandVisit("viewer");
    const { links } = await getServices();
    const link = await links.find({ accountId: account.id, id: (await params).id });
    return { revision: await readRevision(link) };
  });
}
