import { type NextRequest, NextResponse } from "next/server";
import { loadEnv } from "#lib/env.ts";
import {
  ASKED_LANGUAGE_HEADER,
  readAddress,
  UNKNOWN_PAYMENT_HEADER,
} from "#lib/next/page-request.ts";
import { probeHeader } from "#lib/next/payer-cookies.ts";
import { contentSecurityPolicy, securityHeaders } from "#lib/next/security-headers.ts";
import { getServices } from "#lib/services.ts";

/** Puts the security headers on every page, and leads unknown payments to the one page for all of them. */
export async function proxy(request: NextRequest) {
  const env = loadEnv();
  const address = await readAddress(request.nextUrl, frameAncestors);
  const headers = new Headers(request.headers);
  headers.set("Content-Security-Policy", contentSecurityPolicy(address, env));
  headers.set(ASKED_LANGUAGE_HEADER, request.nextUrl.searchParams.get("lang") ?? "");
  headers.set(UNKNOWN_PAYMENT_HEADER, address.unknownPayment ?? "");
  const response = address.unknownPayment
    ? NextResponse.rewrite(new URL("/unknown-payment", request.url), { request: { headers } })
    : NextResponse.next({ request: { headers } });
  for (const [name, value] of Object.entries(securityHeaders(address, env))) {
    response.headers.set(name, value);
  }
  const probe = address.unknownPayment ? undefined : probeHeader(visitOf(request), env);
  if (probe) response.headers.append("Set-Cookie", probe);
  return response;
}

function visitOf({ method, nextUrl, cookies }: NextRequest) {
  const cookieNames = cookies.getAll().map(({ name }) => name);
  return { method, path: nextUrl.pathname, cookieNames };
}

async function frameAncestors(reference: string) {
  const { checkout } = await getServices();
  return checkout.frameAncestors(reference);
}

export const config = {
  matcher: [
    "/((?!api/|api$|_next/|icon\\.svg$|\\.well-known/|openapi\\.json$|health/|checkout/events$|secure/[^/]+/events$).*)",
  ],
};
