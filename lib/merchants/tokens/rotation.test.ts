import assert from "node:assert/strict";
import { beforeEach, it } from "node:test";
import { eq } from "drizzle-orm";
import { decodeProtectedHeader } from "jose";
import { signingKeys } from "#lib/merchants/model/schema.ts";
import { signOrder } from "#lib/payments/checkout/order-info.ts";
import { parseEnv } from "#lib/platform/configuration/env.ts";
import { createLogger } from "#lib/platform/telemetry/logger.ts";
import { createServices } from "#lib/services/create.ts";
import { onDatabase } from "#lib/testing/database.ts";
import { createTestServices, makeMerchant } from "#lib/testing/factories.ts";
import { verifyOrderInfo } from "#sdk/vectors/verify-order-info.ts";
import { createSigningKeys } from "./signing-keys.ts";

const DAY_MINUTES = 24 * 60;

onDatabase("a new signing key", (database, connection) => {
  let test: ReturnType<typeof createTestServices>;
  let apiKey: Awaited<ReturnType<typeof makeMerchant>>["apiKey"];

  beforeEach(async () => {
    await database().delete(signingKeys);
    test = createTestServices(connection());
    ({ apiKey } = await makeMerchant(test.services));
  });

  /** Another process on the same database. */
  const otherProcess = () =>
    createServices({
      env: parseEnv({ NODE_ENV: "test", LOG_LEVEL: "silent" }),
      connection: connection(),
      clock: test.clock,
      logger: createLogger("silent"),
      seal: test.services.seal,
      banks: test.bank.directory,
    });
  const keysWith = (pause?: (ms: number) => Promise<void>) =>
    createSigningKeys({
      db: database(),
      clock: test.clock,
      seal: test.services.seal,
      ...(pause && { pause }),
    });
  const kidOf = (jwt: string) => decodeProtectedHeader(jwt).kid;
  const published = async (services = test.services) =>
    (await services.tokens.publicKeys()).keys.map(({ kid }) => kid);

  it("signs at once, while the previous one still verifies and both are published", async () => {
    const before = await test.services.tokens.issue(apiKey, {});
    const { kid } = await test.services.rotateSigningKey();
    const after = await test.services.tokens.issue(apiKey, {});
    assert.notEqual(kid, kidOf(before));
    assert.equal(kidOf(after), kid);
    assert.deepEqual(await published(), [kid, kidOf(before)]);
    for (const jwt of [before, after]) assert.ok(await test.services.tokens.verify(jwt));
    const [entry] = await test.services.audit.list({ limit: 1 });
    assert.deepEqual(
      [entry?.accountId, entry?.action, entry?.target, entry?.details],
      [null, "signing_key.rotated", kid, { retired: 1 }],
    );
  });

  it("is used by another process as soon as that verifies a JWT of it", async () => {
    const other = otherProcess();
    const before = await other.tokens.issue(apiKey, {});
    const { kid } = await test.services.rotateSigningKey();
    const after = await test.services.tokens.issue(apiKey, {});
    assert.equal(kidOf(await other.tokens.issue(apiKey, {})), kidOf(before), "as it knew");
    assert.ok(await other.tokens.verify(after));
    assert.equal(kidOf(await other.tokens.issue(apiKey, {})), kid);
  });

  it("is published after a second, and signs in every process after a minute", async () => {
    const other = otherProcess();
    const before = await other.tokens.issue(apiKey, {});
    const { kid } = await test.services.rotateSigningKey();
    test.clock.advance({ ms: 1_001 });
    assert.deepEqual(await published(other), [kid, kidOf(before)]);
    const third = otherProcess();
    await third.tokens.issue(apiKey, {});
    const { kid: newest } = await test.services.rotateSigningKey();
    test.clock.advance({ ms: 60_001 });
    assert.equal(kidOf(await third.tokens.issue(apiKey, {})), newest);
  });

  it("keeps the previous one until all that it signed has expired, also in another process", async () => {
    const other = keysWith();
    const old = await other.current();
    const order = {
      amount: 1250,
      currency: "EUR",
      payeeName: "Corner Books",
      externalId: null,
      expiresAt: test.clock.now(),
    };
    await test.services.rotateSigningKey();
    test.clock.advance({ seconds: 60 });
    assert.equal((await other.current()).kid, old.kid);
    const { orderInfo, reference } = signOrder(await other.current(), order);
    test.clock.advance({ minutes: DAY_MINUTES });
    const found = await verifyOrderInfo(orderInfo, await keysWith().publicKeys());
    assert.equal("reference" in found && found.reference, reference);
    test.clock.advance({ minutes: 1 });
    const late = await verifyOrderInfo(orderInfo, await other.publicKeys());
    assert.deepEqual(late, { error: "signature" });
    assert.equal((await published()).includes(old.kid), false);
  });

  it("lets the old one be deleted once that verifies nothing valid", async () => {
    const old = await keysWith().current();
    const keys = keysWith();
    await keys.rotate();
    const stored = async () =>
      (await database().select().from(signingKeys).where(eq(signingKeys.kid, old.kid))).length;
    test.clock.advance({ minutes: DAY_MINUTES + 2 });
    assert.equal(await keys.purge(), 0);
    assert.equal(await stored(), 1);
    test.clock.advance({ ms: 1 });
    assert.equal(await keys.purge(), 1);
    assert.equal(await stored(), 0);
    assert.equal((await keys.publicKeys()).keys.length, 1);
  });

  it("limits how often invented key ids read the database", async () => {
    const pauses: number[] = [];
    let reads = 0;
    const db = new Proxy(database(), {
      get(target, name) {
        const member: unknown = Reflect.get(target, name);
        if (name === "select") reads++;
        return typeof member === "function" ? member.bind(target) : member;
      },
    });
    const end = Promise.withResolvers<void>();
    const keys = createSigningKeys({
      db,
      clock: test.clock,
      seal: test.services.seal,
      pause: (ms) => {
        pauses.push(ms);
        return end.promise;
      },
    });
    await keys.current();
    const before = reads;
    const invented = Array.from({ length: 500 }, (_, index) =>
      keys.find(String(index).padStart(8, "A")),
    );
    const nonsense = ["", "x", "../../etc", "A".repeat(64)].map((kid) => keys.find(kid));
    assert.deepEqual(new Set(await Promise.all(nonsense)), new Set([undefined]));
    assert.deepEqual([reads, pauses], [before, [250]]);
    end.resolve();
    assert.deepEqual(new Set(await Promise.all(invented)), new Set([undefined]));
    assert.equal(reads, before + 1);
  });

  it("is the only one that signs when several rotations run at once", async () => {
    await Promise.all([keysWith(), keysWith(), keysWith()].map((keys) => keys.rotate()));
    const rows = await database().select().from(signingKeys);
    assert.equal(rows.length, 3);
    assert.equal(rows.filter(({ retiredAt }) => retiredAt === null).length, 1);
  });
});
