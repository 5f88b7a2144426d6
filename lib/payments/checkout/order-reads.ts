import type { Flow } from "#lib/payments/model/status.ts";
import type { WholeTransaction } from "#lib/payments/transactions/transaction.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import { isOutage } from "#lib/platform/failures/failures.ts";
import type { CheckoutState } from "./view.ts";

/** What an open page needs, and no more: a process holds one for each open order. */
export type Look = {
  version: string;
  state: CheckoutState;
  isFinal: boolean;
  /** When time alone changes the order. */
  nextChangeAt: Date | undefined;
  transaction: Pick<
    WholeTransaction,
    "id" | "status" | "lockDigest" | "lockedAt" | "releasedDigest" | "payerStep"
  >;
};

/** Gets each look, and `undefined` once the order can't be read any more. */
export type Watcher = (look: Look | undefined) => void;

export type LookUp = (reference: string, flow: Flow) => Promise<Look | undefined>;

export type Order = {
  reference: string;
  flow: Flow;
  watchers: Set<Watcher>;
  /** In ms. */
  dueAt: number;
  isReading: boolean;
  isStale: boolean;
};

// Leaves most connections of the pool to requests.
const READS_AT_ONCE = 4;

/** After a read that failed, or found an order that should have expired. */
const RETRY_MS = 15_000;

/** One read serves all pages of an order. Changes during a read lead to one more. */
export function createOrderReads({ clock, look }: { clock: Clock; look: LookUp }) {
  const changed = new Set<Order>();
  const doubtful = new Set<Order>();
  let reads = 0;

  function read(order: Order, queue: Set<Order>): void {
    if (order.isReading) order.isStale = true;
    else queue.add(order);
    readNext();
  }

  function readNext(): void {
    while (reads < READS_AT_ONCE) {
      const [order] = changed.size > 0 ? changed : doubtful;
      if (!order) return;
      changed.delete(order);
      doubtful.delete(order);
      if (order.watchers.size === 0) continue;
      reads += 1;
      void readOrder(order).finally(() => {
        reads -= 1;
        readNext();
      });
    }
  }

  async function readOrder(order: Order): Promise<void> {
    order.isReading = true;
    order.isStale = false;
    try {
      publish(order, await look(order.reference, order.flow));
    } catch (error) {
      // In an outage pages stay open: reconnecting, they would keep the database down.
      if (isOutage(error)) order.dueAt = clock.now().getTime() + RETRY_MS;
      else publish(order, undefined);
    }
    order.isReading = false;
    if (order.isStale) changed.add(order);
  }

  function publish(order: Order, found: Look | undefined): void {
    const now = clock.now().getTime();
    const nextAt = found?.nextChangeAt?.getTime() ?? Number.POSITIVE_INFINITY;
    order.dueAt = nextAt > now ? nextAt : now + RETRY_MS;
    for (const watcher of [...order.watchers]) watcher(found);
  }

  return {
    soon: (order: Order) => read(order, changed),

    /** After all that have changed. */
    sometime: (order: Order) => read(order, doubtful),

    publish,
  };
}
