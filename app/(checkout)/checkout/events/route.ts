import { isFinal } from "#components/checkout/screen.ts";
import { lockedVersion, watchLock } from "#lib/next/device-lock.ts";
import { respondLive } from "#lib/next/live-events.ts";
import { getServices } from "#lib/services/index.ts";

/** A stream of events, or JSON for polling. With `claim`, the version includes the device lock. */
export async function GET(request: Request): Promise<Response> {
  const { checkout, limits, streams } = await getServices();
  const { searchParams } = new URL(request.url);
  const [reference = "", ...more] = searchParams.getAll("reference");
  const lock = searchParams.has("claim") ? await watchLock() : undefined;
  const source = {
    reference,
    async read() {
      const order = more.length === 0 ? await checkout.open(reference, "web") : undefined;
      if (!order) return undefined;
      const { view, transaction } = order;
      const version = lock ? lockedVersion(view, await lock(transaction)) : view.version;
      return { version, state: view.state, isFinal: isFinal(view) };
    },
    watch: (onChange: () => void) => checkout.watch(reference, "web", onChange),
  };
  return respondLive(request, source, { limits, streams });
}
