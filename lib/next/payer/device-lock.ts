import { cookies, headers } from "next/headers";
import { cache } from "react";
import { deviceOf } from "#lib/next/request/device.ts";
import { BROWSER_ID_HEADER, NEW_BROWSER_ID_HEADER } from "#lib/next/request/page-request.ts";
import { readBrowserIds } from "#lib/next/request/payer-cookies.ts";
import { type Approach, browserIdFor, isBrowserId } from "#lib/payments/device-lock/lock.ts";
import type { Locking } from "#lib/payments/device-lock/service.ts";
import type { PayerStep } from "#lib/payments/model/status.ts";
import type { WholeTransaction } from "#lib/payments/transactions/transaction.ts";
import { AppError } from "#lib/platform/failures/errors.ts";
import { getServices } from "#lib/services/index.ts";
import { keepsCookies } from "./payer-session.ts";

/**
 * Locks a free order, whose payer is then at `step`. Link previews and prefetches lock nothing. In the direct flow the session decides. A browser without
 * Link previews and prefetches lock nothing. In the direct flow the session decides. A browser without cookies holds an order
 * for one page only.
 */
export const lockOrder = cache(
  async (transaction: WholeTransaction, approach: Approach, step?: PayerStep): Promise<Locking> => {
    if (transaction.flow === "direct") return { state: "own", transaction };
    const browserId = await shownBrowserId(transaction);
    if (browserId === undefined) {
      return { state: approach === "look" ? "elsewhere" : "own", transaction };
    }
    const { checkout } = await getServices();
    return checkout.lock(transaction, { browserId, approach, step });
  },
);

/** Includes an id given by this response. Empty for link previews and prefetches. */
export async function shownBrowserIds(): Promise<string[]> {
  const list = await headers();
  if (deviceOf(list).isUnattended) return [];
  const names = [BROWSER_ID_HEADER, NEW_BROWSER_ID_HEADER];
  return names.flatMap((name) => (list.get(name) ?? "").split(" ")).filter(isBrowserId);
}

export async function shownBrowserId(transaction: WholeTransaction): Promise<string | undefined> {
  return browserIdFor(transaction, await shownBrowserIds());
}

/**
 * For actions.
 * @throws AppError `cookies_blocked` if the browser keeps no cookies, `claimed_elsewhere` if it only lacks an id
 */
export async function requireBrowserId(transaction: WholeTransaction): Promise<string> {
  const browserId = browserIdFor(transaction, await ownBrowserIds());
  if (browserId) return browserId;
  // The form's page may be older than the ids.
  throw new AppError((await keepsCookies()) ? "claimed_elsewhere" : "cookies_blocked");
}

/** For actions. */
export async function ownBrowserIds(): Promise<string[]> {
  const { env } = await getServices();
  return readBrowserIds((await cookies()).getAll(), env);
}
