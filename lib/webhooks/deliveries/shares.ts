import { hostOf as hostOfUrl } from "#lib/webhooks/net-guard/callback-url.ts";

/** Where a delivery goes, as far as its share of the places depends on it. */
export type Target = {
  endpointId: string;
  accountId: string;
  mode: string;
  url: string;
  /** Since when nothing it was sent was taken. */
  failingSince: Date | null;
  lastFailedAt: Date | null;
  /** Somebody tries the endpoint out. */
  isTest: boolean;
};

type KeyOf = (target: Target, now: Date) => string | undefined;

// Whoever failed for longer does not wait for a moment more or less.
const LONG_MS = 60 * 60_000;

const ownerOf = ({ accountId, mode }: Target) => `${accountId}:${mode}`;
const hostOf = ({ url }: Target) => hostOfUrl(new URL(url));
const ifFailing =
  (keyOf: (target: Target) => string): KeyOf =>
  (target) =>
    target.failingSince ? keyOf(target) : undefined;
const ifFailingLong: KeyOf = ({ failingSince, isTest }, now) =>
  failingSince && !isTest && now.getTime() - failingSince.getTime() >= LONG_MS ? "all" : undefined;

/** How many deliveries may be on their way to one endpoint at once. */
export const PER_ENDPOINT = 2;

/**
 * How many deliveries of all workers together may be on their way at once, for everything that is the same by `keyOf`.
 * Whoever is slow or fails waits behind their own kind, and never in front of the others.
 */
export const SHARES: readonly { name: string; limit: number; keyOf: KeyOf }[] = [
  { name: "endpoint", limit: PER_ENDPOINT, keyOf: ({ endpointId }) => endpointId },
  { name: "account and mode", limit: 8, keyOf: ownerOf },
  { name: "account and mode, failing", limit: 6, keyOf: ifFailing(ownerOf) },
  // Nobody is flooded by us, whoever wants that and under however many names.
  { name: "host", limit: 8, keyOf: hostOf },
  { name: "account on a host", limit: 4, keyOf: (to) => `${to.accountId} ${hostOf(to)}` },
  { name: "failing", limit: 48, keyOf: ifFailing(() => "all") },
  // The rest is for those whose server may just be starting anew, and for tests of what was mended.
  { name: "failing for long", limit: 36, keyOf: ifFailingLong },
];

/** Counts the shares of what is on its way at `now`, beginning with `held`. */
export function createShares(held: readonly Target[], now: Date) {
  const taken = new Map<string, number>();
  const sharesOf = (target: Target) =>
    SHARES.flatMap(({ name, limit, keyOf }) => {
      const key = keyOf(target, now);
      return key === undefined ? [] : [{ key: `${name}:${key}`, limit }];
    });
  const take = (target: Target): void => {
    for (const { key } of sharesOf(target)) taken.set(key, (taken.get(key) ?? 0) + 1);
  };
  for (const target of held) take(target);
  return {
    /** Takes a place in each share of a target, or none and answers false when one of them is full. */
    tryTake(target: Target): boolean {
      if (sharesOf(target).some(({ key, limit }) => (taken.get(key) ?? 0) >= limit)) return false;
      take(target);
      return true;
    },
  };
}

/**
 * The order in which those that wait get places: whose account has the fewest on their way comes first, then who was
 * tried least lately, then what is due longest. So nobody gets a second place while somebody has none, however many
 * accounts and endpoints there are.
 */
export function inTurn<One extends { target: Target; dueAt: Date; id: string }>(
  waiting: readonly One[],
  held: readonly Target[],
): One[] {
  const byTurn = (a: Counted<One>, b: Counted<One>) =>
    a.before - b.before ||
    timeOf(a.one.target.lastFailedAt) - timeOf(b.one.target.lastFailedAt) ||
    a.one.dueAt.getTime() - b.one.dueAt.getTime() ||
    (a.one.id < b.one.id ? -1 : 1);
  const inOrder = (ones: readonly One[], keyOf: (target: Target) => string): One[] =>
    countedBy(ones, held, keyOf)
      .toSorted(byTurn)
      .map(({ one }) => one);
  // The order inside an account tells which of its deliveries is its first.
  return inOrder(
    inOrder(waiting, ({ endpointId }) => endpointId),
    ownerOf,
  );
}

type Counted<One> = { one: One; before: number };

/** How many of the same kind are before each, on their way or in this order. */
function countedBy<One extends { target: Target }>(
  ones: readonly One[],
  held: readonly Target[],
  keyOf: (target: Target) => string,
): Counted<One>[] {
  const seen = new Map<string, number>();
  const count = (target: Target): number => {
    const before = seen.get(keyOf(target)) ?? 0;
    seen.set(keyOf(target), before + 1);
    return before;
  };
  for (const target of held) count(target);
  return ones.map((one) => ({ one, before: count(one.target) }));
}

function timeOf(at: Date | null): number {
  return at?.getTime() ?? 0;
}
