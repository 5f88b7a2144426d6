import { cookies, headers } from "next/headers";
import { cache } from "react";
import type { CheckoutView, PayFlow } from "#lib/payments/checkout/view.ts";
import {
  type Approach,
  isBrowserId,
  type LockState,
  newBrowserId,
} from "#lib/payments/device-lock/lock.ts";
import { AppError } from "#lib/platform/errors.ts";
import { getServices } from "#lib/services/index.ts";
import { deviceOf } from "./device.ts";
import { BROWSER_ID_HEADER, NEW_BROWSER_ID_HEADER } from "./page-request.ts";
import { readBrowserIds } from "./payer-cookies.ts";
import { keepsCookies } from "./payer-session.ts";

/**
 * What this browser is to the order a page of the payer shows; the first one claims it. Link previews and prefetches are
 * nobody, and in the direct flow the session decides. A browser that keeps no cookies can't be known again, so it holds
 * an order for one page only; what it is led to says so.
 */
export const lockOrder = cache(
  async (flow: PayFlow, reference: string, approach: Approach): Promise<LockState> => {
    if (flow === "direct") return "own";
    const browserId = await shownBrowserId(reference);
    if (browserId === undefined) return approach === "look" ? "elsewhere" : "own";
    const { checkout } = await getServices();
    return checkout.lock(reference, browserId, approach);
  },
);

/**
 * Makes what tells how an order stands to a browser that waits for it, as {@link claimOrder} tells a page that only looks.
 * By now the browser may have an id that it did not have when it asked for the page. To be made while the request is
 * there to be asked for its cookies.
 */
export async function watchLock(reference: string): Promise<() => Promise<LockState>> {
  const browserIds = await ownBrowserIds();
  const isNobody = browserIds.length === 0 && deviceOf(await headers()).isUnattended;
  const spare = newBrowserId();
  return async () => {
    if (isNobody) return "elsewhere";
    const { checkout } = await getServices();
    const browserId = (await checkout.browserIdFor(reference, browserIds)) ?? spare;
    return checkout.lock(reference, browserId, "look");
  };
}

/** The version of a page that also shows what the order is to its browser. */
export function lockedVersion({ version }: Pick<CheckoutView, "version">, lock: LockState): string {
  return `${version}.${lock}`;
}

/**
 * The id by which an order knows the browser a page is shown to, sent along or given just now; none where nobody
 * looks.
 */
export async function shownBrowserId(reference: string): Promise<string | undefined> {
  const list = await headers();
  if (deviceOf(list).isUnattended) return undefined;
  const browserIds = [BROWSER_ID_HEADER, NEW_BROWSER_ID_HEADER].flatMap((name) =>
    (list.get(name) ?? "").split(" "),
  );
  const { checkout } = await getServices();
  return checkout.browserIdFor(reference, browserIds.filter(isBrowserId));
}

/** The id by which an order knows this browser, for actions. Throws `cookies_blocked` where it keeps no cookies. */
export async function requireBrowserId(reference: string): Promise<string> {
  const { checkout } = await getServices();
  const browserId = await checkout.browserIdFor(reference, await ownBrowserIds());
  if (browserId) return browserId;
  // The page of the form may be older than the ids: the next page brings one.
  throw new AppError((await keepsCookies()) ? "claimed_elsewhere" : "cookies_blocked");
}

async function ownBrowserIds(): Promise<string[]> {
  const { env } = await getServices();
  return readBrowserIds((await cookies()).getAll(), env);
}
