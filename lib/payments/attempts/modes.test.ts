import assert from "node:assert/strict";
import { before, it } from "node:test";
import type { BankDirectory } from "#lib/banks/connector.ts";
import { orderDigest } from "#lib/payments/checkout/order-digest.ts";
import { parseEnv } from "#lib/platform/configuration/env.ts";
import type { Mode } from "#lib/platform/configuration/mode.ts";
import { createLogger } from "#lib/platform/telemetry/logger.ts";
import { createServices } from "#lib/services/create.ts";
import { onDatabase } from "#lib/testing/database.ts";
import { createTestServices, makeMerchant, makeTransaction } from "#lib/testing/factories.ts";

onDatabase("a bank of the other mode", (_database, connection) => {
  let test: ReturnType<typeof createTestServices>;
  before(() => {
    test = createTestServices(connection());
  });

  /** `every`: a negative control, with the bank in both modes. */
  function servicesWith(mode: Mode | "every") {
    const { clock, bank, services } = test;
    const banks: BankDirectory = {
      banksFor: async (asked) =>
        mode === "every" || asked === mode ? bank.directory.banksFor(asked) : [],
      currenciesInstead: async () => undefined,
      hasBank: async () => true,
      connectorFor: (id, asked) =>
        mode === "every" || asked === mode ? bank.directory.connectorFor(id, asked) : undefined,
    };
    return createServices({
      env: parseEnv({ NODE_ENV: "test", LOG_LEVEL: "silent" }),
      connection: connection(),
      clock,
      logger: createLogger("silent"),
      seal: services.seal,
      banks,
    });
  }

  for (const [own, other] of [
    ["live", "test"],
    ["test", "live"],
  ] as const) {
    const begin = async () => {
      const { apiKey } = await makeMerchant(test.services, { mode: own });
      const transaction = await makeTransaction(test.services, apiKey);
      const start = (services: ReturnType<typeof servicesWith>) =>
        services.attempts.start({
          reference: transaction.reference,
          bankId: "scripted",
          orderDigest: orderDigest(services.seal, transaction),
          payerIp: undefined,
        });
      const status = async () =>
        (await test.services.transactions.findByReference(transaction.reference))?.status;
      return { transaction, start, status };
    };

    it(`is not polled in ${own} mode`, async () => {
      const { start, status } = await begin();
      const started = test.bank.calls.start;
      await assert.rejects(start(servicesWith(other)), { code: "bank_unavailable" });
      assert.equal(test.bank.calls.start, started);
      assert.equal(await status(), "pending");
      await start(servicesWith("every"));
      assert.equal(test.bank.calls.start, started + 1);
    });

    it(`can't make a payment of ${own} mode succeed, even one that started there`, async () => {
      const { transaction, start, status } = await begin();
      await start(servicesWith(own));
      test.bank.decide("succeeded");
      const stranger = servicesWith(other).attempts;
      await assert.rejects(stranger.refreshLatest(transaction.id), { kind: "unreachable" });
      const latest = await stranger.latest(transaction.id);
      assert.ok(latest);
      await stranger.settleReturn(latest.state);
      await stranger.endUnpaid(transaction.id, "expired");
      assert.notEqual(await status(), "succeeded");
      await servicesWith("every").attempts.refreshLatest(transaction.id);
      assert.equal(await status(), "succeeded");
    });
  }
});
