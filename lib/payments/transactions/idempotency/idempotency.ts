import type { CreatedTransaction, CreateRequest } from "#lib/payments/transactions/transaction.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Seal } from "#lib/platform/crypto/seal.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { AppError } from "#lib/platform/errors.ts";
import * as repository from "./repository.ts";

const LIFETIME_MS = 24 * 60 * 60 * 1000;

type Request = Pick<CreateRequest, "apiKey" | "token" | "idempotencyKey"> & {
  /** Newest secret first; keeps the keys of different payers apart. */
  payerEmailHashes: readonly (string | null)[];
};

/** Runs in the caller's database transaction. */
export function createIdempotency({ clock, seal }: { clock: Clock; seal: Seal }) {
  async function find(tx: Database, { accountId }: CreateRequest["apiKey"], key: string) {
    if (!(await repository.tryLock(tx, `idempotency:${accountId}:${key}`))) {
      throw new AppError("idempotency_in_progress", { retryAfterSeconds: 1 });
    }
    const since = new Date(clock.now().getTime() - LIFETIME_MS);
    return repository.find(tx, accountId, key, since);
  }

  return {
    /**
     * Returns the first response to the key.
     * @throws AppError `idempotency_in_progress` while that request runs, `idempotency_key_reused` for a different request
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
          seal.open(stored.sealedResponse, responseContext(stored.accountId, key)),
        ) as CreatedTransaction;
      }
      return undefined;
    },

    async remember(
      tx: Database,
      request: Request,
      requestHash: string,
      response: CreatedTransaction,
    ): Promise<void> {
      const [key] = storedKeys(request);
      if (key === undefined) return;
      const { accountId } = request.apiKey;
      await repository.save(tx, {
        accountId,
        key,
        requestHash,
        transactionId: response.id,
        sealedResponse: seal.seal(JSON.stringify(response), responseContext(accountId, key)),
        createdAt: clock.now(),
      });
    },

    purge: (db: Database): Promise<number> =>
      repository.purge(db, new Date(clock.now().getTime() - LIFETIME_MS)),
  };
}

// No header can contain U+0001, so JWT and API key requests never collide.
const SEPARATOR = "\u0001";

/** Keys are stored under the first name, and may be found under any. */
function storedKeys({ apiKey, token, idempotencyKey, payerEmailHashes }: Request): string[] {
  if (idempotencyKey === undefined) return [];
  if (!token) return [idempotencyKey];
  return payerEmailHashes.map((hash) =>
    ["jwt", apiKey.mode, hash ?? "", idempotencyKey].join(SEPARATOR),
  );
}

export function responseContext(accountId: string, key: string): string {
  return `idempotency_keys:${accountId}:${key}`;
}
