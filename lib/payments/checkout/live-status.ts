import type { Listen } from "#lib/platform/db/notifications.ts";

// Each look reads the database, which has only just recovered.
const LOOKS_PER_SECOND = 200;

// Pages poll at this interval anyway.
const MAX_SPREAD_MS = 15_000;

/** One LISTEN serves all pages of this process. */
export function createLiveStatus(listen: Listen, random: () => number = Math.random) {
  const watchers = new Map<string, Set<() => void>>();
  let listening: Promise<unknown> | undefined;

  function wake(transactionId: string) {
    // Empty: notifications may be lost.
    if (transactionId === "") return wakeAll();
    for (const onChange of watchers.get(transactionId) ?? []) onChange();
  }

  function wakeAll() {
    const all = [...watchers.values()].flatMap((set) =>
      [...set].map((onChange) => ({ set, onChange })),
    );
    const spreadMs = Math.min((all.length / LOOKS_PER_SECOND) * 1_000, MAX_SPREAD_MS);
    for (const { set, onChange } of all) {
      const look = () => {
        if (set.has(onChange)) onChange();
      };
      setTimeout(look, random() * spreadMs).unref();
    }
  }

  return {
    /** Returns the function that stops watching. */
    async watch(transactionId: string, onChange: () => void): Promise<() => Promise<void>> {
      listening ??= listen("bankside_transaction", wake);
      await listening;
      const set = watchers.get(transactionId) ?? new Set();
      watchers.set(transactionId, set.add(onChange));
      return async () => {
        set.delete(onChange);
        if (set.size === 0 && watchers.get(transactionId) === set) watchers.delete(transactionId);
      };
    },
  };
}

export type LiveStatus = ReturnType<typeof createLiveStatus>;
