import { setTimeout } from "node:timers/promises";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { createTurns } from "#lib/platform/rate-limit/turns.ts";
import type { Attempt } from "./attempt.ts";

/** The shortest time between two calls of one kind that payers cause about one payment attempt. */
export const BANK_CALL_INTERVAL_MS = 3_000;

// Longer than the first four waits of the back-off that a restart repeats.
const BACK_OFF_RESTART_INTERVAL_MS = 5 * 60_000;

const LOOK_EVERY_MS = 100;

type Called = Pick<Attempt, "id" | "status">;

/** `order`: start the payment. `status`: read it. `cancel`: the transaction is to end. `switch`: the payer takes another bank. */
type BankCall = "order" | "status" | "cancel" | "switch";

export type BankCalls = ReturnType<typeof createBankCalls>;

/**
 * Limits the calls to banks that payers cause, in the database: a page may be loaded any number of times, in any number of
 * processes. A new status of the attempt is news, so the first call after it never waits.
 */
export function createBankCalls(deps: { db: Database; clock: Clock }) {
  const takeTurn = createTurns(deps);

  const take = (call: BankCall, { id, status }: Called): Promise<boolean> =>
    takeTurn(`bank-call:${call}:${id}:${status}`, BANK_CALL_INTERVAL_MS);

  return {
    /** Returns whether the caller may call the bank now. */
    take,

    /**
     * Waits for the caller's turn, for one interval at most. Returns false when it did not come, or as soon as `isDone`:
     * the caller whose turn it is may do the work for all.
     */
    async waitForTurn(
      call: BankCall,
      attempt: Called,
      isDone: () => Promise<boolean>,
    ): Promise<boolean> {
      const deadline = performance.now() + BANK_CALL_INTERVAL_MS;
      while (!(await take(call, attempt))) {
        if ((await isDone()) || performance.now() > deadline) return false;
        await setTimeout(LOOK_EVERY_MS);
      }
      return true;
    },

    /** Returns whether the back-off of an attempt may start again because its payer waits for the bank. */
    mayRestartBackOff: ({ id, status }: Called): Promise<boolean> =>
      takeTurn(`bank-back-off:${id}:${status}`, BACK_OFF_RESTART_INTERVAL_MS),
  };
}
