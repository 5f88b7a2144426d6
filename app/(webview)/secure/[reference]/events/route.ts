import { isFinal } from "#components/checkout/screen.ts";
import { respondLive } from "#lib/next/live-events.ts";
import { getServices } from "#lib/services/index.ts";
import { findOrder } from "../../../../(payer)/steps/visit.ts";

type Context = { params: Promise<{ reference: string }> };

export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { reference } = await params;
  const { checkout, limits, streams } = await getServices();
  let order: ReturnType<typeof findOrder> | undefined;
  const source = {
    reference,
    async read() {
      // Once: the cookies are readable only during the request.
      order ??= findOrder("direct", reference);
      const view = (await order) ? await checkout.view(reference, "direct") : undefined;
      return view && { version: view.version, state: view.state, isFinal: isFinal(view) };
    },
    watch: (onChange: () => void) => checkout.watch(reference, "direct", onChange),
  };
  return respondLive(request, source, { limits, streams });
}
