import type { AccountService } from "#lib/merchants/accounts/service.ts";
import type { Refund } from "#lib/payments/refunds/refund.ts";
import type { KnownTransaction, Transaction } from "#lib/payments/transactions/transaction.ts";
import type { Actor } from "#lib/platform/audit/log.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Database } from "#lib/platform/db/database.ts";
import type { RefundEvent } from "#lib/webhooks/model/event-types.ts";
import { type NoteChoice, PAYER } from "#lib/webhooks/model/letter.ts";
import type { LetterKey, LetterOwner } from "./letter.ts";
import * as queue from "./queue.sql.ts";
import {
  type RecordingDeps,
  recordFunds,
  recordOverdue,
  recordRefund,
  recordStatus,
} from "./recording.ts";
import { type Reader, readSwitches, setNotes, setReceipts } from "./switches.ts";

type Deps = Omit<RecordingDeps, "accounts"> & {
  db: Database;
  clock: Clock;
  accounts: Pick<AccountService, "holdOpen" | "deliversOn">;
};

export type LetterService = ReturnType<typeof createLetterService>;

/** What is to be sent, and to whom. A worker sends it. */
export function createLetterService(deps: Deps) {
  const { db, clock } = deps;
  return {
    recordStatus: (tx: Database, transaction: KnownTransaction) =>
      recordStatus(deps, tx, transaction),
    recordFunds: (tx: Database, transaction: KnownTransaction) =>
      recordFunds(deps, tx, transaction),
    recordRefund: (tx: Database, event: RefundEvent, refund: Refund) =>
      recordRefund(deps, tx, event, refund),
    recordOverdue: (owner: LetterOwner, day: string) =>
      db.transaction((tx) => recordOverdue(deps, tx, owner, day)),

    /** The payer asked for it, so the one that waits would be a second. */
    receiptSent: (transaction: Transaction) =>
      queue.skip(db, receiptOf(transaction), clock.now(), "sent_by_hand"),

    switches: (reader: Reader) => readSwitches(deps, reader),
    setReceipts: (owner: LetterOwner, isOn: boolean, actor: Actor) =>
      setReceipts(deps, owner, isOn, actor),
    setNotes: (member: LetterOwner & { userId: string }, choice: NoteChoice) =>
      setNotes(deps, member, choice),

    nextDueAt: () => queue.nextDueAt(db),
  };
}

function receiptOf({ id, accountId, mode }: Transaction): LetterKey {
  return { accountId, mode, kind: "receipt", subject: id, recipient: PAYER };
}
