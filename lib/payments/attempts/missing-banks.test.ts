import assert from "node:assert/strict";
import { it } from "node:test";
import { paymentAttempts } from "#lib/payments/model/attempts.schema.ts";
import { createLogger } from "#lib/platform/telemetry/logger.ts";
import { onDatabase } from "#lib/testing/database.ts";
import { createTestServices, makeMerchant, makeTransaction } from "#lib/testing/factories.ts";
import { newAttempt } from "./attempt.ts";
import { checkMissingBanks } from "./poll.ts";

onDatabase("banks with open payment attempts", (database, connection) => {
  it("are logged if they are no longer configured, as long as an attempt is polled", async () => {
    const { services, clock, bank } = createTestServices(connection());
    const { apiKey } = await makeMerchant(services);
    for (const bankId of ["scripted", "gone", "gone"]) {
      const transaction = await makeTransaction(services, apiKey);
      const values = { bankId, payerSessionId: null, sendsPayerIban: false, now: clock.now() };
      await database().insert(paymentAttempts).values(newAttempt(transaction, values));
    }
    const lines: Record<string, unknown>[] = [];
    const logger = createLogger("info", { write: (line) => lines.push(JSON.parse(line)) });
    const check = () => checkMissingBanks({ db: database(), logger, banks: bank.directory });
    assert.equal(await check(), 1);
    assert.deepEqual(
      lines.map(({ alert, bankId, mode, attempts }) => [alert, bankId, mode, attempts]),
      [["bank_missing", "gone", "test", 2]],
    );
    await database().update(paymentAttempts).set({ nextPollAt: null });
    assert.equal(await check(), 0);
  });
});
