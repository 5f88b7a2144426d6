import { headers } from "next/headers";
import { payerIpOf } from "#lib/next/device.ts";
import { answerTooMany, tooManyRequests } from "#lib/next/guesses.ts";
import { countStep } from "#lib/next/payer-steps.ts";
import { getServices } from "#lib/services/index.ts";

/**
 * The payer comes back from a bank's OAuth2 server: one address for all of them, as each has to know it beforehand. It
 * needs no cookie and shows nothing; the payer goes on at the bank or on the pages of the payment.
 */
export async function GET(request: Request): Promise<Response> {
  try {
    await countStep();
  } catch (error) {
    const tooMany = tooManyRequests(error);
    // The code was not used, so the payer may load the same address again.
    if (tooMany) return answerTooMany(tooMany, { "Referrer-Policy": "no-referrer" });
    throw error;
  }
  const { attempts, env } = await getServices();
  const query = new URL(request.url).searchParams;
  const next = await attempts.receiveGrant(query, payerIpOf(await headers()));
  return new Response(null, {
    status: 303,
    headers: {
      Location: next ?? env.PAYER_APP_URL,
      "Cache-Control": "no-store",
      // The address holds the code.
      "Referrer-Policy": "no-referrer",
    },
  });
}

/** Next would answer HEAD by GET, which uses the code up. */
export function HEAD(): Response {
  return new Response(null, { headers: { "Cache-Control": "no-store" } });
}
