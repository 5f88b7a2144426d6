import { oldestDevice } from "#lib/payments/payers/devices.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Database } from "#lib/platform/db/database.ts";
import * as repository from "./repository.ts";

const KEPT_MS = 24 * 60 * 60 * 1000;
const IDLE_KEPT_MS = 2 * KEPT_MS;
const READ_AT_ONCE = 5_000;

/** Payer data a day after the outcome, sessions without an attempt after two days, devices unseen for 180 days. */
export function createPayerPurges({ db, clock }: { db: Database; clock: Clock }) {
  // All sessions before are deleted, or have an attempt and stay.
  let decidedUpTo = "";

  const ago = (ms: number) => new Date(clock.now().getTime() - ms);

  async function deleteIdleSessions(readAtOnce: number): Promise<number> {
    const times = { openedBefore: ago(IDLE_KEPT_MS), before: ago(KEPT_MS) };
    let [after, decided, done] = [decidedUpTo, true, 0];
    for (;;) {
      const part = await repository.findIdleSessions(db, { after, ...times }, readAtOnce);
      if (part.last === null) return done;
      if (part.idle.length > 0) await repository.deleteSessions(db, part.idle);
      done += part.idle.length;
      decided &&= part.open === null;
      if (decided) decidedUpTo = part.last;
      after = part.last;
    }
  }

  return {
    "payer-codes": () => repository.deleteOldCodes(db, ago(KEPT_MS)),
    "payer-details": (atOnce?: number) => repository.forgetPayers(db, ago(KEPT_MS), atOnce),
    "payer-sessions": (readAtOnce = READ_AT_ONCE) => deleteIdleSessions(readAtOnce),
    "payer-devices": () => repository.deleteUnseenDevices(db, oldestDevice(clock)),
  };
}
