import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Seal } from "#lib/platform/crypto/seal.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { AppError } from "#lib/platform/failures/errors.ts";
import { emailKey } from "#lib/platform/values/email.ts";
import { newId } from "#lib/platform/values/ids.ts";
import { codeMac } from "./codes.ts";
import type { CodeRow } from "./repository.ts";
import * as repository from "./repository.ts";
import type { Payment } from "./sessions.ts";

export const CODE_MINUTES = 10;
export const MAX_WRONG_CODES = 5;
export const RESEND_MS = 30_000;
const MAX_CODES_PER_TRANSACTION = 5;
const MAX_REFUSED_PER_TRANSACTION = 5;
const MAX_CODES_PER_ADDRESS = 5;
const ADDRESS_WINDOW_MS = 15 * 60_000;
// Longer than the mail server's timeout.
const ON_ITS_WAY_MS = 60_000;

export const codeContext = (id: string) => `payer_codes:${id}`;

type Deps = { db: Database; clock: Clock; seal: Seal };

function draft(
  { clock, seal }: Deps,
  { id: sessionId, transaction }: Payment,
  email: string,
  code: string,
): CodeRow {
  const id = newId("code");
  const now = clock.now();
  return {
    id,
    sessionId,
    transactionId: transaction.id,
    emailMac: seal.mac(mailboxKey(email), "payer-email"),
    sealedEmail: seal.seal(email, codeContext(id)),
    codeMac: codeMac(seal, id, code),
    wrongAttempts: 0,
    sentAt: null,
    voidedAt: null,
    createdAt: now,
    // Closed until its mail is sent: a refusing mail server must not allow free guesses.
    expiresAt: now,
    usedAt: null,
  };
}

export function isOpen(
  { sentAt, voidedAt, usedAt, expiresAt, wrongAttempts }: CodeRow,
  now: Date,
): boolean {
  return (
    sentAt !== null &&
    voidedAt === null &&
    usedAt === null &&
    expiresAt > now &&
    wrongAttempts < MAX_WRONG_CODES
  );
}

export function emailOf(seal: Pick<Seal, "open">, row: CodeRow): string {
  return seal.open(row.sealedEmail, codeContext(row.id));
}

/** `rows` are latest first. */
export function isAnyOpen(rows: CodeRow[], now: Date): boolean {
  const earliest = new Date(now.getTime() - ON_ITS_WAY_MS);
  const isOnItsWay = (row: CodeRow) => isUnanswered(row) && row.createdAt > earliest;
  // Per session, only the latest sent code is valid.
  const sent = rows.filter(({ sentAt }) => sentAt !== null).toReversed();
  const latest = new Map(sent.map((row) => [row.sessionId, row]));
  return rows.some(isOnItsWay) || [...latest.values()].some((row) => isOpen(row, now));
}

/**
 * Stores a closed code; parallel requests count too.
 * @throws AppError `no_more_codes` (per transaction), `too_many_codes` (per address), `code_too_soon`
 */
export function addCode(
  deps: Deps,
  payment: Payment,
  email: string,
  code: string,
): Promise<CodeRow> {
  const row = draft(deps, payment, email, code);
  return deps.db.transaction(async (tx) => {
    await repository.serialiseCodes(tx, `payer-codes:transaction:${row.transactionId}`);
    await repository.serialiseCodes(tx, `payer-codes:address:${row.emailMac}`);
    const now = row.createdAt.getTime();
    const sent = await repository.listCodes(tx, row.transactionId);
    if (isFull(sent)) throw new AppError("no_more_codes");
    const recent = await repository.madeCodesFor(
      tx,
      row.emailMac,
      new Date(now - ADDRESS_WINDOW_MS),
    );
    const earliest = recent.at(-MAX_CODES_PER_ADDRESS);
    if (earliest) throw refusal("too_many_codes", earliest.getTime() + ADDRESS_WINDOW_MS - now);
    const last = sent.find((one) => one.emailMac === row.emailMac && !isRefused(one));
    const waitMs = last ? last.createdAt.getTime() + RESEND_MS - now : 0;
    if (waitMs > 0) throw refusal("code_too_soon", waitMs);
    await repository.insertCode(tx, row);
    return row;
  });
}

export function openCode({ db, clock }: Deps, { id, createdAt }: CodeRow): Promise<void> {
  const until = new Date(createdAt.getTime() + CODE_MINUTES * 60_000);
  return repository.openCode(db, id, clock.now(), until);
}

export function refuseCode({ db, clock }: Deps, { id }: CodeRow): Promise<void> {
  return repository.voidCode(db, id, clock.now());
}

/** `false` if every mail was refused: an outage alone is not a guess. */
export function isUsedUp(rows: CodeRow[]): boolean {
  return isFull(rows) && !rows.every(isRefused);
}

function isFull(rows: CodeRow[]): boolean {
  const refused = rows.filter(isRefused).length;
  return (
    refused >= MAX_REFUSED_PER_TRANSACTION || rows.length - refused >= MAX_CODES_PER_TRANSACTION
  );
}

const isRefused = ({ sentAt, voidedAt }: CodeRow) => sentAt === null && voidedAt !== null;
const isUnanswered = ({ sentAt, voidedAt }: CodeRow) => sentAt === null && voidedAt === null;

export function emailMacsOf(seal: Pick<Seal, "macs">, email: string): string[] {
  return seal.macs(mailboxKey(email), "payer-email");
}

/** Most providers treat `ada+shop@` and `ada@` as one mailbox. */
function mailboxKey(email: string): string {
  return emailKey(email).replace(/(?<=.)\+.*(?=@)/, "");
}

function refusal(code: "code_too_soon" | "too_many_codes", waitMs: number): AppError {
  return new AppError(code, { retryAfterSeconds: Math.ceil(waitMs / 1000) });
}
