import { AsyncLocalStorage } from "node:async_hooks";
import type { Flow } from "#lib/payments/model/status.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Listen } from "#lib/platform/db/notifications.ts";
import { createOrderReads, type LookUp, type Order, type Watcher } from "./order-reads.ts";

type Deps = {
  clock: Clock;
  listen: Listen;
  look: LookUp;
  checkMs?: number;
};

/** How late a change that time brings may be noticed. */
const CHECK_MS = 1_000;

/** One LISTEN, and one read after each change, serve all pages of an order. */
export function createLiveStatus({ clock, listen, look, checkMs = CHECK_MS }: Deps) {
  const reads = createOrderReads({ clock, look });
  const orders = new Map<string, Order>();
  // A change during an order's first read.
  const openings = new Set<Set<string>>();
  // It may arrive in the async context of the sending transaction.
  const inOwnContext = AsyncLocalStorage.snapshot();
  let listening: Promise<unknown> | undefined;
  let checking: NodeJS.Timeout | undefined;

  function onNotification(transactionId: string): void {
    for (const opening of openings) opening.add(transactionId);
    // Empty: notifications may be lost.
    if (transactionId === "") for (const order of orders.values()) reads.sometime(order);
    const order = orders.get(transactionId);
    if (order) reads.soon(order);
  }

  function checkDue(): void {
    const now = clock.now().getTime();
    for (const order of orders.values()) {
      if (order.dueAt > now) continue;
      order.dueAt = Number.POSITIVE_INFINITY;
      reads.sometime(order);
    }
  }

  function add(transactionId: string, reference: string, flow: Flow): Order {
    const order = newOrder(reference, flow);
    orders.set(transactionId, order);
    checking ??= inOwnContext(() => setInterval(checkDue, checkMs).unref());
    return order;
  }

  function remove(transactionId: string, order: Order): void {
    if (orders.get(transactionId) === order) orders.delete(transactionId);
    if (orders.size > 0) return;
    clearInterval(checking);
    checking = undefined;
  }

  return {
    /** The first look comes before this resolves. Returns the function that stops. */
    async follow(
      reference: string,
      flow: Flow,
      watcher: Watcher,
    ): Promise<(() => void) | undefined> {
      // Before the first read, so that no change is missed.
      listening ??= listen("bankside_transaction", (id) => inOwnContext(() => onNotification(id)));
      await listening;
      const missed = new Set<string>();
      openings.add(missed);
      const found = await look(reference, flow).finally(() => openings.delete(missed));
      if (!found) return undefined;
      const { id } = found.transaction;
      const order = orders.get(id) ?? add(id, reference, flow);
      order.watchers.add(watcher);
      reads.publish(order, found);
      if (missed.has(id) || missed.has("")) reads.soon(order);
      return () => {
        order.watchers.delete(watcher);
        if (order.watchers.size === 0) remove(id, order);
      };
    },
  };
}

function newOrder(reference: string, flow: Flow): Order {
  return { reference, flow, watchers: new Set(), dueAt: 0, isReading: false, isStale: false };
}
