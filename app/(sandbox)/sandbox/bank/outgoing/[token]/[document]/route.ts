import { OUTGOING_DOCUMENTS } from "#lib/sandbox/bank/outgoing-documents.ts";
import { getServices } from "#lib/services/index.ts";
import { openFile } from "../../open-file.ts";

type Context = { params: Promise<{ token: string; document: string }> };

export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const { token, document } = await params;
  const kind = OUTGOING_DOCUMENTS.find((each) => each === document);
  const orders = kind && (await openFile(token));
  if (!kind || !orders) return new Response(null, { status: 404 });
  const { sandboxBank } = await getServices();
  return new Response(sandboxBank.writeDocument(kind, orders), {
    headers: {
      "Content-Type": "application/xml; charset=utf-8",
      "Content-Disposition": `attachment; filename="sandbox-bank-${kind}.xml"`,
      "Cache-Control": "no-store",
    },
  });
}
