import type { IncomingMessage, ServerResponse } from "node:http";
import { doorOf, readSession } from "#lib/next/console/console-cookie.ts";
import { countCheck, lookUpNamed, respondTooMany } from "#lib/next/request/guesses.ts";
import { keepFoundOrder } from "#lib/next/request/loaded-order.ts";
import {
  type Address,
  type Asking,
  BROWSER_ID_HEADER,
  isLoadedWhole,
  isMerchantPage,
  isNeverFramed,
  isOperatorPage,
  MERCHANT_PAGE_HEADER,
  NEW_BROWSER_ID_HEADER,
  NONCE_HEADER,
  ORDER_LANGUAGE_HEADER,
  queryHeaders,
  readAddress,
  refusedFrame,
  UNKNOWN_PAYMENT_HEADER,
} from "#lib/next/request/page-request.ts";
import {
  browserIdHeader,
  needsBrowserId,
  readBrowserIds,
  readCookies,
} from "#lib/next/request/payer-cookies.ts";
import { isUnder, securityHeaders } from "#lib/next/request/security-headers.ts";
import { newBrowserId } from "#lib/payments/device-lock/lock.ts";
import { loadEnv } from "#lib/platform/configuration/env.ts";
import { readHeaders, replaceHeaders } from "#lib/platform/http/headers.ts";
import { noteOutage } from "#lib/platform/http/request-scope.ts";
import type { Logger } from "#lib/platform/telemetry/logger.ts";
import { getServices } from "#lib/services/index.ts";
import { orderOf, respondOrder } from "./pay-link.ts";
import { createKnownPaths } from "./site-routes.ts";
import { tooManyBody } from "./too-many-page.ts";

// Files, and routes that are no pages and set their own headers.
const NO_PAGE =
  /^\/(?:_next\/static\/|icon\.svg$|fonts\/[^/]+$|word-mark\.svg$|script\/[^/]+\.js$|embed\.js$|embed\/v1\.js$|sdk\/(?:embed|js|playwright)\.tgz$|favicon\.ico$|apple-touch-icon\.png$|robots\.txt$|\.well-known\/(?:apple-app-site-association|assetlinks\.json|jwks\.json|security\.txt)$|openapi\.json$|health\/(?:live|ready)$|(?:checkout|bank)\/logo\/[^/]+$|secure\/[^/]+\/events$|sandbox\/receiver\/[^/]+$|hooks\/[^/]+$)/;

/** Next reads its nonce from it. */
const POLICY_HEADER = "content-security-policy";

/** Next's router asks for a page's flight data with it. Without flight data in the response, the browser loads the page whole. */
const ROUTER_HEADER = "rsc";

/** No client may set them. */
const TOLD = [
  ...Object.keys(queryHeaders(new URLSearchParams())),
  MERCHANT_PAGE_HEADER,
  POLICY_HEADER,
  NONCE_HEADER,
  ORDER_LANGUAGE_HEADER,
  UNKNOWN_PAYMENT_HEADER,
  BROWSER_ID_HEADER,
  NEW_BROWSER_ID_HEADER,
  // Next gets the page that an action redirects to from this server. Only the proxy has HTTPS.
  "x-forwarded-proto",
];

type PageHeaders = ReturnType<typeof readHeaders>;

/**
 * Runs before Next: sets the headers of a page's response, and those of its request that tell the page what Next hides from it.
 * Leads all unknown payments to one page. Returns false if it has responded.
 */
export async function admitPage(
  request: IncomingMessage,
  response: ServerResponse,
  logger: Logger,
): Promise<boolean> {
  // Not as a relative address: a path may start with two slashes.
  const url = new URL(`http://own.invalid${request.url}`);
  if (NO_PAGE.test(url.pathname)) return true;
  const env = loadEnv();
  const order = orderOf(url, env.PAYER_APP_URL);
  if (order !== undefined) return respond(response, respondOrder(order));
  const headers = readHeaders(request);
  const isOut = await isOutageOf(headers);
  if (isOut) noteOutage();
  const address = await readAddress(url, askingFor(request.method, headers));
  const sent = securityHeaders(address, env);
  if (address.refused) {
    const body = tooManyBody(url.searchParams.get("lang"), headers, address.nonce);
    return respond(response, respondTooMany(address.refused, sent, body));
  }
  for (const [name, value] of Object.entries(sent)) response.setHeader(name, value);
  const plainPage = isOut ? "outage" : plainPageOf(address, headers);
  const { browserId, newId } = browserOf(request, address, headers);
  if (newId !== "") response.appendHeader("Set-Cookie", browserIdHeader(newId, env));
  replaceHeaders(request, TOLD, {
    ...queryHeaders(url.searchParams),
    ...(isMerchantPage(address.path) && { [MERCHANT_PAGE_HEADER]: "1" }),
    [POLICY_HEADER]: sent["Content-Security-Policy"] ?? "",
    [NONCE_HEADER]: address.nonce,
    [ORDER_LANGUAGE_HEADER]: address.orderLocale,
    [UNKNOWN_PAYMENT_HEADER]: plainPage ?? "",
    [BROWSER_ID_HEADER]: browserId,
    [NEW_BROWSER_ID_HEADER]: newId,
  });
  const refused = refusedFrame(address, headers, new URL(env.CHECKOUT_URL).origin);
  if (refused) void noteRefusal(refused, logger);
  const isOther = plainPage || (await isHidden(address.path, request, response));
  if (isOther) request.url = "/unknown-payment";
  if (isOther || isLoadedWhole(address.path)) replaceHeaders(request, [ROUTER_HEADER], {});
  return true;
}

async function respond(response: ServerResponse, ready: Response): Promise<false> {
  response.statusCode = ready.status;
  for (const [name, value] of ready.headers) response.setHeader(name, value);
  response.end(await ready.text());
  return false;
}

function browserOf({ method = "" }: IncomingMessage, address: Address, headers: PageHeaders) {
  const env = loadEnv();
  const visit = { method, path: address.path, cookies: readCookies(headers) };
  const isNew = !address.unknownPayment && needsBrowserId(visit, env);
  // HEAD shows no page.
  const known = method === "GET" ? readBrowserIds(visit.cookies, env) : [];
  return { browserId: known.join(" "), newId: isNew ? newBrowserId() : "" };
}

function plainPageOf(address: Address, headers: PageHeaders) {
  return address.unknownPayment ?? (isNeverFramed(address, headers) ? "frame" : undefined);
}

const isKnownPath = createKnownPaths();

/** For all but operators, their pages look like unknown ones of the console. The pages and actions refuse on their own. */
async function isHidden(path: string, request: IncomingMessage, response: ServerResponse) {
  if (isUnder(path, "/console") && !isKnownPath(path)) return true;
  return isOperatorPage(path) && (await doorOf(await readSession(request, response))) === "hidden";
}

// A script's action returns its own error.
async function isOutageOf(headers: PageHeaders): Promise<boolean> {
  if (headers.has("next-action")) return false;
  return !(await getServices().then(
    ({ isDatabaseReady }) => isDatabaseReady(),
    () => false,
  ));
}

// After an action, its page must read the order again.
function askingFor(method: string | undefined, headers: PageHeaders): Asking {
  const isRead = method === "GET" || method === "HEAD";
  return {
    async findFraming(reference) {
      const { checkout, limits } = await getServices();
      const found = await lookUpNamed(limits, headers, () => checkout.find(reference));
      if (found && isRead) keepFoundOrder(found);
      if (!found) return undefined;
      const { accountId, locale } = found.transaction;
      return { accountId, ancestors: found.frameAncestors, locale };
    },
    async findLink(token) {
      const { links, limits } = await getServices();
      return lookUpNamed(limits, headers, async () => (await links.isKnown(token)) || undefined);
    },
    async countCheck() {
      const { limits } = await getServices();
      await countCheck(limits, headers);
    },
  };
}

async function noteRefusal(
  refused: NonNullable<ReturnType<typeof refusedFrame>>,
  logger: Logger,
): Promise<void> {
  try {
    const { embedding } = await getServices();
    await embedding.noteRefusal(refused);
  } catch (error) {
    logger.error({ err: error }, "a refused frame could not be recorded");
  }
}
