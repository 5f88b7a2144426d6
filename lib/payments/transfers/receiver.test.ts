import assert from "node:assert/strict";
import { it } from "node:test";
import { createLifecycle } from "#lib/payments/transactions/lifecycle.ts";
import type { Mode } from "#lib/platform/configuration/mode.ts";
import { onDatabase } from "#lib/testing/database.ts";
import { createTestServices, makeMerchant, makeTransaction } from "#lib/testing/factories.ts";
import { book as bookMoney } from "./receiver.ts";
import type { TransferOwner } from "./transfer.ts";
import { waitingTransfers } from "./waiting.ts";

// Booking checks account and mode again, under the lock.
onDatabase("booking money to a transaction it was matched with", (database, connection) => {
  /** Books money for `owner` to a payment that waits for a transfer. */
  async function waiting(mode: Mode) {
    const { services, clock } = createTestServices(connection());
    const { apiKey } = await makeMerchant(services, { mode });
    const stranger = await makeMerchant(services, { mode });
    await services.accounts.setTakesTransfers(apiKey.accountId, true, "operator");
    const { id, amount, currency } = await makeTransaction(services, apiKey);
    const { recordStatus, recordFunds } = services.webhooks;
    const deps = {
      db: database(),
      clock,
      lifecycle: createLifecycle({
        clock,
        recordStatus,
        recordFunds,
        transfers: waitingTransfers,
      }),
      logger: services.logger,
      attempts: services.attempts,
      keepPayer: services.refunds.keepPayer,
    };
    const book = async (owner: TransferOwner) => {
      const { transfer } = await bookMoney(deps, owner, {
        transactionId: id,
        attemptId: null,
        iban: undefined,
        key: `key:${owner.accountId}:${owner.mode}`,
        amount,
        currency,
        bookedOn: null,
        reference: null,
        createdBy: "operator",
        source: undefined,
      });
      const { status } = await services.transactions.get(apiKey, id);
      return [transfer.status, transfer.transactionId, status];
    };
    return { id, accountId: apiKey.accountId, strangerId: stranger.accountId, book };
  }

  for (const [mode, other] of [
    ["test", "live"],
    ["live", "test"],
  ] as const) {
    it(`never pays a ${mode} payment with ${other} money, nor with another account's`, async () => {
      const { id, accountId, strangerId, book } = await waiting(mode);
      const nothing = ["unknown_reference", null, "pending"];
      assert.deepEqual(await book({ accountId, mode: other }), nothing);
      assert.deepEqual(await book({ accountId: strangerId, mode }), nothing);
      assert.deepEqual(await book({ accountId, mode }), ["paid", id, "succeeded"]);
    });
  }
});
