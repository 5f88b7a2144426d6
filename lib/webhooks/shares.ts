import { hostOf as hostOfUrl } from "./callback-url.ts";

/** Where a delivery goes, as far as its share of the places depends on it. */
export type Target = {
  endpointId: string;
  accountId: string;
  mode: string;
  url: string;
  /** Whether nothing it was sent was taken of late. */
  isFailing: boolean;
};

type Share = { name: string; limit: number; keyOf: (target: Target) => string | undefined };

const ownerOf = ({ accountId, mode }: Target) => `${accountId}:${mode}`;
const hostOf = ({ url }: Target) => hostOfUrl(new URL(url));
const ifFailing = (keyOf: (target: Target) => string) => (target: Target) =>
  target.isFailing ? keyOf(target) : undefined;

/**
 * How many deliveries of all workers together may be on their way at once, for everything that is the same by `keyOf`.
 * Whoever is slow or fails waits behind their own kind, and never in front of the others.
 */
export const SHARES: readonly Share[] = [
  { name: "endpoint", limit: 2, keyOf: ({ endpointId }) => endpointId },
  { name: "account and mode", limit: 8, keyOf: ownerOf },
  { name: "account and mode, failing", limit: 6, keyOf: ifFailing(ownerOf) },
  // Nobody is flooded by us, whoever wants that and under however many names.
  { name: "host", limit: 8, keyOf: hostOf },
  { name: "account on a host", limit: 4, keyOf: (to) => `${to.accountId} ${hostOf(to)}` },
  { name: "failing", limit: 48, keyOf: ifFailing(() => "all") },
];

/** Counts the shares of what is on its way, beginning with `held`. */
export function createShares(held: readonly Target[]) {
  const taken = new Map<string, number>();
  const sharesOf = (target: Target) =>
    SHARES.flatMap(({ name, limit, keyOf }) => {
      const key = keyOf(target);
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
