import type { Clock } from "#lib/clock.ts";
import type { Database } from "#lib/db/client.ts";
import { emailKey } from "#lib/email.ts";
import { AppError } from "#lib/errors.ts";
import { newId } from "#lib/ids.ts";
import type { Seal } from "#lib/seal.ts";
import { codeMac } from "./codes.ts";
import { type CodeRow, createCodeRepository } from "./repository.ts";
import type { Payment } from "./sessions.ts";

export const CODE_MINUTES = 10;
export const MAX_TRIES = 5;
export const RESEND_MS = 30_000;
export const MAX_CODES_PER_TRANSACTION = 5;
const MAX_CODES_PER_ADDRESS = 5;
const ADDRESS_WINDOW_MS = 15 * 60_000;

const contextOf = (id: string) => `payer_codes:${id}`;

/** The codes payers were sent: how they are stored, and how many there may be. */
export function createSentCodes({ db, clock, seal }: { db: Database; clock: Clock; seal: Seal }) {
  function draft({ id: sessionId, transaction }: Payment, email: string, code: string): CodeRow {
    const id = newId("code");
    const now = clock.now();
    return {
      id,
      sessionId,
      transactionId: transaction.id,
      emailMac: seal.mac(emailKey(email), "payer-email"),
      sealedEmail: seal.seal(email, contextOf(id)),
      codeMac: codeMac(seal, id, code),
      wrongTries: 0,
      createdAt: now,
      // Closed until its mail is out: a mail server that refuses must not give free looks at further codes.
      expiresAt: now,
      usedAt: null,
    };
  }

  return {
    emailOf: (row: CodeRow): string => seal.open(row.sealedEmail, contextOf(row.id)),

    /** Tells whether a code may still be typed in. */
    isOpen: ({ usedAt, expiresAt, wrongTries }: CodeRow): boolean =>
      usedAt === null && expiresAt > clock.now() && wrongTries < MAX_TRIES,

    /**
     * Stores a code to be sent, closed yet; what others send at the same time is counted too. Throws `too_many_codes`,
     * `code_too_soon`.
     */
    add(payment: Payment, email: string, code: string): Promise<CodeRow> {
      const row = draft(payment, email, code);
      return db.transaction(async (tx) => {
        const repository = createCodeRepository(tx);
        await repository.serialise(`payer-codes:transaction:${row.transactionId}`);
        await repository.serialise(`payer-codes:address:${row.emailMac}`);
        const now = row.createdAt.getTime();
        const sent = await repository.listOfTransaction(row.transactionId);
        if (sent.length >= MAX_CODES_PER_TRANSACTION) throw new AppError("too_many_codes");
        const recent = await repository.sentTo(row.emailMac, new Date(now - ADDRESS_WINDOW_MS));
        const earliest = recent.at(-MAX_CODES_PER_ADDRESS);
        if (earliest) throw refusal("too_many_codes", earliest.getTime() + ADDRESS_WINDOW_MS - now);
        const last = sent.find(({ emailMac }) => emailMac === row.emailMac);
        const waitMs = last ? last.createdAt.getTime() + RESEND_MS - now : 0;
        if (waitMs > 0) throw refusal("code_too_soon", waitMs);
        await repository.insert(row);
        return row;
      });
    },

    /** Lets a code that was sent be typed in. */
    open: ({ id, createdAt }: CodeRow): Promise<void> =>
      createCodeRepository(db).open(id, new Date(createdAt.getTime() + CODE_MINUTES * 60_000)),
  };
}

function refusal(code: "code_too_soon" | "too_many_codes", waitMs: number): AppError {
  return new AppError(code, { retryAfterSeconds: Math.ceil(waitMs / 1000) });
}
