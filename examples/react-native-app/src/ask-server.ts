import type { OrderStatus } from "../shared/products.ts";

const INTERVAL_MS = 2_000;
/** Two minutes. Tries count, not time, because a phone stops timers while another app is open. */
const MAX_TRIES = 60;

type Options = {
  intervalMs?: number;
  maxTries?: number;
  /** Stops asking, for example when the screen is gone. */
  signal?: AbortSignal;
};

/**
 * Asks your server until it knows the outcome. The result is `open` if it does not know it in time: a bank may take a
 * day. Do not offer another payment then.
 */
export async function askServer(
  read: () => Promise<OrderStatus>,
  { intervalMs = INTERVAL_MS, maxTries = MAX_TRIES, signal }: Options = {},
): Promise<OrderStatus> {
  for (let tries = 1; ; tries += 1) {
    // Without a connection, the next try may have one.
    const status = await read().catch((): OrderStatus => "open");
    if (status !== "open" || tries >= maxTries || signal?.aborted) return status;
    await new Promise((resolve) => setTimeout(resolve, intervalMs));
  }
}
