import assert from "node:assert/strict";
import { before, it } from "node:test";
import { and, eq, isNull } from "drizzle-orm";
import { users } from "#lib/identity/model/schema.ts";
import { apiKeys } from "#lib/merchants/model/schema.ts";
import type { Scope } from "#lib/merchants/model/scope.ts";
import { digest, newId } from "#lib/platform/values/ids.ts";
import { onBothDatabases } from "#lib/testing/database.ts";
import { createTestServices, makeMerchant } from "#lib/testing/factories.ts";

onBothDatabases("API key service", (database, connection) => {
  let test: ReturnType<typeof createTestServices>;

  before(() => {
    test = createTestServices(connection());
  });

  const lastUsedAt = async (id: string) => {
    await test.services.apiKeys.settled();
    const [row] = await database().select().from(apiKeys).where(eq(apiKeys.id, id));
    return row?.lastUsedAt;
  };

  it("creates a key of 256 random bits, and stores only its digest and last four characters", async () => {
    const { accountId, keys } = await makeMerchant(test.services);
    assert.match(keys.web, /^sk_test_[\w-]{43}$/);
    const stored = JSON.stringify(await database().select().from(apiKeys));
    assert.equal(stored.includes(keys.web), false);
    assert.equal(stored.includes(keys.web.slice("sk_test_".length, -4)), false);
    const found = await test.services.apiKeys.authenticate(keys.web);
    assert.equal(found?.accountId, accountId);
    assert.equal(found?.method, "web");
    assert.equal(found?.mode, "test");
  });

  it("finds a key of a scope, but not the way that processes without scopes do", async () => {
    const { accountId, keys } = await makeMerchant(test.services);
    const own = { accountId, method: "web", mode: "test" } as const;
    const { id, key } = await test.services.apiKeys.create({ ...own, scopes: ["statements"] });
    assert.deepEqual(await test.services.apiKeys.authenticate(key), {
      ...own,
      id,
      scopes: ["statements"],
    });
    // The query of versions that know less of scopes.
    const findAsBefore = (given: string) =>
      database()
        .select({ id: apiKeys.id })
        .from(apiKeys)
        .where(and(eq(apiKeys.digest, digest(given)), isNull(apiKeys.revokedAt)));
    assert.deepEqual(await findAsBefore(key), []);
    assert.equal((await findAsBefore(keys.web)).length, 1);
    assert.equal(await test.services.apiKeys.revoke(accountId, id), true);
    assert.equal(await test.services.apiKeys.authenticate(key), undefined);
  });

  it("takes scopes from a web key and gives them back, with its JWTs, so that older processes refuse it", async () => {
    const { accountId, keys, apiKey } = await makeMerchant(test.services);
    const { apiKeys: service, tokens, audit } = test.services;
    const jwt = await tokens.issue(apiKey, {});
    const actor = newId("usr");
    const change = (withheld: Scope[], id = apiKey.id, account = accountId) =>
      service.withhold({ accountId: account, id, withheld, actor });
    const scopes = async () => [
      (await service.authenticate(keys.web))?.scopes,
      (await tokens.verify(jwt))?.apiKey.scopes,
    ];
    const both = (...list: Scope[]) => [list, list];
    await change(["refund", "create", "create"]);
    assert.deepEqual(await scopes(), both("read", "endpoints"));
    await change(["create", "refund"]);
    await change(["refund"]);
    assert.deepEqual(await scopes(), both("read", "create", "endpoints"));
    await change([]);
    assert.deepEqual(await scopes(), both("read", "create", "refund", "endpoints"));
    await change(["endpoints"]);
    assert.deepEqual(await scopes(), both("read", "create", "refund"));
    const [row] = await database().select().from(apiKeys).where(eq(apiKeys.id, apiKey.id));
    assert.ok(row && ![digest(keys.web), digest(`scoped:${keys.web}`)].includes(row.digest));
    const entries = await audit.list({ accountId, limit: 100 });
    assert.deepEqual(
      entries
        .filter(({ action }) => action === "api_key.scopes_changed")
        .map((entry) => [entry.actor, entry.target, entry.details]),
      ["endpoints", "", "refund", "create refund"].map((withheld) => [
        actor,
        apiKey.id,
        { withheld },
      ]),
    );

    const stranger = await makeMerchant(test.services);
    const refused = { code: "not_found" };
    await assert.rejects(change(["read"], apiKey.id, stranger.accountId), refused);
    const direct = await service.authenticate(keys.direct);
    await assert.rejects(change(["read"], direct?.id), refused);
    const own = { accountId, method: "web", mode: "test" } as const;
    const scoped = await service.create({ ...own, scopes: ["read", "refund"] });
    await assert.rejects(change(["read"], scoped.id), refused);
    await service.revoke(accountId, apiKey.id);
    await assert.rejects(change([]), refused);
  });

  it("lists keys with scopes apart from those of methods, and refuses one without any", async () => {
    const { accountId } = await makeMerchant(test.services);
    const own = { accountId, method: "web", mode: "test" } as const;
    const refused = {
      code: "invalid_request",
      fields: [{ path: "scopes", message: "api_key_scopes" }],
    };
    await assert.rejects(test.services.apiKeys.create({ ...own, scopes: [] }), refused);
    const { id } = await test.services.apiKeys.create({ ...own, scopes: ["read", "endpoints"] });
    const { id: other } = await test.services.apiKeys.create({ ...own, scopes: ["statements"] });
    const ids = (rows: { id: string }[]) => rows.map((row) => row.id).sort();
    const { apiKeys: service } = test.services;
    assert.deepEqual(ids(await service.listScoped(accountId, "test")), [id, other].sort());
    assert.ok(!ids(await service.list(accountId)).includes(id));
  });

  it("refuses all other text", async () => {
    const { keys } = await makeMerchant(test.services);
    const others = [
      "",
      "sk_test_",
      `${keys.web} `,
      keys.web.slice(0, -1),
      keys.web.replace("test", "live"),
      "'or 1=1",
    ];
    for (const text of [...others, keys.web])
      assert.equal(await test.services.apiKeys.findActive(text), undefined, text);
    for (const text of others)
      assert.equal(await test.services.apiKeys.authenticate(text), undefined, text);
  });

  it("revokes at once, and only for the account that owns it", async () => {
    const { apiKey, accountId, keys } = await makeMerchant(test.services);
    const stranger = await makeMerchant(test.services);
    assert.equal(await test.services.apiKeys.revoke(stranger.accountId, apiKey.id), false);
    assert.ok(await test.services.apiKeys.authenticate(keys.web));
    assert.deepEqual(await test.services.apiKeys.findActive(apiKey.id), apiKey);
    assert.equal(await test.services.apiKeys.revoke(accountId, apiKey.id), true);
    assert.equal(await test.services.apiKeys.authenticate(keys.web), undefined);
    assert.equal(await test.services.apiKeys.findActive(apiKey.id), undefined);
    assert.equal(await test.services.apiKeys.revoke(accountId, apiKey.id), false);
  });

  it("lists all keys, also revoked ones, newest first and without digests", async () => {
    const { accountId } = await makeMerchant(test.services);
    const userId = newId("usr");
    await database()
      .insert(users)
      .values({
        id: userId,
        email: `${userId}@mail.example`,
        name: "Robin Quay",
        passwordHash: "x",
        passwordChangedAt: test.clock.now(),
        createdAt: test.clock.now(),
      });
    test.clock.advance({ seconds: 1 });
    const own = { accountId, method: "direct", mode: "test", actor: userId } as const;
    const { id, key } = await test.services.apiKeys.create({ ...own, name: "  Till 1 " });
    await test.services.apiKeys.revoke(accountId, id, userId);
    const listed = await test.services.apiKeys.list(accountId);
    assert.deepEqual(listed[0], {
      id,
      method: "direct",
      mode: "test",
      scopes: null,
      withheld: null,
      name: "Till 1",
      lastFour: key.slice(-4),
      createdBy: userId,
      firstUsedAt: null,
      creatorName: "Robin Quay",
      createdAt: test.clock.now(),
      lastUsedAt: null,
      revokedAt: test.clock.now(),
    });
    assert.deepEqual(
      listed.slice(1).map(({ createdBy, creatorName }) => [createdBy, creatorName]),
      [
        ["operator", null],
        ["operator", null],
        ["operator", null],
      ],
    );
    assert.deepEqual(await test.services.apiKeys.find(accountId, id), listed[0]);
    assert.deepEqual(await test.services.apiKeys.list(accountId, "live"), []);
    const stranger = await makeMerchant(test.services);
    assert.equal(await test.services.apiKeys.find(stranger.accountId, id), undefined);
    assert.equal(
      JSON.stringify(await test.services.apiKeys.list(stranger.accountId)).includes(id),
      false,
    );
  });

  it("stores the last use once a minute", async () => {
    const { accountId, keys } = await makeMerchant(test.services);
    const { id } = (await test.services.apiKeys.authenticate(keys.direct)) ?? { id: "" };
    const first = test.clock.now();
    assert.deepEqual(await lastUsedAt(id), first);
    test.clock.advance({ seconds: 59 });
    await test.services.apiKeys.authenticate(keys.direct);
    assert.deepEqual(await lastUsedAt(id), first);
    test.clock.advance({ seconds: 1 });
    await test.services.apiKeys.authenticate(keys.direct);
    assert.deepEqual(await lastUsedAt(id), test.clock.now());
    const unused = (await test.services.apiKeys.list(accountId)).filter((key) => key.id !== id);
    assert.deepEqual(unused.map((key) => key.lastUsedAt).filter(Boolean), [first]);
  });

  it("stores a use when a JWT of the key creates a transaction", async () => {
    const { apiKey } = await makeMerchant(test.services);
    const jwt = await test.services.tokens.issue(apiKey, {});
    await test.services.apiKeys.settled();
    test.clock.advance({ minutes: 5 });
    const token = await test.services.tokens.verify(jwt);
    assert.ok(token);
    const input = { amount: 100, currency: "EUR", source: "sdk_integration" };
    await test.services.transactions.create({ apiKey: token.apiKey, token, input });
    assert.deepEqual(await lastUsedAt(apiKey.id), test.clock.now());
  });
});
