import type { Clock } from "#lib/clock.ts";
import type { Database } from "#lib/db/client.ts";
import { AppError } from "#lib/errors.ts";
import type { Seal } from "#lib/seal.ts";
import { createTransactionRepository } from "./repository.ts";
import type { CreatedTransaction } from "./transaction.ts";

/** How long an `Idempotency-Key` stands for its first answer. */
const LIFETIME_MS = 24 * 60 * 60 * 1000;

type Request = {
  apiKey: { accountId: string };
  idempotencyKey?: string | undefined;
  /** Keys of different people never meet. */
  payerMark: string | null;
};

/** Remembers the answers to requests with an `Idempotency-Key`, in the caller's open database transaction. */
export function createIdempotency({ clock, seal }: { clock: Clock; seal: Seal }) {
  return {
    /**
     * The first answer to the same key. Throws `idempotency_in_progress` while that request runs, and
     * `idempotency_key_reused` for a different request.
     */
    async recall(
      tx: Database,
      request: Request,
      requestHash: string,
    ): Promise<CreatedTransaction | undefined> {
      const key = storedKey(request);
      if (key === undefined) return undefined;
      const { accountId } = request.apiKey;
      const repository = createTransactionRepository(tx);
      if (!(await repository.tryClaim(`idempotency:${accountId}:${key}`))) {
        throw new AppError("idempotency_in_progress", { retryAfterSeconds: 1 });
      }
      const since = new Date(clock.now().getTime() - LIFETIME_MS);
      const stored = await repository.findIdempotent(accountId, key, since);
      if (!stored) return undefined;
      if (stored.requestHash !== requestHash) throw new AppError("idempotency_key_reused");
      return JSON.parse(
        seal.open(stored.sealedAnswer, context(accountId, key)),
      ) as CreatedTransaction;
    },

    /** Keeps the answer, so that a retry after a crash finds it together with what it tells. */
    async remember(
      tx: Database,
      request: Request,
      requestHash: string,
      answer: CreatedTransaction,
    ): Promise<void> {
      const key = storedKey(request);
      if (key === undefined) return;
      const { accountId } = request.apiKey;
      await createTransactionRepository(tx).saveIdempotent({
        accountId,
        key,
        requestHash,
        transactionId: answer.id,
        sealedAnswer: seal.seal(JSON.stringify(answer), context(accountId, key)),
        createdAt: clock.now(),
      });
    },

    /** Forgets answers that are too old to be asked for; answers how many. */
    purge: (db: Database): Promise<number> =>
      createTransactionRepository(db).purgeIdempotent(
        new Date(clock.now().getTime() - LIFETIME_MS),
      ),
  };
}

function storedKey({ idempotencyKey, payerMark }: Request): string | undefined {
  if (idempotencyKey === undefined || payerMark === null) return idempotencyKey;
  return `${payerMark}:${idempotencyKey}`;
}

function context(accountId: string, key: string): string {
  return `idempotency_keys:${accountId}:${key}`;
}
