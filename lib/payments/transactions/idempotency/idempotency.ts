import type { CreatedTransaction, CreateRequest } from "#lib/payments/transactions/transaction.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Seal } from "#lib/platform/crypto/seal.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { AppError } from "#lib/platform/errors.ts";
import { createIdempotencyRepository } from "./repository.ts";

/** How long an `Idempotency-Key` stands for its first answer. */
const LIFETIME_MS = 24 * 60 * 60 * 1000;

type Request = Pick<CreateRequest, "apiKey" | "token" | "idempotencyKey"> & {
  /** Hashes of the e-mail address in the JWT, by the newest secret first: keys of different payers never meet. */
  payerEmailHashes: readonly (string | null)[];
};

/** Remembers the answers to requests with an `Idempotency-Key`, in the caller's open database transaction. */
export function createIdempotency({ clock, seal }: { clock: Clock; seal: Seal }) {
  async function find(tx: Database, { accountId }: CreateRequest["apiKey"], key: string) {
    const repository = createIdempotencyRepository(tx);
    if (!(await repository.tryLock(`idempotency:${accountId}:${key}`))) {
      throw new AppError("idempotency_in_progress", { retryAfterSeconds: 1 });
    }
    const since = new Date(clock.now().getTime() - LIFETIME_MS);
    return repository.find(accountId, key, since);
  }

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
      for (const key of storedKeys(request)) {
        const stored = await find(tx, request.apiKey, key);
        if (!stored) continue;
        if (stored.requestHash !== requestHash) throw new AppError("idempotency_key_reused");
        return JSON.parse(
          seal.open(stored.sealedAnswer, answerContext(stored.accountId, key)),
        ) as CreatedTransaction;
      }
      return undefined;
    },

    /** Keeps the answer, so that a retry after a crash finds it together with what it tells. */
    async remember(
      tx: Database,
      request: Request,
      requestHash: string,
      answer: CreatedTransaction,
    ): Promise<void> {
      const [key] = storedKeys(request);
      if (key === undefined) return;
      const { accountId } = request.apiKey;
      await createIdempotencyRepository(tx).save({
        accountId,
        key,
        requestHash,
        transactionId: answer.id,
        sealedAnswer: seal.seal(JSON.stringify(answer), answerContext(accountId, key)),
        createdAt: clock.now(),
      });
    },

    /** Forgets answers that are too old to be asked for; answers how many. */
    purge: (db: Database): Promise<number> =>
      createIdempotencyRepository(db).purge(new Date(clock.now().getTime() - LIFETIME_MS)),
  };
}

// No header can hold U+0001, so what a JWT sends never meets what an API key sends.
const SEPARATOR = "\u0001";

/** The names a key may be stored under, the one to store it under first; none without a key. */
function storedKeys({ apiKey, token, idempotencyKey, payerEmailHashes }: Request): string[] {
  if (idempotencyKey === undefined) return [];
  if (!token) return [idempotencyKey];
  return payerEmailHashes.map((hash) =>
    ["jwt", apiKey.mode, hash ?? "", idempotencyKey].join(SEPARATOR),
  );
}

/** The context that binds a sealed answer to its key. */
export function answerContext(accountId: string, key: string): string {
  return `idempotency_keys:${accountId}:${key}`;
}
