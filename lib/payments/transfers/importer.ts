import { createHash } from "node:crypto";
import type { AccountService } from "#lib/merchants/accounts/service.ts";
import {
  type FileKind,
  type FileResult,
  type ReadFile,
  type ReadReply,
  type StatementKind,
  totalsOf,
} from "#lib/payments/model/kinds.ts";
import type { SeenRefund } from "#lib/payments/refunds/refund.ts";
import type { BankReply, ReplyResult } from "#lib/payments/refunds/replies.ts";
import { type Actor, recordAudit } from "#lib/platform/audit/log.ts";
import type { Seal } from "#lib/platform/crypto/seal.ts";
import type { Limits } from "#lib/platform/rate-limit/service.ts";
import { newId } from "#lib/platform/values/ids.ts";
import { isPrintable } from "#lib/platform/values/printable.ts";
import type { ReadStatement } from "./files/read.ts";
import type { StatementReader } from "./files/reader.ts";
import * as imports from "./imports.sql.ts";
import { findTarget, nameOf } from "./matching.ts";
import { book, type ReceiverDeps } from "./receiver.ts";
import { recheckAll } from "./recheck.ts";
import * as repository from "./repository.ts";
import { keyOf } from "./same-money.ts";
import type { Credit, Statement } from "./statement/statement.ts";
import { findSameNames, keptForReview } from "./suggestions.ts";
import type { ReceivedTransfer, StatementImport, TransferOwner } from "./transfer.ts";

export type ImporterDeps = ReceiverDeps & {
  accounts: Pick<AccountService, "payableIbans">;
  limits: Pick<Limits, "take">;
  readStatement: StatementReader;
  seal: Pick<Seal, "open">;
  settleRefund(owner: TransferOwner, seen: SeenRefund, actor: Actor): Promise<void>;
  settleReply(owner: TransferOwner, reply: BankReply, actor: Actor): Promise<ReplyResult>;
};

export type StatementFile = { name: string; bytes: Uint8Array };

/** `known`: booked before. `unreadable`: reference of ours, no certain amount. `files`: what was sent together. */
export type ImportResult = {
  importId: string;
  isRepeated: boolean;
  known: number;
  unreadable: number;
  files: FileResult[];
};

const MAX_FILE_NAME_LENGTH = 200;

// Each may take a bank seconds.
const LOOKED_AT_AGAIN = 20;

/**
 * One file, several joined by a bank, or a ZIP. Repeated or partial imports give the same result. Ignores credits without a text
 * like our references.
 * @throws AppError `invalid_request` if nothing could be read, `too_many_requests`
 */
export async function importFile(
  deps: ImporterDeps,
  owner: TransferOwner,
  file: StatementFile,
  actor: Actor,
): Promise<ImportResult> {
  const { db, accounts, limits } = deps;
  await limits.take("statement-account", `${owner.accountId}:${wayOf(actor)}`);
  const ibans = await accounts.payableIbans(owner.accountId, owner.mode);
  const name = isPrintable(file.name, MAX_FILE_NAME_LENGTH) ? file.name : "statement";
  const read = await deps.readStatement({ name, bytes: file.bytes, ibans });
  const { stored, isNew } = await storeImport(deps, owner, { ...file, name }, read, actor);
  const booked = await bookAll(deps, read, { owner, importId: stored.id, actor });
  // Last, so that a slow bank blocks no money.
  await recheckAll(deps, [
    ...booked.transfers,
    ...(await repository.listWaiting(db, owner, LOOKED_AT_AGAIN)),
  ]);
  const [failure] = booked.failures;
  if (failure !== undefined) throw failure;
  const { files } = booked;
  await imports.saveFiles(db, stored.id, files);
  return { importId: stored.id, isRepeated: !isNew, ...totalsOf(files), files };
}

/** Members are not locked out by a key that leaked. */
const wayOf = (actor: Actor) => actor.split("_", 1)[0];

async function storeImport(
  { db, clock }: ImporterDeps,
  owner: TransferOwner,
  { name, bytes }: StatementFile,
  read: ReadStatement[],
  actor: Actor,
): Promise<{ stored: StatementImport; isNew: boolean }> {
  const statements = read.flatMap((each) => ("statement" in each ? [each.statement] : []));
  const [kind] = read.flatMap((each) => ("problem" in each ? [] : kindOf(each)));
  if (!kind) throw new Error("a file without content was not refused");
  const row = {
    ...owner,
    id: newId("stmt"),
    digest: createHash("sha256").update(bytes).digest("hex"),
    fileName: name,
    kind,
    entries: statements.reduce((sum, { credits }) => sum + credits.length, 0),
    files: null,
    createdBy: actor,
    createdAt: clock.now(),
  };
  return db.transaction(async (tx) => {
    const stored = await imports.insert(tx, row);
    if (stored) {
      const { accountId, id: target, createdAt, mode, kind, entries } = stored;
      const details = { mode, kind, entries };
      const action = "transfers.imported";
      await recordAudit(tx, createdAt, { accountId, actor, action, target, details });
      return { stored, isNew: true };
    }
    const known = await imports.findByDigest(tx, row, row.digest);
    if (!known) throw new Error("a file is neither new nor known");
    return { stored: known, isNew: false };
  });
}

const kindOf = (each: Exclude<ReadStatement, { problem: string }>): FileKind =>
  "statement" in each ? each.statement.kind : "pain.002";

type Booked = { files: FileResult[]; transfers: ReceivedTransfer[]; failures: unknown[] };

type Source = { owner: TransferOwner; importId: string; actor: Actor };

async function bookAll(deps: ImporterDeps, read: ReadStatement[], source: Source): Promise<Booked> {
  const booked: Booked = { files: [], transfers: [], failures: [] };
  for (const each of read) {
    if ("problem" in each) booked.files.push(each);
    else if ("replies" in each) {
      booked.files.push({
        name: each.name,
        ...(await settleReplies(deps, each.replies, source, booked)),
      });
    } else {
      booked.files.push({
        name: each.name,
        ...(await bookStatement(deps, each.statement, source, booked)),
      });
    }
  }
  return booked;
}

/** One failure blocks no other; importing again retries it. */
async function bookStatement(
  deps: ImporterDeps,
  { kind, ibans, credits, unreadable, refunds = [] }: Statement,
  { owner, importId, actor }: Source,
  booked: Booked,
): Promise<Omit<ReadFile, "name">> {
  const booking = { owner, file: { id: importId, kind }, actor };
  const reported: ReceivedTransfer[] = [];
  const named = credits.filter((credit) => nameOf(credit) !== null);
  const kept = [...named, ...(await keptForReview(deps, owner, credits))];
  const before = await findReported(deps, owner, kind, kept);
  for (const credit of kept) {
    try {
      reported.push(before.get(credit.key) ?? (await bookCredit(deps, credit, booking)).transfer);
    } catch (err) {
      deps.logger.warn({ err, importId }, "a credit of a bank file was not stored");
      booked.failures.push(err);
    }
  }
  for (const refund of refunds) {
    try {
      await deps.settleRefund(owner, refund, actor);
    } catch (err) {
      deps.logger.warn({ err, importId }, "a refund in a bank file was not settled");
      booked.failures.push(err);
    }
  }
  booked.transfers.push(...reported);
  const known = reported.filter((transfer) => transfer.importId !== importId).length;
  return { kind, ibans, entries: credits.length, known, unreadable };
}

async function settleReplies(
  deps: ImporterDeps,
  replies: BankReply[],
  { owner, importId, actor }: Source,
  booked: Booked,
): Promise<Omit<ReadReply, "name">> {
  const result: Omit<ReadReply, "name"> = { kind: "pain.002", refused: 0, unknown: 0 };
  for (const reply of replies) {
    try {
      const { refused, unknown } = await deps.settleReply(owner, reply, actor);
      result.refused += refused;
      result.unknown += unknown;
    } catch (err) {
      deps.logger.warn({ err, importId }, "a status report of a bank was not settled");
      booked.failures.push(err);
    }
  }
  return result;
}

/** By key. In one query, so that sending a long file again is quick. */
async function findReported(
  { db }: ImporterDeps,
  owner: TransferOwner,
  kind: StatementKind,
  credits: Credit[],
): Promise<Map<string | null, ReceivedTransfer>> {
  if (credits.length === 0) return new Map();
  const keys = credits.map(({ key }) => key);
  const known = await repository.listReported(db, owner, kind, keys);
  return new Map(known.map((transfer) => [transfer[keyOf(kind)], transfer]));
}

type Booking = {
  owner: TransferOwner;
  file: { id: string; kind: StatementKind };
  actor: Actor;
};

async function bookCredit(deps: ImporterDeps, credit: Credit, { owner, file, actor }: Booking) {
  const { iban, key, amount, currency, bookedOn, payer } = credit;
  const target = await findTarget(deps, owner, credit);
  const { iban: from, name = null } = payer;
  const isUnknown = target.transactionId === undefined && name !== null;
  return book(deps, owner, {
    ...target,
    ...(isUnknown && { sameNameOrders: await findSameNames(deps, owner, credit, name) }),
    iban,
    key,
    amount,
    currency,
    bookedOn,
    reference: nameOf(credit),
    createdBy: actor,
    source: file,
    ...(from && { payer: { iban: from, name } }),
  });
}
