import type { ApiKeyService } from "#lib/merchants/api-keys/service.ts";
import type { TransactionService } from "#lib/payments/transactions/service.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { AppError } from "#lib/platform/errors.ts";
import { randomToken } from "#lib/platform/ids.ts";
import { fromDecimalString, MAX_AMOUNT } from "#lib/platform/money.ts";
import { createOnboardingRepository } from "./repository.ts";

/** What a test payment made by hand is paid in. */
const TEST_CURRENCY = "EUR";

type Deps = {
  db: Database;
  apiKeys: Pick<ApiKeyService, "list">;
  transactions: Pick<TransactionService, "create">;
};

/** Payments a merchant makes by hand, to see the checkout before a shop is built in. Test mode only. */
export function createTestPayments({ db, apiKeys, transactions }: Deps) {
  async function newestKey(accountId: string) {
    const keys = await apiKeys.list(accountId, "test");
    return keys.find(({ method, revokedAt }) => method === "web" && revokedAt === null);
  }

  return {
    /** Tells whether there is a key to make a test payment with. */
    hasKey: async (accountId: string): Promise<boolean> =>
      (await newestKey(accountId)) !== undefined,

    /**
     * Makes a transaction of the web flow with the newest test key; `amount` as people write it, in euros. It names no
     * return address: the checkout ends on its own page, or where the account sends its shoppers by default. Throws `invalid_request`, `no_test_key`, `no_payee`,
     * `account_closed`.
     */
    async create(accountId: string, amount: string): Promise<{ id: string }> {
      const minor = fromDecimalString(amount.trim().replace(",", "."), TEST_CURRENCY);
      if (minor === undefined || minor < 1 || minor > MAX_AMOUNT) {
        throw new AppError("invalid_request", {
          fields: [{ path: "amount", message: "test_amount" }],
        });
      }
      const key = await newestKey(accountId);
      if (!key) throw new AppError("no_test_key");
      const { created } = await transactions.create({
        apiKey: { id: key.id, accountId, method: "web", mode: "test" },
        input: {
          amount: minor,
          currency: TEST_CURRENCY,
          externalId: `test-payment-${randomToken(6)}`,
        },
      });
      return { id: created.id };
    },

    /** The reference of a test payment of the account, by its id; `undefined` for any other. */
    referenceOf: (accountId: string, id: string): Promise<string | undefined> =>
      createOnboardingRepository(db).findReference(accountId, id),
  };
}
