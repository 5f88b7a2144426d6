import { headers } from "next/headers";
import { countStep } from "#lib/next/payer/payer-steps.ts";
import { payerIpOf } from "#lib/next/request/device.ts";
import { respondTooMany, tooManyRequests } from "#lib/next/request/guesses.ts";
import { getServices } from "#lib/services/index.ts";

/** One URL for all OAuth2 banks, as each must know it in advance. It needs no cookie. */
export async function GET(request: Request): Promise<Response> {
  try {
    await countStep();
  } catch (error) {
    const tooMany = tooManyRequests(error);
    // The code is unused, so the payer may reload this URL.
    if (tooMany) return respondTooMany(tooMany, { "Referrer-Policy": "no-referrer" });
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
      // The URL contains the code.
      "Referrer-Policy": "no-referrer",
    },
  });
}

/** Next handles HEAD as GET, which would consume the code. */
export function HEAD(): Response {
  return new Response(null, { headers: { "Cache-Control": "no-store" } });
}
