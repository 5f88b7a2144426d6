import assert from "node:assert/strict";
import { before, it } from "node:test";
import type { ApiKey } from "#lib/merchants/api-keys/api-key.ts";
import { onBothDatabases } from "#lib/testing/database.ts";
import { createTestServices, makeMerchant, makeTransaction } from "#lib/testing/factories.ts";
import { createTransactionService } from "./service.ts";
import type { EndReason } from "./status.ts";

onBothDatabases("expiring", (database, connection) => {
  let test: ReturnType<typeof createTestServices>;
  let apiKey: ApiKey;
  before(async () => {
    test = createTestServices(connection());
    ({ apiKey } = await makeMerchant(test.services));
  });

  /** `refuses`: transactions that can't be ended. */
  function expiring(refuses: (id: string) => boolean, onAsked = (_id: string) => {}) {
    const logged: unknown[] = [];
    const service = createTransactionService({
      ...test.services,
      db: database(),
      clock: test.clock,
      logger: { error: (line: object) => void logged.push(line) } as never,
      async endUnpaid(id: string, reason: EndReason) {
        onAsked(id);
        if (refuses(id)) throw new Error("can't be ended");
        return test.services.attempts.endUnpaid(id, reason);
      },
      orderSigner: () => Promise.reject(new Error("no order is created")),
      linkBefore: { reference: "", token: "" },
      ttlMinutes: 30,
    });
    return Object.assign(service, { logged });
  }

  async function overdue(count: number): Promise<string[]> {
    const made: string[] = [];
    for (let at = 0; at < count; at += 1) {
      made.push((await makeTransaction(test.services, apiKey)).id);
      test.clock.advance({ ms: 1 });
    }
    test.clock.advance({ minutes: 31 });
    return made;
  }

  const statusOf = async (id: string) => (await test.services.transactions.get(apiKey, id)).status;

  it("is not held up by the oldest that can't be ended, and tries those again after a while", async () => {
    const made = await overdue(4);
    const [stuck = "", alsoStuck = "", ...others] = made;
    let isMended = false;
    const worker = expiring((id) => !isMended && [stuck, alsoStuck].includes(id));
    assert.equal(await worker.expireDue(2), 2);
    assert.equal(worker.logged.length, 2);
    assert.equal(await worker.expireDue(2), 2);
    for (const id of others) assert.equal(await statusOf(id), "failed");
    assert.equal(await worker.nextExpiryAt(), undefined, "nothing that would spin the worker");
    isMended = true;
    assert.equal(await worker.expireDue(2), 0);
    test.clock.advance({ seconds: 11 });
    assert.equal(await worker.expireDue(2), 2);
    assert.equal(await statusOf(stuck), "failed");
  });

  it("begins nothing new once the worker stops", async () => {
    const made = await overdue(30);
    const stopping = new AbortController();
    const worker = expiring(
      () => false,
      () => stopping.abort(),
    );
    const taken = await worker.expireDue(100, stopping.signal);
    assert.ok(taken <= 10, `${taken}`);
    assert.equal(await expiring(() => false).expireDue(100), made.length - taken);
    assert.equal(await worker.expireDue(100, stopping.signal), 0);
  });
});
