import { cookies, headers } from "next/headers";
import { cache } from "react";
import type { PayFlow } from "#lib/checkout/view.ts";
import { type Claim, isMark } from "#lib/claims/claim.ts";
import { AppError } from "#lib/errors.ts";
import { getServices } from "#lib/services.ts";
import { deviceOf } from "./device.ts";
import { MARK_HEADER, NEW_MARK_HEADER } from "./page-request.ts";
import { readMark } from "./payer-cookies.ts";
import { keepsCookies } from "./payer-session.ts";

/**
 * What this browser is to the order a page of the payer shows; the first one claims it. Link previews and prefetches are
 * nobody, and in the direct flow the session decides. A browser that keeps no cookies can't be known again: its steps
 * lead on to the form that says so.
 */
export const claimOrder = cache(
  async (flow: PayFlow, reference: string, anew: boolean): Promise<Claim> => {
    const list = await headers();
    if (flow === "direct" || deviceOf(list).isUnattended) return "own";
    const { checkout } = await getServices();
    const kept = list.get(MARK_HEADER) ?? "";
    if (isMark(kept)) return checkout.claim(reference, kept, { anew });
    const given = list.get(NEW_MARK_HEADER) ?? "";
    if (!isMark(given)) return "own";
    const claim = await checkout.claim(reference, given, { anew });
    return anew ? claim : "own";
  },
);

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
