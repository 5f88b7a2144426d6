import type { Listen } from "#lib/db/notifications.ts";

/**
 * Tells pages of this process when a transaction changed, whichever process changed it. One LISTEN serves all pages.
 */
export function createLiveStatus(listen: Listen) {
  const watchers = new Map<string, Set<() => void>>();
  let listening: Promise<unknown> | undefined;

  function wake(transactionId: string) {
    // An empty payload says that notifications may have been lost, so everybody looks.
    const sets = transactionId === "" ? watchers.values() : [watchers.get(transactionId) ?? []];
    for (const set of sets) for (const onChange of set) onChange();
  }

  return {
    /** Calls `onChange` whenever the transaction changes, until the result is called. */
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
