import assert from "node:assert/strict";
import { globSync } from "node:fs";
import { resolve } from "node:path";
import { before, it } from "node:test";
import { eq, getTableColumns, getTableName, is, isNotNull, sql } from "drizzle-orm";
import { PgTable } from "drizzle-orm/pg-core";
import { Secret, TOTP } from "otpauth";
import * as identitySchema from "#lib/identity/model/schema.ts";
import { totpContext } from "#lib/identity/second-factors/totp.ts";
import type { ApiKey } from "#lib/merchants/api-keys/api-key.ts";
import * as merchantsSchema from "#lib/merchants/model/schema.ts";
import { grantContext } from "#lib/payments/attempts/oauth/grant.ts";
import { refundFiles, refunds, transferAccounts } from "#lib/payments/model/refunds.schema.ts";
import {
  refundContext,
  sealAccount,
  transferAccountContext,
} from "#lib/payments/refunds/account.ts";
import { refundFileContext } from "#lib/payments/refunds/files.ts";
import { parseEnv } from "#lib/platform/configuration/env.ts";
import { createSeal, type Seal } from "#lib/platform/crypto/seal.ts";
import { createLogger } from "#lib/platform/telemetry/logger.ts";
import { newId } from "#lib/platform/values/ids.ts";
import { createServices } from "#lib/services/create.ts";
import { SEALED_COLUMNS } from "#lib/services/sealed-columns.ts";
import { onBothDatabases } from "#lib/testing/database.ts";
import { makeMerchant, makeToken } from "#lib/testing/factories.ts";
import { storeFeed } from "#lib/testing/feeds.ts";
import { createTestPayers } from "#lib/testing/payers.ts";
import { storePayments } from "#lib/testing/payments.ts";
import { refundRow } from "#lib/testing/rows.ts";
import { secretContext, signingSecrets } from "#lib/webhooks/endpoints/endpoint.ts";
import * as webhooksSchema from "#lib/webhooks/model/schema.ts";

const FIRST = Buffer.alloc(32, 7);
const SECOND = Buffer.alloc(32, 8);
const BOTH = createSeal(FIRST, SECOND);
const SECOND_ALONE = createSeal(null, SECOND);

const { tokens } = merchantsSchema;
const { webhookEndpoints } = webhooksSchema;
const nameOf = ({ table, sealed }: (typeof SEALED_COLUMNS)[number]) =>
  `${getTableName(table)}.${sealed.name}`;

onBothDatabases("re-encrypting", (database, connection) => {
  let test: ReturnType<typeof createTestPayers>;
  before(() => {
    test = createTestPayers(connection());
  });

  const servicesWith = (seal: Seal) =>
    createServices({
      env: parseEnv({ NODE_ENV: "test", LOG_LEVEL: "silent" }),
      connection: connection(),
      clock: test.clock,
      logger: createLogger("silent"),
      seal,
      banks: test.bank.directory,
    });

  async function readAll(seal: Seal) {
    const all: { name: string; sealed: string; plain: string | undefined }[] = [];
    for (const column of SEALED_COLUMNS) {
      const rows = await database()
        .select({
          sealed: sql<string>`${column.sealed}`,
          key: sql<string[]>`jsonb_build_array(${sql.join([...column.key], sql`, `)})`,
        })
        .from(column.table)
        .where(isNotNull(column.sealed))
        .orderBy(...column.key);
      for (const { key, sealed } of rows) {
        let plain: string | undefined;
        try {
          plain = seal.open(sealed, column.contextOf(...key));
        } catch {
          plain = undefined;
        }
        all.push({ name: nameOf(column), sealed, plain });
      }
    }
    return all;
  }

  const waiting = async () =>
    Object.fromEntries(
      (await servicesWith(BOTH).reencryptSecrets()).map(({ name, ...counts }) => [name, counts]),
    );

  /** At least one value in every sealed column. */
  async function fill() {
    const { services, payers } = test;
    const merchant = await makeMerchant(services, { callbackUrl: "http://127.0.0.1:9/hook" });
    const { accountId, apiKey } = merchant;
    const sdkKey = await services.apiKeys.authenticate(merchant.keys.sdk);
    assert.ok(sdkKey);
    const details = { email: "ada@shop.example", name: "Ada" };
    const { jwt } = await makeToken(services, sdkKey, details);
    const payer = { email: "ada@shop.example" };
    const input = { amount: 500, currency: "EUR", externalId: "order-1", payer };
    const keyed = { apiKey, input, idempotencyKey: "cart-1" };
    const { created } = await services.transactions.create(keyed);
    const [endpoint] = await database()
      .select()
      .from(webhookEndpoints)
      .where(eq(webhookEndpoints.accountId, accountId));
    assert.ok(endpoint);
    await database()
      .update(webhookEndpoints)
      .set({
        sealedPreviousSecret: services.seal.seal("whsec_previous", secretContext(endpoint.id)),
        previousSecretExpiresAt: new Date(test.clock.now().getTime() + 3_600_000),
      })
      .where(eq(webhookEndpoints.id, endpoint.id));
    const { link } = await test.makeLink({ details, method: "sdk" });
    await payers.exchange(link);
    const deviceId = await test.rememberDevice("eve@shop.example");
    const key = merchant.keys.web;
    await services.sandboxShop.configure({ accountId, apiKey: key, webhookSecret: "whsec_shop" });
    await services.sandboxApp.configure({ accountId, apiKey: merchant.keys.sdk });
    const userId = newId("usr");
    const now = test.clock.now();
    await database()
      .insert(identitySchema.users)
      .values({
        id: userId,
        email: "ada@shop.example",
        name: "Ada",
        passwordHash: "x",
        passwordChangedAt: now,
        sealedTotpSecret: services.seal.seal("JBSWY3DPEHPK3PXP", totpContext(userId)),
        totpConfirmedAt: now,
        createdAt: now,
      });
    await fillRefunds(services, apiKey);
    const attemptId = newId("auth");
    const sealedGrant = services.seal.seal("{}", grantContext(attemptId));
    await storePayments(database(), apiKey, [
      { transaction: {}, attempts: [{ id: attemptId, sealedGrant }] },
    ]);
    const mail = { to: "ada@shop.example", subject: "hello", text: "words", html: "<p>words" };
    await services.sandboxMail.deliver(mail);
    await storeFeed(database(), services.seal, { accountId, mode: apiKey.mode });
    return { merchant, jwt, details, keyed, created, endpointId: endpoint.id, deviceId, userId };
  }

  async function fillRefunds({ seal }: typeof test.services, apiKey: ApiKey) {
    const { accountId, mode } = apiKey;
    const now = test.clock.now();
    const paid = { status: "succeeded", finishedAt: now } as const;
    const [payment] = await storePayments(database(), apiKey, [{ transaction: paid }]);
    const transactionId = payment?.transaction.id ?? "";
    const account = { iban: "DE89370400440532013000", name: "Ada" };
    const [id, fileId, transferId] = [newId("rfnd"), newId("rfil"), newId("rcv")];
    const sealedAccount = sealAccount(seal, account, refundContext(id));
    await database()
      .insert(refunds)
      .values(refundRow({ id, accountId, mode, transactionId, sealedAccount }));
    const file = { id: fileId, accountId, mode, count: 1, total: 1250, createdBy: "operator" };
    const sealedContent = seal.seal("<Document/>", refundFileContext(fileId));
    await database()
      .insert(refundFiles)
      .values({ ...file, sealedContent, createdAt: now });
    const ofTransfer = sealAccount(seal, account, transferAccountContext(transferId));
    await database()
      .insert(transferAccounts)
      .values({ transferId, sealedAccount: ofTransfer, createdAt: now });
  }

  it("knows every column whose name means sealed", async () => {
    const files = globSync("lib/{*/model/{schema,*.schema},platform/db/schema}.ts");
    const modules = await Promise.all(files.map((file) => import(resolve(file))));
    const tables = modules
      .flatMap((each) => Object.values(each))
      .filter((each) => is(each, PgTable));
    const sealed = tables.flatMap((table) =>
      Object.values(getTableColumns(table))
        .filter(({ name }) => name.startsWith("sealed_"))
        .map(({ name }) => `${getTableName(table)}.${name}`),
    );
    assert.ok(sealed.length > 0);
    assert.deepEqual(SEALED_COLUMNS.map(nameOf).sort(), sealed.sort());
  });

  it("loses nothing once the old secret is retired, and does nothing on a second run", async () => {
    const { merchant, jwt, details, keyed, created, endpointId, deviceId, userId } = await fill();
    const earlier = await readAll(BOTH);
    for (const column of SEALED_COLUMNS) {
      const name = nameOf(column);
      const value = earlier.find((each) => each.name === name);
      assert.ok(value?.sealed.startsWith("v1."), `${name} is filled`);
    }
    assert.equal((await readAll(SECOND_ALONE)).filter(({ plain }) => plain).length, 0);

    const counts = await waiting();
    assert.deepEqual(Object.keys(counts).sort(), SEALED_COLUMNS.map(nameOf).sort());
    for (const { resealed, busy, lost } of Object.values(counts)) {
      assert.ok(resealed > 0);
      assert.deepEqual([busy, lost], [0, 0]);
    }
    const later = await readAll(SECOND_ALONE);
    assert.deepEqual(
      later.map(({ name, plain }) => ({ name, plain })),
      earlier.map(({ name, plain }) => ({ name, plain })),
    );
    assert.deepEqual(await waiting(), {});
    assert.deepEqual(await readAll(SECOND_ALONE), later);

    const services = servicesWith(SECOND_ALONE);
    assert.deepEqual((await services.tokens.verify(jwt))?.details, details);
    assert.deepEqual(await services.transactions.create(keyed), { created, replayed: true });
    const [endpoint] = await database()
      .select()
      .from(webhookEndpoints)
      .where(eq(webhookEndpoints.id, endpointId));
    assert.ok(endpoint);
    const secrets = signingSecrets(endpoint, SECOND_ALONE, test.clock.now());
    assert.deepEqual(secrets, [merchant.webhookSecret, "whsec_previous"]);
    assert.ok(await services.payers.device(deviceId), "the device is known");
    const code = TOTP.generate({
      secret: Secret.fromBase32("JBSWY3DPEHPK3PXP"),
      timestamp: test.clock.now().getTime(),
    });
    await services.secondFactors.take(userId, code);
  });

  it("audits each batch with the number it changed", async () => {
    const { apiKey } = await makeMerchant(test.services);
    for (let count = 0; count < 201; count++) {
      await test.services.tokens.issue(apiKey, {
        name: `Ada ${count}`,
        iban: "NL91ABNA0417164300",
      });
    }
    assert.deepEqual(await waiting(), {
      "tokens.sealed_details": { resealed: 201, busy: 0, lost: 0 },
    });
    const entries = await test.services.audit.list({ limit: 2 });
    assert.deepEqual(
      entries.map(({ action, target, details }) => ({ action, target, details })),
      [1, 200].map((resealed) => ({
        action: "secrets.resealed",
        target: "tokens.sealed_details",
        details: { resealed },
      })),
    );
  });

  it("skips and reports values it can't open, also a whole batch, and does the rest", async () => {
    const { apiKey } = await makeMerchant(test.services);
    const details = { name: "Ada", iban: "NL91ABNA0417164300" };
    for (let count = 0; count < 201; count++) await test.services.tokens.issue(apiKey, details);
    const ofKey = eq(tokens.apiKeyId, apiKey.id);
    await database().update(tokens).set({ sealedDetails: "v1.broken" }).where(ofKey);
    const { keys } = await makeMerchant(test.services);
    const other = await test.services.apiKeys.authenticate(keys.web);
    assert.ok(other);
    await test.services.tokens.issue(other, details);
    const counts = { busy: 0, lost: 201 };
    assert.deepEqual(await waiting(), { "tokens.sealed_details": { resealed: 1, ...counts } });
    assert.deepEqual(await waiting(), { "tokens.sealed_details": { resealed: 0, ...counts } });
    await database().delete(tokens).where(ofKey);
  });

  it("skips locked rows without waiting", async () => {
    const [engine] = await database()
      .select({ version: sql<string>`version()` })
      .from(sql`(select 1) as one`);
    // The embedded engine has only one connection.
    if (engine?.version.includes("wasm") || engine?.version.includes("emscripten")) return;
    const { apiKey } = await makeMerchant(test.services);
    const details = { name: "Ada", iban: "NL91ABNA0417164300" };
    const { token } = await makeToken(test.services, apiKey, details);
    await test.services.tokens.issue(apiKey, details);
    const isHeld = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const holder = database().transaction(async (tx) => {
      await tx.select().from(tokens).where(eq(tokens.jti, token.jti)).for("update");
      isHeld.resolve();
      await release.promise;
    });
    try {
      await isHeld.promise;
      assert.deepEqual(await waiting(), {
        "tokens.sealed_details": { resealed: 1, busy: 1, lost: 0 },
      });
    } finally {
      release.resolve();
      await holder;
    }
    assert.deepEqual(await waiting(), {
      "tokens.sealed_details": { resealed: 1, busy: 0, lost: 0 },
    });
  });
});
