import { setTimeout } from "node:timers/promises";
import type { ImporterDeps } from "./importer.ts";

type LastAttemptDeps = Pick<ImporterDeps, "db" | "clock" | "logger" | "lifecycle" | "attempts">;

// A page does not wait for a bank that is down.
const WAITING_MS = 2000;
// Pages without scripts reload every few seconds.
const ASKED_FOR_MS = 60_000;
const MAX_ASKED = 10_000;

export type LastAttempt = ReturnType<typeof createLastAttempt>;

/** Before the shopper pays again by transfer. */
export function createLastAttempt({ db, clock, logger, lifecycle, attempts }: LastAttemptDeps) {
  const askedAt = new Map<string, number>();

  async function ask(reference: string, { waits }: { waits: boolean }): Promise<void> {
    const found = await lifecycle.findByReference(db, reference);
    const isPayable = found?.status === "pending" && found.transferReference !== null;
    if (isPayable) await attempts.askAboutLast(found.id, { waits });
  }

  async function noteShown(reference: string): Promise<void> {
    const found = await lifecycle.findByReference(db, reference);
    if (found?.transferShownAt === null) await lifecycle.noteTransferShown(db, found.id);
  }

  return {
    ask: (reference: string) => ask(reference, { waits: true }),

    /** At most once a minute. Waits two seconds at most, and never fails. */
    async prepare(reference: string): Promise<void> {
      const now = clock.now().getTime();
      if (now - (askedAt.get(reference) ?? 0) < ASKED_FOR_MS) return;
      if (askedAt.size >= MAX_ASKED) askedAt.clear();
      askedAt.set(reference, now);
      const asking = noteShown(reference)
        .then(() => ask(reference, { waits: false }))
        .catch((err: unknown) => {
          logger.warn({ err }, "the bank could not be polled before a transfer");
        });
      await Promise.race([asking, setTimeout(WAITING_MS, undefined, { ref: false })]);
    },
  };
}
