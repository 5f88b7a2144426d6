import type { ApiKeyService } from "#lib/merchants/api-keys/service.ts";
import type { TransactionService } from "#lib/payments/transactions/service.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { AppError, invalidField } from "#lib/platform/failures/errors.ts";
import { randomToken } from "#lib/platform/values/ids.ts";
import { fromDecimalString, MAX_AMOUNT } from "#lib/platform/values/money.ts";
import * as repository from "./repository.ts";

const TEST_CURRENCY = "EUR";

type Deps = {
  db: Database;
  apiKeys: Pick<ApiKeyService, "list">;
  transactions: Pick<TransactionService, "create">;
};

export function createTestPayments({ db, apiKeys, transactions }: Deps) {
  async function newestKey(accountId: string) {
    const keys = await apiKeys.list(accountId, "test");
    return keys.find(({ method, revokedAt }) => method === "web" && revokedAt === null);
  }

  return {
    hasKey: async (accountId: string): Promise<boolean> =>
      (await newestKey(accountId)) !== undefined,

    /**
     * `amount` is user input in euros.
     * @throws AppError `invalid_request`, `no_test_key`, `no_payee`, `account_closed`
     */
    async create(accountId: string, amount: string, createdBy: string): Promise<{ id: string }> {
      const minor = fromDecimalString(amount.trim().replace(",", "."), TEST_CURRENCY);
      if (minor === undefined || minor < 1 || minor > MAX_AMOUNT) {
        throw invalidField("amount", "test_amount");
      }
      const key = await newestKey(accountId);
      if (!key) throw new AppError("no_test_key");
      const { created } = await transactions.create({
        apiKey: { id: key.id, accountId, method: "web", scopes: ["create"], mode: "test" },
        createdBy,
        input: {
          amount: minor,
          currency: TEST_CURRENCY,
          externalId: `test-payment-${randomToken(6)}`,
        },
      });
      return { id: created.id };
    },

    referenceOf: (accountId: string, id: string): Promise<string | undefined> =>
      repository.findReference(db, accountId, id),
  };
}
