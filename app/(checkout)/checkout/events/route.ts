import { isFinal } from "#components/checkout/screen.ts";
import { answerLive } from "#lib/next/live-events.ts";
import { getServices } from "#lib/services.ts";

/** Where the transaction of `reference` stands: a stream of events, or JSON for those who poll. */
export async function GET(request: Request): Promise<Response> {
  const { checkout, rates, streams } = await getServices();
  const [reference = "", ...more] = new URL(request.url).searchParams.getAll("reference");
  const source = {
    reference,
    async read() {
      const view = more.length === 0 ? await checkout.view(reference, "web") : undefined;
      return view && { version: view.version, state: view.state, isFinal: isFinal(view) };
    },
    watch: (onChange: () => void) => checkout.watch(reference, "web", onChange),
  };
  return answerLive(request, source, { rates, streams });
}
