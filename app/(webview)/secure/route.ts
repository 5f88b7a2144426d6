import { headers } from "next/headers";
import { enterPath } from "#components/checkout/links.ts";
import { keepSession, readDevice, readPaymentCookie } from "#lib/next/payer/payer-session.ts";
import { readWebviewLink, type WebviewLink } from "#lib/next/payer/webview-link.ts";
import { deviceOf } from "#lib/next/request/device.ts";
import { lookUpNamed } from "#lib/next/request/guesses.ts";
import { requestText } from "#lib/next/request/text.ts";
import { type ErrorCode, isAppError } from "#lib/platform/failures/errors.ts";
import { offeredLocale } from "#lib/platform/i18n/locale.ts";
import { getServices } from "#lib/services/index.ts";

const HEADERS = { "Cache-Control": "no-store", "Referrer-Policy": "no-referrer" };

/** Exchanges token and JWT for a session. */
export async function GET(request: Request): Promise<Response> {
  const { linkQuery, messages } = await requestText();
  // A link opens once. Link previews must not consume it.
  if (deviceOf(await headers()).isUnattended) {
    return new Response(messages.payer.again.unattended, { status: 403, headers: HEADERS });
  }
  const link = readWebviewLink(new URL(request.url));
  const opened = link ? await exchange(link) : { problem: "link_not_valid" satisfies ErrorCode };
  const { lang, ...place } = { lang: undefined, ...opened };
  const Location = enterPath(place, { lang, ...linkQuery });
  return new Response(null, { status: 303, headers: { ...HEADERS, Location } });
}

/** Otherwise Next runs GET for HEAD. */
export function HEAD(): Response {
  return new Response(null, { headers: HEADERS });
}

async function exchange(link: WebviewLink) {
  const { payers, logger, limits } = await getServices();
  try {
    const opened = await lookUpNamed(limits, await headers(), async () =>
      payers
        .exchange({
          ...link,
          deviceId: (await readDevice("direct")).deviceId,
          currentSession: async (transactionId) =>
            (await readPaymentCookie(transactionId, "direct")).sessionId,
        })
        .catch(unknownLink),
    );
    if (!opened) return { problem: "link_not_valid" satisfies ErrorCode };
    await keepSession(opened);
    const { reference, locale } = opened;
    return { reference, lang: offeredLocale(locale ?? "") };
  } catch (error) {
    if (isAppError(error)) return { problem: error.code };
    // Do not rethrow: the address of the error page would still hold the secrets.
    logger.error({ err: error }, "a webview link could not be opened");
    return { problem: "unavailable" satisfies ErrorCode };
  }
}

function unknownLink(error: unknown): undefined {
  if (!isAppError(error) || error.code !== "link_not_valid") throw error;
}
