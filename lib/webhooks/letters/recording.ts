import type { AccountService } from "#lib/merchants/accounts/service.ts";
import { fundsOf } from "#lib/payments/model/funds.ts";
import type { Refund } from "#lib/payments/refunds/refund.ts";
import type { KnownTransaction } from "#lib/payments/transactions/transaction.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Mode } from "#lib/platform/configuration/mode.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { notify } from "#lib/platform/db/notifications.ts";
import { newId } from "#lib/platform/values/ids.ts";
import { isWaiting } from "#lib/webhooks/deliveries/announcing.ts";
import type { RefundEvent } from "#lib/webhooks/model/event-types.ts";
import { type NoteKind, PAYER } from "#lib/webhooks/model/letter.ts";
import { type LetterKey, type LetterOwner, windowOf } from "./letter.ts";
import * as queue from "./queue.sql.ts";
import * as switches from "./switches.sql.ts";

export type RecordingDeps = {
  clock: Clock;
  accounts: Pick<AccountService, "deliversOn">;
  /** Without, no letter is stored. Asks nothing: the caller is in a database transaction. */
  mayMail: (mode: Mode) => boolean;
};

/** In the database transaction of the status. Call it after the event: that one makes others of its account wait in order. */
export async function recordStatus(
  deps: RecordingDeps,
  tx: Database,
  transaction: KnownTransaction,
): Promise<void> {
  if (transaction.status !== "succeeded" || !deps.mayMail(transaction.mode)) return;
  if (await isWaiting(deps, tx, transaction)) return;
  await recordPaid(deps, tx, transaction);
}

/** A success that waited for its money. */
export async function recordFunds(
  deps: RecordingDeps,
  tx: Database,
  transaction: KnownTransaction,
): Promise<void> {
  const { mode, accountId } = transaction;
  if (mode !== "live" || !deps.mayMail(mode)) return;
  if (fundsOf(transaction).funds !== "received") return;
  if ((await deps.accounts.deliversOn(tx, accountId)) !== "received") return;
  await recordPaid(deps, tx, transaction);
}

const KINDS: Partial<Record<RefundEvent, NoteKind>> = {
  "refund.succeeded": "refunds",
  "refund.failed": "refund_problems",
  "refund.returned": "refund_problems",
};

export async function recordRefund(
  deps: RecordingDeps,
  tx: Database,
  event: RefundEvent,
  { accountId, mode, id }: Refund,
): Promise<void> {
  const kind = KINDS[event];
  if (kind === undefined || !deps.mayMail(mode)) return;
  const owner = { accountId, mode };
  const readers = await switches.listReaders(tx, owner, kind);
  await addToNote(deps, tx, { ...owner, kind, itemId: id }, readers);
}

/** `day`: of the last report among the overdue transfers. Only one that is newer than the last note is news. */
export async function recordOverdue(
  { clock, mayMail }: RecordingDeps,
  tx: Database,
  owner: LetterOwner,
  day: string,
): Promise<number> {
  if (!mayMail(owner.mode)) return 0;
  const kind = "overdue";
  let added = 0;
  for (const recipient of await switches.listReaders(tx, owner, kind)) {
    const key: LetterKey = { ...owner, kind, subject: day, recipient };
    if (await queue.hasSince(tx, key)) continue;
    added += (await queue.insert(tx, [queued(key, clock.now(), clock.now())])).length;
  }
  return added;
}

async function recordPaid(
  deps: RecordingDeps,
  tx: Database,
  { id, accountId, mode }: Pick<KnownTransaction, "id" | "accountId" | "mode">,
): Promise<void> {
  const owner = { accountId, mode };
  const wanted = await switches.listOn(tx, owner, ["receipt", "payments"]);
  const readers = wanted.filter(({ recipient }) => recipient !== PAYER);
  if (wanted.length > readers.length) {
    const now = deps.clock.now();
    const key = { ...owner, kind: "receipt", subject: id, recipient: PAYER } as const;
    const added = await queue.insert(tx, [queued(key, now, now)]);
    await notify(tx, "bankside_worker", ...added);
  }
  await addToNote(
    deps,
    tx,
    { ...owner, kind: "payments", itemId: id },
    readers.map(({ recipient }) => recipient),
  );
}

type Item = LetterOwner & { kind: NoteKind; itemId: string };

async function addToNote(
  { clock }: RecordingDeps,
  tx: Database,
  { itemId, ...item }: Item,
  readers: string[],
): Promise<void> {
  if (readers.length === 0) return;
  const now = clock.now();
  const { subject, sendAt } = windowOf(now);
  const isNew = await queue.insertItem(tx, { ...item, itemId, subject, createdAt: now });
  if (!isNew) return;
  await queue.insert(
    tx,
    // In one order, so that two that add the same ones never wait for each other.
    readers.toSorted().map((recipient) => queued({ ...item, subject, recipient }, now, sendAt)),
  );
}

function queued(key: LetterKey, createdAt: Date, nextAt: Date) {
  return { ...key, id: newId("ltr"), state: "queued" as const, nextAt, createdAt };
}
