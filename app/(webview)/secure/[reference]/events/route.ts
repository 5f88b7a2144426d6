import { isFinal } from "#components/checkout/screen.ts";
import { answerLive } from "#lib/next/live-events.ts";
import { getServices } from "#lib/services.ts";
import { findOrder } from "../../../../(payer)/steps/visit.ts";

type Context = { params: Promise<{ reference: string }> };

/** Where a payment of the direct flow stands, for the browser that holds its session. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { reference } = await params;
  const { checkout } = await getServices();
  const mayRead = (await findOrder("direct", reference)) !== undefined;
  return answerLive(request, {
    async read() {
      const view = mayRead ? await checkout.view(reference, "direct") : undefined;
      return view && { version: view.version, state: view.state, isFinal: isFinal(view) };
    },
    watch: (onChange) => checkout.watch(reference, "direct", onChange),
  });
}
