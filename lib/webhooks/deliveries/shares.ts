import { hostOf as hostOfUrl } from "#lib/webhooks/net-guard/callback-url.ts";

export type Target = {
  endpointId: string;
  accountId: string;
  mode: string;
  url: string;
  failingSince: Date | null;
  lastFailedAt: Date | null;
  isTest: boolean;
};

type KeyOf = (target: Target, now: Date) => string | undefined;

const LONG_MS = 60 * 60_000;

const ownerOf = ({ accountId, mode }: Target) => `${accountId}:${mode}`;
const hostOf = ({ url }: Target) => hostOfUrl(new URL(url));
const ifFailing =
  (keyOf: (target: Target) => string): KeyOf =>
  (target) =>
    target.failingSince ? keyOf(target) : undefined;
const ifFailingLong: KeyOf = ({ failingSince, isTest }, now) =>
  failingSince && !isTest && now.getTime() - failingSince.getTime() >= LONG_MS ? "all" : undefined;

/** Concurrent deliveries to one endpoint. */
export const PER_ENDPOINT = 2;

/** Limits across all workers, per key. Slow or failing endpoints never delay others. */
export const SHARES: readonly { name: string; limit: number; keyOf: KeyOf }[] = [
  { name: "endpoint", limit: PER_ENDPOINT, keyOf: ({ endpointId }) => endpointId },
  { name: "account and mode", limit: 8, keyOf: ownerOf },
  { name: "account and mode, failing", limit: 6, keyOf: ifFailing(ownerOf) },
  { name: "host", limit: 8, keyOf: hostOf },
  { name: "account on a host", limit: 4, keyOf: (to) => `${to.accountId} ${hostOf(to)}` },
  { name: "failing", limit: 48, keyOf: ifFailing(() => "all") },
  // The rest of "failing" is for restarting servers and tests of a fix.
  { name: "failing for long", limit: 36, keyOf: ifFailingLong },
];

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
    tryTake(target: Target): boolean {
      if (sharesOf(target).some(({ key, limit }) => (taken.get(key) ?? 0) >= limit)) return false;
      take(target);
      return true;
    },
  };
}

/**
 * By account with the fewest deliveries under way, endpoint with no failure or the oldest, longest due. No account gets a second
 * place while another has none.
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
  return inOrder(
    inOrder(waiting, ({ endpointId }) => endpointId),
    ownerOf,
  );
}

type Counted<One> = { one: One; before: number };

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
