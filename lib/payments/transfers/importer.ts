import { createHash } from "node:crypto";
import type { AccountService } from "#lib/merchants/accounts/service.ts";
import { type Actor, recordAudit } from "#lib/platform/audit/log.ts";
import type { Limits } from "#lib/platform/rate-limit/service.ts";
import { newId } from "#lib/platform/values/ids.ts";
import { isPrintable } from "#lib/platform/values/printable.ts";
import type { Credit } from "./camt/credit.ts";
import type { StatementReader } from "./camt/reader.ts";
import { wrongStatement } from "./camt/text.ts";
import { findTarget, nameOf } from "./matching.ts";
import { book, type ReceiverDeps } from "./receiver.ts";
import { recheckAll } from "./recheck.ts";
import * as repository from "./repository.ts";
import { keptForReview } from "./suggestions.ts";
import type { ReceivedTransfer, StatementImport, TransferOwner } from "./transfer.ts";

export type ImporterDeps = ReceiverDeps & {
  accounts: Pick<AccountService, "payableIbans">;
  limits: Pick<Limits, "take">;
  readStatement: StatementReader;
};

export type StatementFile = { name: string; bytes: Uint8Array };

/** `known`: booked before. `unreadable`: reference of ours, no certain amount. */
export type ImportResult = {
  importId: string;
  isRepeated: boolean;
  known: number;
  unreadable: number;
};

const MAX_FILE_NAME_LENGTH = 200;

// Each may take a bank seconds.
const LOOKED_AT_AGAIN = 20;

/**
 * Repeated or partial imports give the same result. Ignores credits without a text like our references.
 * @throws AppError `invalid_request`, `too_many_requests`
 */
export async function importFile(
  deps: ImporterDeps,
  owner: TransferOwner,
  file: StatementFile,
  actor: Actor,
): Promise<ImportResult> {
  const { db, clock, logger, accounts, limits, readStatement } = deps;
  await limits.take("statement-account", owner.accountId);
  const statement = await readStatement(file.bytes);
  const own = await accounts.payableIbans(owner.accountId, owner.mode);
  if (!statement.ibans.some((iban) => own.includes(iban))) {
    throw wrongStatement("statement_account");
  }
  const credits = statement.credits.filter(({ iban }) => own.includes(iban));
  const row = {
    ...owner,
    id: newId("stmt"),
    digest: createHash("sha256").update(file.bytes).digest("hex"),
    fileName: isPrintable(file.name, MAX_FILE_NAME_LENGTH) ? file.name : `${statement.kind}.xml`,
    kind: statement.kind,
    entries: credits.length,
    createdBy: actor,
    createdAt: clock.now(),
  };
  const stored = await storeImport(deps, row, actor);
  const booking = { owner, file: stored, actor };
  const reported: ReceivedTransfer[] = [];
  const failures: unknown[] = [];
  const named = credits.filter((each) => nameOf(each) !== null);
  for (const credit of [...named, ...(await keptForReview(deps, owner, credits))]) {
    // One failure blocks no other; importing again retries it.
    try {
      reported.push((await bookCredit(deps, credit, booking)).transfer);
    } catch (err) {
      logger.warn({ err, importId: stored.id }, "a credit of a bank file was not stored");
      failures.push(err);
    }
  }
  // Last, so that a slow bank blocks no money.
  await recheckAll(deps, [
    ...reported,
    ...(await repository.listWaiting(db, owner, LOOKED_AT_AGAIN)),
  ]);
  if (failures.length > 0) throw failures[0];
  const known = reported.filter(({ importId }) => importId !== stored.id).length;
  const { unreadable } = statement;
  return { importId: stored.id, isRepeated: stored.id !== row.id, known, unreadable };
}

async function storeImport(
  { db }: ImporterDeps,
  row: StatementImport,
  actor: Actor,
): Promise<StatementImport> {
  return db.transaction(async (tx) => {
    const stored = await repository.insertImport(tx, row);
    if (stored) {
      const { accountId, id: target, createdAt, mode, kind, entries } = stored;
      const details = { mode, kind, entries };
      const action = "transfers.imported";
      await recordAudit(tx, createdAt, { accountId, actor, action, target, details });
      return stored;
    }
    const known = await repository.findImportByDigest(tx, row, row.digest);
    if (!known) throw new Error("a file is neither new nor known");
    return known;
  });
}

type Booking = { owner: TransferOwner; file: StatementImport; actor: Actor };

async function bookCredit(deps: ImporterDeps, credit: Credit, { owner, file, actor }: Booking) {
  const { iban, key, amount, currency, bookedOn } = credit;
  return book(deps, owner, {
    ...(await findTarget(deps, owner, credit)),
    iban,
    key,
    amount,
    currency,
    bookedOn,
    reference: nameOf(credit),
    createdBy: actor,
    file,
  });
}
