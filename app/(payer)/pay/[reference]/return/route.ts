import { payPath } from "#components/checkout/links.ts";
import { getServices } from "#lib/services.ts";

type Context = { params: Promise<{ reference: string }> };

/** The payer comes back from the bank. The bank is asked; the address itself proves nothing. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { reference } = await params;
  const { authorisations } = await getServices();
  const [state = "", ...more] = new URL(request.url).searchParams.getAll("state");
  const settled = more.length === 0 ? await authorisations.settleReturn(state) : undefined;
  // Without a known state there is nothing to ask, but the order's page still says how it stands.
  const Location = payPath(settled?.reference ?? reference, "/result");
  return new Response(null, { status: 303, headers: { Location, "Cache-Control": "no-store" } });
}
