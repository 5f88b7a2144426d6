import { type PayPlace, payPath } from "#components/checkout/links.ts";
import type { PayFlow } from "#lib/checkout/view.ts";
import { keepSession, readPaymentCookie } from "#lib/next/payer-session.ts";
import { requestText } from "#lib/next/text.ts";
import { getServices } from "#lib/services.ts";

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
  const { payers } = await getServices();
  const [state = "", ...more] = new URL(request.url).searchParams.getAll("state");
  const back =
    more.length > 0
      ? undefined
      : await payers.comeBack({
          state,
          currentSession: async (transactionId) =>
            (await readPaymentCookie(transactionId, flow)).sessionId,
        });
  if (back?.opened) await keepSession(back.opened);
  // Without a known state there is nothing to ask, but the payment's page still says how it stands.
  const place = back ?? { reference, flow };
  const Location = payPath(place, "/result", { lang: await languageOf(place) });
  return new Response(null, { status: 303, headers: { Location, "Cache-Control": "no-store" } });
}

/** The language that was asked for before the bank; its address holds none. */
async function languageOf({ reference, flow }: PayPlace): Promise<string | undefined> {
  const { lang } = (await requestText()).linkQuery;
  if (lang !== undefined) return lang;
  const { checkout } = await getServices();
  const view = await checkout.view(reference, flow);
  return view && (await readPaymentCookie(view.transactionId, flow)).lang;
}
