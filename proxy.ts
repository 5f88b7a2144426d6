import { type NextFetchEvent, type NextRequest, NextResponse } from "next/server";
import { findOperatorDoor } from "#lib/next/console-session.ts";
import { countCheck, lookUpNamed, respondTooMany } from "#lib/next/guesses.ts";
import { keepFoundOrder } from "#lib/next/loaded-order.ts";
import {
  type Address,
  type Asking,
  BROWSER_ID_HEADER,
  isMerchantPage,
  isNeverFramed,
  isOperatorPage,
  MERCHANT_PAGE_HEADER,
  NEW_BROWSER_ID_HEADER,
  NONCE_HEADER,
  queryHeaders,
  readAddress,
  refusedFrame,
  UNKNOWN_PAYMENT_HEADER,
} from "#lib/next/page-request.ts";
import { orderOf, respondOrder } from "#lib/next/pay-link.ts";
import { browserIdHeader, needsBrowserId, readBrowserIds } from "#lib/next/payer-cookies.ts";
import { contentSecurityPolicy, securityHeaders } from "#lib/next/security-headers.ts";
import { tooManyBody } from "#lib/next/too-many-page.ts";
import { newBrowserId } from "#lib/payments/device-lock/lock.ts";
import { loadEnv } from "#lib/platform/env.ts";
import { noteOutage } from "#lib/platform/http/request-scope.ts";
import { getServices } from "#lib/services/index.ts";

/** Rewrites all unknown payments to one page. */
export async function proxy(request: NextRequest, event: NextFetchEvent) {
  const env = loadEnv();
  const order = orderOf(request.nextUrl, env.PAYER_APP_URL);
  if (order) return respondOrder(order);
  const isOut = await isOutageOf(request);
  if (isOut) noteOutage();
  const address = await readAddress(request.nextUrl, askingFor(request));
  if (address.refused) {
    return respondTooMany(
      address.refused,
      securityHeaders(address, env),
      tooManyBody(request.nextUrl.searchParams.get("lang"), request.headers, address.nonce),
    );
  }
  const headers = new Headers(request.headers);
  headers.set("Content-Security-Policy", contentSecurityPolicy(address, env));
  for (const [name, value] of Object.entries(queryHeaders(request.nextUrl.searchParams))) {
    headers.set(name, value);
  }
  headers.delete(MERCHANT_PAGE_HEADER);
  if (isMerchantPage(address.path)) headers.set(MERCHANT_PAGE_HEADER, "1");
  const plainPage = isOut ? "outage" : plainPageOf(address, request.headers);
  headers.set(UNKNOWN_PAYMENT_HEADER, plainPage ?? "");
  headers.set(NONCE_HEADER, address.nonce);
  const visit = visitOf(request);
  const browserId =
    !address.unknownPayment && needsBrowserId(visit, env) ? newBrowserId() : undefined;
  headers.set(NEW_BROWSER_ID_HEADER, browserId ?? "");
  // HEAD shows no page.
  const kept = visit.method === "GET" ? readBrowserIds(visit.cookies, env) : [];
  headers.set(BROWSER_ID_HEADER, kept.join(" "));
  const isUnknown = plainPage !== undefined || (await isHidden(address.path));
  const response = respondPage(request, headers, isUnknown);
  for (const [name, value] of Object.entries(securityHeaders(address, env))) {
    response.headers.set(name, value);
  }
  const refused = refusedFrame(address, request.headers, new URL(env.CHECKOUT_URL).origin);
  if (refused) event.waitUntil(noteRefusal(refused));
  if (browserId) response.headers.append("Set-Cookie", browserIdHeader(browserId, env));
  return response;
}

function respondPage({ url }: NextRequest, headers: Headers, isUnknown: boolean): NextResponse {
  return isUnknown
    ? NextResponse.rewrite(new URL("/unknown-payment", url), { request: { headers } })
    : NextResponse.next({ request: { headers } });
}

function plainPageOf(address: Address, headers: Headers) {
  return address.unknownPayment ?? (isNeverFramed(address, headers) ? "frame" : undefined);
}

/** For all but operators, their pages are unknown ones. The pages and actions refuse on their own. */
async function isHidden(path: string): Promise<boolean> {
  return isOperatorPage(path) && (await findOperatorDoor()) === "hidden";
}

function visitOf({ method, nextUrl, cookies }: NextRequest) {
  return { method, path: nextUrl.pathname, cookies: cookies.getAll() };
}

// A script's action returns its own error.
async function isOutageOf(request: NextRequest): Promise<boolean> {
  if (request.headers.has("next-action")) return false;
  return !(await getServices().then(
    ({ isDatabaseReady }) => isDatabaseReady(),
    () => false,
  ));
}

// After an action, its page must read the order again.
function askingFor({ headers, method }: NextRequest): Asking {
  const isRead = method === "GET" || method === "HEAD";
  return {
    async findFraming(reference) {
      const { checkout, limits } = await getServices();
      const found = await lookUpNamed(limits, headers, () => checkout.find(reference));
      if (found && isRead) keepFoundOrder(found);
      return found && { accountId: found.transaction.accountId, ancestors: found.frameAncestors };
    },
    async countCheck() {
      const { limits } = await getServices();
      await countCheck(limits, headers);
    },
  };
}

async function noteRefusal(tried: { accountId: string; reference: string; origin: string }) {
  const { embedding } = await getServices();
  await embedding.noteRefusal(tried);
}

export const config = {
  matcher: [
    "/((?!api/|api$|_next/static/|icon\\.svg$|fonts/[^/]+$|word-mark\\.svg$|script/[^/]+\\.js$|embed\\.js$|embed/v1\\.js$|sdk/(?:embed|js|playwright)\\.tgz$|favicon\\.ico$|apple-touch-icon\\.png$|robots\\.txt$|\\.well-known/(?:apple-app-site-association|assetlinks\\.json|jwks\\.json|security\\.txt)$|openapi\\.json$|health/(?:live|ready)$|checkout/events$|(?:checkout|bank)/logo/[^/]+$|secure/[^/]+/events$|sandbox/receiver/[^/]+$).*)",
  ],
};
