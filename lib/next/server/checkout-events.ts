import { deviceOf } from "#lib/next/request/device.ts";
import { readBrowserIds, readCookies } from "#lib/next/request/payer-cookies.ts";
import type { Look } from "#lib/payments/checkout/order-reads.ts";
import {
  browserIdFor,
  type LockState,
  newBrowserId,
  shownLockState,
} from "#lib/payments/device-lock/lock.ts";
import type { Services } from "#lib/services/index.ts";
import type { LiveLimits, SnapshotSource } from "./live-events.ts";

/** With `claim` in the query, the version includes the device lock. */
export function openCheckoutEvents(
  { checkout, env, limits, streams }: Services,
  { searchParams }: URL,
  headers: Headers,
): { source: SnapshotSource } & LiveLimits {
  const [given = "", ...more] = searchParams.getAll("reference");
  const reference = more.length === 0 ? given : "";
  const lockOf = searchParams.has("claim") ? lockSeenBy(headers, env) : undefined;
  const toSnapshot = (look: Look) =>
    lockOf ? { ...look, version: lockedVersion(look, lockOf(look.transaction)) } : look;
  const source: SnapshotSource = {
    reference,
    async read() {
      const look = await checkout.look(reference, "web");
      return look && toSnapshot(look);
    },
    follow: (onSnapshot) =>
      checkout.follow(reference, "web", (look) => onSnapshot(look && toSnapshot(look))),
  };
  return { source, limits, streams };
}

export function lockedVersion({ version }: { version: string }, lock: LockState): string {
  return `${version}.${lock}`;
}

/** The browser may have got its id since it requested the page. */
function lockSeenBy(
  headers: Headers,
  env: Services["env"],
): (transaction: Look["transaction"]) => LockState {
  const browserIds = readBrowserIds(readCookies(headers), env);
  if (browserIds.length === 0 && deviceOf(headers).isUnattended) return () => "elsewhere";
  const spare = newBrowserId();
  return (transaction) =>
    shownLockState(transaction, browserIdFor(transaction, browserIds) ?? spare);
}
