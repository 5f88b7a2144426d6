import { demandVisit } from "#lib/next/console/console-session.ts";
import { isAppError } from "#lib/platform/failures/errors.ts";
import { readId } from "#lib/platform/values/ids.ts";
import { getServices } from "#lib/services/index.ts";

type Props = { params: Promise<{ id: string }> };

const NO_STORE = { "Cache-Control": "no-store" };

/** A file of refunds, for the merchant's bank. */
export async function GET(_request: Request, { params }: Props): Promise<Response> {
  try {
    const visit = await demandVisit("developer");
    const id = readId("rfil", (await params).id);
    if (id === undefined) return new Response(null, { status: 404, headers: NO_STORE });
    const { refunds } = await getServices();
    const { file, content } = await refunds.readFile(
      { accountId: visit.account.id, id },
      visit.user.id,
    );
    const day = file.createdAt.toISOString().slice(0, 10);
    return new Response(content, {
      headers: {
        ...NO_STORE,
        "Content-Type": "application/xml; charset=utf-8",
        "Content-Disposition": `attachment; filename="refunds-${day}-${id}.xml"`,
      },
    });
  } catch (error) {
    if (!isAppError(error)) throw error;
    return new Response(null, { status: error.status, headers: NO_STORE });
  }
}
