import { type Actor, recordAudit } from "#lib/platform/audit/log.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { AppError } from "#lib/platform/failures/errors.ts";
import { newId } from "#lib/platform/values/ids.ts";
import type { Account, PayeeRow } from "./account.ts";
import { parsePayee } from "./fields.ts";
import * as repository from "./repository.ts";

type Context = { db: Database; clock: Clock };

export type PayeeConfirmation = {
  accountId: string;
  iban: string;
  name: string;
  isPrimary: boolean;
};

/** @throws AppError `not_found`, `account_closed` */
export function setEmailWhitelisted(
  { db, clock }: Context,
  accountId: string,
  isWhitelisted: boolean,
  actor: Actor,
): Promise<void> {
  return db.transaction(async (tx) => {
    const account = await lockOpen(tx, accountId);
    if (account.emailWhitelisted === isWhitelisted) return;
    await repository.update(tx, accountId, { emailWhitelisted: isWhitelisted });
    const action = isWhitelisted ? "account.whitelisted" : "account.unwhitelisted";
    await recordAudit(tx, clock.now(), { accountId, actor, action, target: accountId });
  });
}

/**
 * Adds, confirms or renames. Existing transactions keep their payee.
 * @throws AppError `invalid_request`, `not_found`, `account_closed`
 */
export function confirmPayee(
  { db, clock }: Context,
  input: PayeeConfirmation,
  actor: Actor,
): Promise<"added" | "changed" | "unchanged"> {
  const { accountId } = input;
  const wanted = { ...parsePayee(input), isPrimary: input.isPrimary };
  return db.transaction(async (tx) => {
    await lockOpen(tx, accountId);
    const known = await repository.findPayee(tx, accountId, wanted.iban);
    if (known && isAsWanted(known, wanted)) return "unchanged";
    if (wanted.isPrimary) await repository.clearPrimary(tx, accountId);
    const now = clock.now();
    const target = known
      ? await change(tx, known, wanted, now)
      : await add(tx, { ...wanted, accountId }, now);
    const details = { added: !known, primary: wanted.isPrimary || known?.isPrimary === true };
    const entry = { accountId, actor, action: "payee.confirmed", target, details } as const;
    await recordAudit(tx, now, entry);
    return known ? "changed" : "added";
  });
}

/**
 * The commit stops new transactions. Returns false if the account is already closed.
 * @throws AppError `not_found`
 */
export async function close(
  { clock }: Pick<Context, "clock">,
  tx: Database,
  accountId: string,
): Promise<boolean> {
  const account = await repository.lock(tx, accountId, "no key update");
  if (!account) throw noSuchAccount(accountId);
  if (account.closedAt) return false;
  await repository.update(tx, accountId, { closedAt: clock.now() });
  return true;
}

/**
 * Prevents closing until the caller's database transaction ends.
 * @throws AppError `account_closed`
 */
export async function holdOpen(tx: Database, accountId: string): Promise<void> {
  const account = await repository.lock(tx, accountId, "share");
  if (!account || account.closedAt) throw new AppError("account_closed");
}

/**
 * As {@link holdOpen}, for a caller that changes the account later: two that share it would wait for each other.
 * @throws AppError `account_closed`
 */
export async function holdOpenAlone(tx: Database, accountId: string): Promise<void> {
  const account = await repository.lock(tx, accountId, "no key update");
  if (!account || account.closedAt) throw new AppError("account_closed");
}

export function setAnnouncesCreations(
  tx: Database,
  accountId: string,
  announcesCreations: boolean,
): Promise<void> {
  return repository.update(tx, accountId, { announcesCreations });
}

async function change(
  tx: Database,
  known: PayeeRow,
  wanted: Pick<PayeeRow, "name" | "isPrimary">,
  now: Date,
): Promise<string> {
  await repository.updatePayee(tx, known.id, {
    name: wanted.name,
    confirmedAt: known.confirmedAt ?? now,
    isPrimary: wanted.isPrimary || known.isPrimary,
  });
  return known.id;
}

async function add(
  tx: Database,
  wanted: Pick<PayeeRow, "accountId" | "iban" | "name" | "isPrimary">,
  now: Date,
): Promise<string> {
  const id = newId("payee");
  await repository.insertPayee(tx, { ...wanted, id, confirmedAt: now, createdAt: now });
  return id;
}

function isAsWanted(known: PayeeRow, wanted: Pick<PayeeRow, "name" | "isPrimary">): boolean {
  return (
    known.confirmedAt !== null &&
    known.name === wanted.name &&
    (known.isPrimary || !wanted.isPrimary)
  );
}

/** @throws AppError `not_found`, `account_closed` */
export async function lockOpen(tx: Database, accountId: string): Promise<Account> {
  const account = await repository.lock(tx, accountId, "no key update");
  if (!account) throw noSuchAccount(accountId);
  if (account.closedAt) throw new AppError("account_closed");
  return account;
}

function noSuchAccount(accountId: string): AppError {
  return new AppError("not_found", { detail: `There is no account ${accountId}` });
}
