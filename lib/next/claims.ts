import { cookies, headers } from "next/headers";
import { cache } from "react";
import type { CheckoutView, PayFlow } from "#lib/payments/checkout/view.ts";
import { type Approach, type Claim, isMark, newMark } from "#lib/payments/device-lock/claim.ts";
import { AppError } from "#lib/platform/errors.ts";
import { getServices } from "#lib/services/index.ts";
import { deviceOf } from "./device.ts";
import { MARK_HEADER, NEW_MARK_HEADER } from "./page-request.ts";
import { readMarks } from "./payer-cookies.ts";
import { keepsCookies } from "./payer-session.ts";

/**
 * What this browser is to the order a page of the payer shows; the first one claims it. Link previews and prefetches are
 * nobody, and in the direct flow the session decides. A browser that keeps no cookies can't be known again, so it holds
 * an order for one page only; what it is led to says so.
 */
export const claimOrder = cache(
  async (flow: PayFlow, reference: string, approach: Approach): Promise<Claim> => {
    if (flow === "direct") return "own";
    const mark = await shownMark(reference);
    if (mark === undefined) return approach === "look" ? "elsewhere" : "own";
    const { checkout } = await getServices();
    return checkout.claim(reference, mark, approach);
  },
);

/**
 * Makes what tells how an order stands to a browser that waits for it, as {@link claimOrder} tells a page that only looks.
 * By now the browser may hold a mark that it had not got when the page was asked for. To be made while the request is
 * there to be asked for its cookies.
 */
export async function watchClaim(reference: string): Promise<() => Promise<Claim>> {
  const marks = await ownMarks();
  const isNobody = marks.length === 0 && deviceOf(await headers()).isUnattended;
  const spare = newMark();
  return async () => {
    if (isNobody) return "elsewhere";
    const { checkout } = await getServices();
    const mark = (await checkout.markFor(reference, marks)) ?? spare;
    return checkout.claim(reference, mark, "look");
  };
}

/** The version of a page that also shows what the order is to its browser. */
export function claimedVersion({ version }: Pick<CheckoutView, "version">, claim: Claim): string {
  return `${version}.${claim}`;
}

/**
 * The mark by which an order knows the browser a page is shown to, sent along or given just now; none where nobody
 * looks.
 */
export async function shownMark(reference: string): Promise<string | undefined> {
  const list = await headers();
  if (deviceOf(list).isUnattended) return undefined;
  const marks = [MARK_HEADER, NEW_MARK_HEADER].flatMap((name) => (list.get(name) ?? "").split(" "));
  const { checkout } = await getServices();
  return checkout.markFor(reference, marks.filter(isMark));
}

/** The mark by which an order knows this browser, for actions. Throws `cookies_blocked` where it keeps none. */
export async function requireMark(reference: string): Promise<string> {
  const { checkout } = await getServices();
  const mark = await checkout.markFor(reference, await ownMarks());
  if (mark) return mark;
  // A form may be sent by a page from before there were marks: its next page brings one.
  throw new AppError((await keepsCookies()) ? "claimed_elsewhere" : "cookies_blocked");
}

async function ownMarks(): Promise<string[]> {
  const { env } = await getServices();
  return readMarks((await cookies()).getAll(), env);
}
