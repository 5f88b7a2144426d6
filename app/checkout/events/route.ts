import { openCheckoutEvents } from "#lib/next/server/checkout-events.ts";
import { respondLive } from "#lib/next/server/live-events.ts";
import { getServices } from "#lib/services/index.ts";

/** A stream of events, or JSON for polling. In production, the server's own listener responds to GET. */
export async function GET(request: Request): Promise<Response> {
  const services = await getServices();
  const { source, ...limits } = openCheckoutEvents(services, new URL(request.url), request.headers);
  return respondLive(request, source, limits);
}
