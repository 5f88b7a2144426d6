import { type PayPlace, payPath } from "#components/checkout/links.ts";
import { lookUpNamed, tooManyRequests } from "#lib/next/guesses.ts";
import { keepSession, readPaymentCookie } from "#lib/next/payer-session.ts";
import { countStep } from "#lib/next/payer-steps.ts";
import { requestText } from "#lib/next/text.ts";
import type { PayFlow } from "#lib/payments/checkout/view.ts";
import { getServices } from "#lib/services/index.ts";

export type ReturnContext = { params: Promise<{ reference: string }> };

/**
 * The payer comes back from the bank. The bank is asked; the address itself proves nothing but where the payer has been,
 * and lets one other browser than the one that left go on.
 */
export async function answerReturn(
  request: Request,
  { params }: ReturnContext,
  flow: PayFlow,
): Promise<Response> {
  const { reference } = await params;
  const { payers, rates } = await getServices();
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
  // The worker asks the bank of a payer whose network is refused just now.
  const back = await lookUpNamed(rates, request.headers, find).catch(unlessTooMany);
  if (back?.opened) await keepSession(back.opened);
  // Without a known state there is nothing to ask, but the payment's page still says how it stands.
  const place = back ?? { reference, flow };
  const Location = payPath(place, "/result", { lang: await languageOf(place) });
  return new Response(null, { status: 303, headers: { Location, "Cache-Control": "no-store" } });
}

function unlessTooMany(error: unknown): undefined {
  if (!tooManyRequests(error)) throw error;
}

/** The language that was asked for before the bank; its address holds none. */
async function languageOf({ reference, flow }: PayPlace): Promise<string | undefined> {
  const { lang } = (await requestText()).linkQuery;
  if (lang !== undefined) return lang;
  const { checkout } = await getServices();
  const view = await checkout.view(reference, flow);
  return view && (await readPaymentCookie(view.transactionId, flow)).lang;
}
