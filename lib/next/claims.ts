import { cookies, headers } from "next/headers";
import { cache } from "react";
import type { PayFlow } from "#lib/checkout/view.ts";
import { type Approach, type Claim, isMark } from "#lib/claims/claim.ts";
import { AppError } from "#lib/errors.ts";
import { getServices } from "#lib/services.ts";
import { deviceOf } from "./device.ts";
import { MARK_HEADER, NEW_MARK_HEADER } from "./page-request.ts";
import { readMark } from "./payer-cookies.ts";
import { keepsCookies } from "./payer-session.ts";

/**
 * What this browser is to the order a page of the payer shows; the first one claims it. Link previews and prefetches are
 * nobody, and in the direct flow the session decides. A browser that keeps no cookies can't be known again, so it holds
 * an order for one page only; what it is led to says so.
 */
export const claimOrder = cache(
  async (flow: PayFlow, reference: string, approach: Approach): Promise<Claim> => {
    if (flow === "direct") return "own";
    const mark = await shownMark();
    if (mark === undefined) return approach === "look" ? "elsewhere" : "own";
    const { checkout } = await getServices();
    return checkout.claim(reference, mark, approach);
  },
);

/** The mark of the browser a page is shown to, sent along or given just now; none where nobody looks. */
export async function shownMark(): Promise<string | undefined> {
  const list = await headers();
  if (deviceOf(list).isUnattended) return undefined;
  return [MARK_HEADER, NEW_MARK_HEADER].map((name) => list.get(name) ?? "").find(isMark);
}

/** The mark of this browser, for actions. Throws `cookies_blocked` where it keeps none. */
export async function requireMark(): Promise<string> {
  const mark = await ownMark();
  if (mark) return mark;
  // A form may be sent by a page from before there were marks: its next page brings one.
  throw new AppError((await keepsCookies()) ? "claimed_elsewhere" : "cookies_blocked");
}

async function ownMark(): Promise<string | undefined> {
  const { env } = await getServices();
  return readMark((await cookies()).getAll(), env);
}
