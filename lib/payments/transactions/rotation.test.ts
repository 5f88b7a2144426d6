import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { before, it } from "node:test";
import { eq } from "drizzle-orm";
import { idempotencyKeys } from "#lib/payments/model/schema.ts";
import { parseEnv } from "#lib/platform/configuration/env.ts";
import { createSeal } from "#lib/platform/crypto/seal.ts";
import { createLogger } from "#lib/platform/telemetry/logger.ts";
import { createServices, type Services } from "#lib/services/create.ts";
import { onDatabase } from "#lib/testing/database.ts";
import { createTestServices, makeMerchant, makeToken } from "#lib/testing/factories.ts";
import type { CreateRequest } from "./transaction.ts";

onDatabase("creations around an APP_SECRET rotation", (database, connection) => {
  let services: Services;
  let rotated: Services;
  let request: CreateRequest;
  let merchant: Awaited<ReturnType<typeof makeMerchant>>;
  before(async () => {
    const test = createTestServices(connection());
    ({ services } = test);
    rotated = createServices({
      env: parseEnv({ NODE_ENV: "test", LOG_LEVEL: "silent" }),
      connection: connection(),
      clock: test.clock,
      logger: createLogger("silent"),
      seal: createSeal(Buffer.alloc(32, 7), Buffer.alloc(32, 8)),
      banks: test.bank.directory,
    });
    merchant = await makeMerchant(services);
    const { apiKey } = merchant;
    const { token } = await makeToken(services, apiKey, { email: "ann@shop.example" });
    request = { apiKey, token, input: { amount: 500, currency: "EUR" } };
  });

  it("return the response to an earlier and a later Idempotency-Key", async () => {
    const idempotencyKey = randomUUID();
    for (const from of [request, { ...request, token: undefined }]) {
      const externalId = randomUUID();
      const keyed = { ...from, idempotencyKey, input: { ...from.input, externalId } };
      const first = await services.transactions.create(keyed);
      const again = await rotated.transactions.create(keyed);
      assert.deepEqual([again.replayed, again.created], [true, first.created]);
    }
    const later = { ...request, idempotencyKey: randomUUID() };
    const first = await rotated.transactions.create(later);
    assert.deepEqual((await rotated.transactions.create(later)).created, first.created);
  });

  it("refuse another request under an earlier key", async () => {
    const keyed = { ...request, idempotencyKey: randomUUID() };
    await services.transactions.create(keyed);
    const other = { ...keyed, input: { ...keyed.input, amount: 501 } };
    await assert.rejects(rotated.transactions.create(other), { code: "idempotency_key_reused" });
  });

  it("find an app user's order again, under either secret", async () => {
    const input = { ...request.input, externalId: randomUUID() };
    const first = await services.transactions.create({ ...request, input });
    const again = await rotated.transactions.create({ ...request, input });
    assert.deepEqual([again.replayed, again.created.id], [true, first.created.id]);
    const changed = { ...request, input: { ...input, amount: 600 } };
    const second = await rotated.transactions.create(changed);
    const [old, fresh] = await Promise.all(
      [first, second].map(({ created }) => rotated.transactions.get(request.apiKey, created.id)),
    );
    assert.equal(old?.failureReason, "superseded");
    assert.notEqual(fresh?.payerEmailHash, old?.payerEmailHash);
    assert.equal((await rotated.transactions.create(changed)).created.id, second.created.id);
  });

  it("store the server's keys as plain text", async () => {
    const own = await makeMerchant(services);
    const idempotencyKey = randomUUID();
    const input = { amount: 500, currency: "EUR", externalId: randomUUID() };
    await services.transactions.create({ apiKey: own.apiKey, idempotencyKey, input });
    const rows = await database()
      .select()
      .from(idempotencyKeys)
      .where(eq(idempotencyKeys.accountId, own.accountId));
    assert.deepEqual(
      rows.map(({ key }) => key),
      [idempotencyKey],
    );
  });
});
