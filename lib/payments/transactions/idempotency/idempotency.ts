import type { CreatedTransaction, CreateRequest } from "#lib/payments/transactions/transaction.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Seal } from "#lib/platform/crypto/seal.ts";
import type { Database } from "#lib/platform/db/database.ts";
import type { Bound } from "#lib/platform/db/prepared.ts";
import { AppError } from "#lib/platform/failures/errors.ts";
import * as repository from "./repository.ts";

const LIFETIME_MS = 24 * 60 * 60 * 1000;

type Request = Pick<CreateRequest, "apiKey" | "token" | "idempotencyKey"> & {
  /** Newest secret first. */
  payerEmailHashes: readonly (string | null)[];
};

type Stored = Awaited<ReturnType<typeof repository.find>>[number];

/** Runs in the caller's database transaction. */
export function createIdempotency({ clock, seal }: { clock: Clock; seal: Seal }) {
  return {
    lockNames: (request: Request): string[] =>
      storedKeys(request).map((key) => `idempotency:${request.apiKey.accountId}:${key}`),

    askedBy: (request: Request): repository.Asked => ({
      accountId: request.apiKey.accountId,
      keys: storedKeys(request),
      since: new Date(clock.now().getTime() - LIFETIME_MS),
    }),

    /** @throws AppError `idempotency_key_reused` for a different request */
    recall(request: Request, found: Stored[], requestHash: string): CreatedTransaction | undefined {
      const keys = storedKeys(request);
      const [stored] = found.toSorted((a, b) => keys.indexOf(a.key) - keys.indexOf(b.key));
      if (!stored) return undefined;
      if (stored.requestHash !== requestHash) throw new AppError("idempotency_key_reused");
      const context = responseContext(stored.accountId, stored.key);
      return JSON.parse(seal.open(stored.sealedResponse, context)) as CreatedTransaction;
    },

    insertionOf(
      request: Request,
      requestHash: string,
      response: CreatedTransaction,
    ): Bound<unknown> | undefined {
      const [key] = storedKeys(request);
      if (key === undefined) return undefined;
      const { accountId } = request.apiKey;
      return repository.insertionOf({
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
