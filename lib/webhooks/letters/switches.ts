import type { Role } from "#lib/identity/model/roles.ts";
import type { AccountService } from "#lib/merchants/accounts/service.ts";
import { type Actor, recordAudit } from "#lib/platform/audit/log.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Database } from "#lib/platform/db/database.ts";
import {
  isOnByDefault,
  NOTE_KINDS,
  type NoteChoice,
  type NoteKind,
  PAYER,
} from "#lib/webhooks/model/letter.ts";
import type { LetterOwner } from "./letter.ts";
import * as repository from "./switches.sql.ts";

type Deps = { db: Database; clock: Clock; accounts: Pick<AccountService, "holdOpen"> };

export type Reader = LetterOwner & { userId: string; role: Role };

/** `receipts`: of the account. `notes`: of this member. */
export async function readSwitches(
  { db }: Pick<Deps, "db">,
  { userId, role, ...owner }: Reader,
): Promise<{ receipts: boolean; notes: NoteChoice }> {
  const chosen = await repository.listChoices(db, owner, [PAYER, userId]);
  const choiceOf = (recipient: string, kind: string) =>
    chosen.find((one) => one.recipient === recipient && one.kind === kind)?.isOn;
  const noteOf = (kind: NoteKind) =>
    choiceOf(userId, kind) ?? isOnByDefault(kind, owner.mode, role);
  return {
    receipts: choiceOf(PAYER, "receipt") ?? false,
    notes: {
      payments: noteOf("payments"),
      refunds: noteOf("refunds"),
      refund_problems: noteOf("refund_problems"),
      overdue: noteOf("overdue"),
    },
  };
}

/** @throws AppError `account_closed` */
export function setReceipts(
  { db, clock, accounts }: Deps,
  { accountId, mode }: LetterOwner,
  isOn: boolean,
  actor: Actor,
): Promise<void> {
  return db.transaction(async (tx) => {
    await accounts.holdOpen(tx, accountId);
    const now = clock.now();
    const row = {
      accountId,
      mode,
      recipient: PAYER,
      kind: "receipt",
      isOn,
      changedAt: now,
    } as const;
    await repository.put(tx, [row]);
    const details = { setting: "receipts", mode, on: isOn };
    const action = "account.settings_changed";
    await recordAudit(tx, now, { accountId, actor, action, target: accountId, details });
  });
}

/** A member's own, so it is in no audit log. */
export async function setNotes(
  { db, clock }: Pick<Deps, "db" | "clock">,
  { accountId, mode, userId }: LetterOwner & { userId: string },
  choice: NoteChoice,
): Promise<void> {
  const changedAt = clock.now();
  const rows = NOTE_KINDS.map((kind) => {
    return { accountId, mode, recipient: userId, kind, isOn: choice[kind], changedAt };
  });
  await repository.put(db, rows);
}
