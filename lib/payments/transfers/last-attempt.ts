import { setTimeout } from "node:timers/promises";
import type { ImporterDeps } from "./importer.ts";

type LastAttemptDeps = Pick<ImporterDeps, "db" | "clock" | "logger" | "lifecycle" | "attempts">;

// Most banks answer in a second; whoever opens a page is not kept waiting for one that is down.
const WAITING_MS = 2000;
// Pages that follow without scripts come every few seconds.
const ASKED_FOR_MS = 60_000;
const MAX_ASKED = 10_000;

/** Asks the bank that refused the last try once more, before anybody pays by transfer what it executed all the same. */
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
    /** Asks, or waits a moment for its turn. */
    ask: (reference: string) => ask(reference, { waits: true }),

    /**
     * Notes that the transfer is shown, and asks; neither if this process did so within the last minute. Waits two seconds
     * at most, and fails never.
     */
    async prepare(reference: string): Promise<void> {
      const now = clock.now().getTime();
      if (now - (askedAt.get(reference) ?? 0) < ASKED_FOR_MS) return;
      if (askedAt.size >= MAX_ASKED) askedAt.clear();
      askedAt.set(reference, now);
      const asking = noteShown(reference)
        .then(() => ask(reference, { waits: false }))
        .catch((err: unknown) => {
          logger.warn({ err }, "the bank could not be asked before a transfer");
        });
      await Promise.race([asking, setTimeout(WAITING_MS, undefined, { ref: false })]);
    },
  };
}
