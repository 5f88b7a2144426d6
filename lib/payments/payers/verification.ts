import { refuseUnpayable } from "#lib/payments/attempts/attempt.ts";
import type { AttemptService } from "#lib/payments/attempts/service.ts";
import type { Transaction } from "#lib/payments/transactions/transaction.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Mode } from "#lib/platform/configuration/mode.ts";
import type { Seal } from "#lib/platform/crypto/seal.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { AppError, invalidField, isAppError } from "#lib/platform/failures/errors.ts";
import { createText } from "#lib/platform/i18n/format.ts";
import type { Locale } from "#lib/platform/i18n/locale.ts";
import { codeMail } from "#lib/platform/mail/code-mail.ts";
import type { Mail } from "#lib/platform/mail/mail.ts";
import { maskEmail, parseEmail } from "#lib/platform/values/email.ts";
import { isCodeOf, newCode, parseCode } from "./codes.ts";
import type { CodeRow } from "./repository.ts";
import * as repository from "./repository.ts";
import {
  addCode,
  CODE_MINUTES,
  emailOf,
  isAnyOpen,
  isOpen,
  isUsedUp,
  MAX_WRONG_CODES,
  openCode,
  RESEND_MS,
  refuseCode,
} from "./sent-codes.ts";
import type { PendingCode } from "./session.ts";
import type { Payment, Sessions } from "./sessions.ts";

export type VerificationDeps = {
  db: Database;
  clock: Clock;
  seal: Seal;
  attempts: Pick<AttemptService, "endForPayer">;
  /**
   * Throws only if the mail was certainly not sent.
   * @throws AppError `mail_unavailable`, `invalid_request` (email, address does not exist)
   */
  sendMail: (mail: Mail, mode: Mode) => Promise<void>;
};

type Deps = VerificationDeps & { sessions: Sessions };

export type CodeRequest = { sessionId: string; email: string | undefined; locale: Locale };

/**
 * Without `email`, resends to the last address.
 * @throws AppError `invalid_request` (email), `code_too_soon`, `too_many_codes` (per address), `no_more_codes` (per
 * transaction, which ends once no code can be typed in), `mail_unavailable`, `transaction_final`, `transaction_in_progress`,
 * `session_missing`
 */
export async function sendCode(deps: Deps, input: CodeRequest): Promise<void> {
  const payment = await existing(deps, input.sessionId);
  if (payment.verifiedBy) return;
  const { transaction } = payment;
  refuseUnpayable(transaction, deps.clock.now());
  const email = await addressFor(deps, payment.id, input.email);
  const code = newCode();
  const row = await addOrEnd(deps, payment, email, code);
  try {
    await deps.sendMail(mailFor(transaction, email, code, input.locale), transaction.mode);
  } catch (error) {
    // An unsent code does not void the previous one, but it counts.
    await refuseCode(deps, row);
    throw error;
  }
  await openCode(deps, row);
}

/**
 * @throws AppError `code_wrong`, `code_expired` (also after its last guess), `session_missing`, `transaction_in_progress`,
 * `transaction_final` (also if the last guess ended the transaction)
 */
export async function checkCode(
  deps: Deps,
  input: { sessionId: string; code: string },
): Promise<void> {
  const payment = await existing(deps, input.sessionId);
  if (payment.verifiedBy) return;
  refuseUnpayable(payment.transaction, deps.clock.now());
  const code = parseCode(input.code);
  if (code === undefined) throw new AppError("code_wrong");
  const right = await look(deps, payment, code);
  if (right && (await use(deps, payment, right))) return;
  // The form was sent twice at once.
  if ((await existing(deps, payment.id)).verifiedBy) return;
  throw new AppError("code_expired");
}

export async function pendingCode(
  { db, clock, seal }: Pick<Deps, "db" | "clock" | "seal">,
  sessionId: string,
): Promise<PendingCode | null> {
  const row = await repository.findLatestCode(db, sessionId);
  if (!row || !isOpen(row, clock.now())) return null;
  const resendAt = new Date(row.createdAt.getTime() + RESEND_MS);
  const { expiresAt } = row;
  const attemptsLeft = MAX_WRONG_CODES - row.wrongAttempts;
  return { maskedEmail: maskEmail(emailOf(seal, row)), expiresAt, resendAt, attemptsLeft };
}

async function existing({ sessions }: Deps, sessionId: string): Promise<Payment> {
  const payment = await sessions.read(sessionId);
  if (!payment) throw new AppError("session_missing");
  return payment;
}

async function addressFor(
  { db, seal }: Deps,
  sessionId: string,
  typed: string | undefined,
): Promise<string> {
  const last = typed === undefined ? await repository.findLatestCode(db, sessionId) : undefined;
  const email = typed === undefined ? last && emailOf(seal, last) : parseEmail(typed);
  if (email !== undefined) return email;
  throw invalidField("email", "must be an e-mail address");
}

async function addOrEnd(
  deps: Deps,
  payment: Payment,
  email: string,
  code: string,
): Promise<CodeRow> {
  try {
    return await addCode(deps, payment, email, code);
  } catch (error) {
    if (isAppError(error) && error.code === "no_more_codes") await endIfHopeless(deps, payment);
    throw error;
  }
}

/** Unless a payer is verified or still can be. */
async function endIfHopeless(
  { db, clock, attempts }: Deps,
  { transaction }: Payment,
): Promise<void> {
  const sent = await repository.listCodes(db, transaction.id);
  if (!isUsedUp(sent) || isAnyOpen(sent, clock.now())) return;
  if (await repository.hasVerified(db, transaction.id)) return;
  const ended = await attempts.endForPayer(transaction.id, "verification_failed");
  throw new AppError(
    ended?.status === "processing" ? "transaction_in_progress" : "transaction_final",
  );
}

async function look(deps: Deps, payment: Payment, code: string): Promise<CodeRow | undefined> {
  const { db, clock, seal } = deps;
  const latest = await repository.findLatestCode(db, payment.id);
  const counted =
    latest && (await repository.countWrongCode(db, latest.id, MAX_WRONG_CODES, clock.now()));
  if (!counted) return undefined;
  if (isCodeOf(seal, counted.id, code, counted.codeMac)) return counted;
  if (counted.wrongAttempts < MAX_WRONG_CODES) throw new AppError("code_wrong");
  await endIfHopeless(deps, payment);
  return undefined;
}

function use({ db, clock }: Deps, { id: sessionId }: Payment, row: CodeRow): Promise<boolean> {
  return db.transaction(async (tx) => {
    const now = clock.now();
    const isFirst = await repository.consumeCode(tx, row.id, now);
    if (isFirst) await repository.verifySession(tx, sessionId, "code", now);
    return isFirst;
  });
}

function mailFor(transaction: Transaction, email: string, code: string, locale: Locale): Mail {
  const { amount, currency, payeeName } = transaction;
  const text = createText(locale);
  const amountText = text.amount(amount, currency);
  return codeMail({ email, code, payeeName, amountText, text, validMinutes: CODE_MINUTES });
}
