import { type PayPlace, payPath } from "#components/checkout/links.ts";
import { keepSession, readPaymentCookie } from "#lib/next/payer/payer-session.ts";
import { countStep } from "#lib/next/payer/payer-steps.ts";
import { lookUpNamed, tooManyRequests } from "#lib/next/request/guesses.ts";
import { requestText } from "#lib/next/request/text.ts";
import type { Flow } from "#lib/payments/model/status.ts";
import { getServices } from "#lib/services/index.ts";

export type ReturnContext = { params: Promise<{ reference: string }> };

/** Asks the bank: the URL itself proves nothing. It lets one browser continue besides the one that left. */
export async function respondToReturn(
  request: Request,
  { params }: ReturnContext,
  flow: Flow,
): Promise<Response> {
  const { reference } = await params;
  const { payers, limits } = await getServices();
  const [state = "", ...more] = new URL(request.url).searchParams.getAll("state");
  const find = async () => {
    if (more.length > 0) return undefined;
    await countStep();
    return payers.comeBack({
      state,
      currentSession: async (transactionId) =>
        (await readPaymentCookie(transactionId, flow)).sessionId,
    });
  };
  // For a client over its limit, the worker asks the bank.
  const back = await lookUpNamed(limits, request.headers, find).catch(unlessTooMany);
  if (back?.opened) await keepSession(back.opened);
  // Without a known state, the payment's page still shows its status.
  const place = back ?? { reference, flow };
  const Location = payPath(place, "/result", { lang: await languageOf(place) });
  return new Response(null, { status: 303, headers: { Location, "Cache-Control": "no-store" } });
}

function unlessTooMany(error: unknown): undefined {
  if (!tooManyRequests(error)) throw error;
}

/** The bank's return URL holds no language. */
async function languageOf({ reference, flow }: PayPlace): Promise<string | undefined> {
  const { lang } = (await requestText()).linkQuery;
  if (lang !== undefined) return lang;
  const { checkout } = await getServices();
  const view = await checkout.view(reference, flow);
  return view && (await readPaymentCookie(view.transactionId, flow)).lang;
}
