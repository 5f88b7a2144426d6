import assert from "node:assert/strict";
import { before, it } from "node:test";
import { eq } from "drizzle-orm";
import { decodeProtectedHeader, importJWK, jwtVerify } from "jose";
import { signingKeys, tokens } from "#lib/merchants/model/schema.ts";
import type { Database } from "#lib/platform/db/database.ts";
import type { Bound } from "#lib/platform/db/prepared.ts";
import { run } from "#lib/platform/db/run.ts";
import { onBothDatabases } from "#lib/testing/database.ts";
import { createTestServices, makeMerchant } from "#lib/testing/factories.ts";
import { createTokenService } from "./service.ts";
import { createSigningKeys } from "./signing-keys.ts";

/** Records which methods are used. */
/** Notes each use: the names of prepared statements, and of other methods. */
function recording(db: Database, used: string[]): Database {
  const record = (bound: Bound<unknown>) => {
    used.push(bound.statement.name);
    return run(db, bound);
  };
  return new Proxy(db, {
    has: (target, name) => name === "run" || Reflect.has(target, name),
    get(target, name) {
      if (name === "run") return record;
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== "function") return member;
      used.push(String(name));
      return member.bind(target);
    },
  });
}

onBothDatabases("token service", (database, connection) => {
  let test: ReturnType<typeof createTestServices>;

  before(() => {
    test = createTestServices(connection());
  });

  const verify = async (token: string) => {
    const { keys } = await test.services.tokens.publicKeys();
    const jwk = keys.find(({ kid }) => kid === decodeProtectedHeader(token).kid);
    assert.ok(jwk, "its key is published");
    return jwtVerify(token, await importJWK(jwk, "ES256"), {
      algorithms: ["ES256"],
      issuer: "http://localhost:3000/api",
      audience: "http://localhost:3000/api",
      currentDate: test.clock.now(),
    });
  };

  it("issues an ES256 JWT of 15 minutes that verifies with the published keys", async () => {
    const { apiKey, accountId } = await makeMerchant(test.services);
    const { payload, protectedHeader } = await verify(await test.services.tokens.issue(apiKey, {}));
    assert.equal(protectedHeader.alg, "ES256");
    assert.equal(payload.sub, accountId);
    assert.equal((payload.exp ?? 0) - (payload.iat ?? 0), 900);
  });

  it("puts no personal data into a JWT, and none unencrypted into the database", async () => {
    const { keys } = await makeMerchant(test.services);
    const sdkKey = await test.services.apiKeys.authenticate(keys.sdk);
    assert.ok(sdkKey);
    const details = { email: "canary@example.com", iban: "DE89370400440532013000", name: "Canary" };
    const token = await test.services.tokens.issue(sdkKey, details);
    const { payload } = await verify(token);
    assert.deepEqual(Object.keys(payload).sort(), [
      "aud",
      "exp",
      "iat",
      "iss",
      "jti",
      "key",
      "sub",
    ]);
    const rows = JSON.stringify(await database().select().from(tokens));
    assert.doesNotMatch(rows, /canary|DE8937/i);
  });

  it("accepts only a confirmed IBAN as payee, and any as the payer's own", async () => {
    const { apiKey, keys } = await makeMerchant(test.services);
    const foreign = { iban: "DE89370400440532013000" };
    await assert.rejects(test.services.tokens.issue(apiKey, foreign), {
      code: "payee_not_confirmed",
    });
    await test.services.tokens.issue(apiKey, { iban: "NL91ABNA0417164300" });
    const sdkKey = await test.services.apiKeys.authenticate(keys.sdk);
    assert.ok(sdkKey);
    await test.services.tokens.issue(sdkKey, foreign);
  });

  it("issues a JWT without a check of whether the account's e-mail addresses are trusted", async () => {
    const { apiKey } = await makeMerchant(test.services);
    const asked: string[] = [];
    const accounts = {
      findPayee: async (_accountId: string, iban: string) => {
        asked.push("findPayee");
        return { iban, name: "Corner Books" };
      },
    };
    const statements: string[] = [];
    const service = createTokenService({
      db: recording(database(), statements),
      clock: test.clock,
      seal: test.services.seal,
      keys: createSigningKeys({ db: database(), clock: test.clock, seal: test.services.seal }),
      accounts,
      apiKeys: test.services.apiKeys,
      issuer: "http://localhost:3000/api",
    });
    await service.issue(apiKey, { email: "payer@shop.example", iban: "NL91ABNA0417164300" });
    assert.deepEqual([asked, statements], [["findPayee"], ["insert-token"]]);
  });

  it("deletes JWTs that expired more than 24 hours ago, and no others", async () => {
    const own = createTestServices(connection());
    const { apiKey, accountId } = await makeMerchant(own.services);
    const countOf = async () =>
      (await database().select().from(tokens).where(eq(tokens.accountId, accountId))).length;
    await own.services.tokens.issue(apiKey, {});
    own.clock.advance({ minutes: 15 });
    await own.services.tokens.issue(apiKey, {});
    own.clock.advance({ minutes: 24 * 60 });
    await own.services.tokens.purge();
    assert.equal(await countOf(), 2, "the first expired exactly 24 h ago");
    own.clock.advance({ ms: 1 });
    assert.ok((await own.services.tokens.purge()) >= 1);
    assert.equal(await countOf(), 1);
    assert.equal(await own.services.tokens.purge(), 0);
  });

  it("creates one key when many processes start at once, and encrypts its private half", async () => {
    const issuers = Array.from({ length: 4 }, () => createTestServices(connection()).services);
    const published = await Promise.all(issuers.map(({ tokens: service }) => service.publicKeys()));
    assert.equal(new Set(published.map((set) => JSON.stringify(set))).size, 1);
    const [row] = await database().select().from(signingKeys);
    assert.match(row?.sealedPrivateJwk ?? "", /^v1\./);
    assert.doesNotMatch(JSON.stringify(row?.publicJwk), /"d":/);
  });
});
