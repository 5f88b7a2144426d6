import { respondLive } from "#lib/next/server/live-events.ts";
import { getServices } from "#lib/services/index.ts";
import { findOrder } from "../../../../(payer)/steps/visit.ts";

type Context = { params: Promise<{ reference: string }> };

export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { reference } = await params;
  const { checkout, limits, streams } = await getServices();
  const source = {
    reference,
    // The cookies are readable only during the request.
    read: async () =>
      (await findOrder("direct", reference)) ? checkout.look(reference, "direct") : undefined,
    follow: async (onSnapshot: Parameters<typeof checkout.follow>[2]) =>
      (await findOrder("direct", reference))
        ? checkout.follow(reference, "direct", onSnapshot)
        : undefined,
  };
  return respondLive(request, source, { limits, streams });
}
