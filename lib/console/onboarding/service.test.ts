import assert from "node:assert/strict";
import { before, beforeEach, it } from "node:test";
import { eq } from "drizzle-orm";
import { apiKeys, brands, payees } from "#lib/merchants/model/schema.ts";
import { transactions } from "#lib/payments/model/schema.ts";
import type { Mode } from "#lib/platform/configuration/mode.ts";
import { newId } from "#lib/platform/values/ids.ts";
import { onBothDatabases } from "#lib/testing/database.ts";
import {
  createServicesWithoutBanks,
  createTestServices,
  makeMerchant,
  makeTransaction,
} from "#lib/testing/factories.ts";
import { webhookEndpoints } from "#lib/webhooks/model/schema.ts";
import { currentStep, doneSteps, nextStep, type Progress, versionOf } from "./steps.ts";

const ACTOR = "usr_01kagj1d6xf0bsn9t2v7y3m5qe";

onBothDatabases("the setup guide", (database, connection) => {
  let test: ReturnType<typeof createTestServices>;
  let accountId: string;
  before(() => {
    test = createTestServices(connection());
  });
  beforeEach(async () => {
    accountId = await test.services.accounts.create({
      name: "Harbour Books",
      iban: "NL91ABNA0417164300",
    });
  });

  const read = () => test.services.onboarding.read(accountId);
  const createKey = async (mode: Mode = "test") =>
    test.services.apiKeys.create({ accountId, method: "web", mode });
  const addEndpoint = async (values: Partial<typeof webhookEndpoints.$inferInsert> = {}) =>
    database()
      .insert(webhookEndpoints)
      .values({
        id: newId("whep"),
        accountId,
        mode: "test",
        url: "https://books.example/hook",
        sealedSecret: "sealed",
        createdAt: test.clock.now(),
        secretSavedAt: test.clock.now(),
        ...values,
      });
  const pay = async (id: string) => {
    const mine = eq(transactions.id, id);
    const at = test.clock.now();
    await database().update(transactions).set({ status: "processing" }).where(mine);
    await database().update(transactions).set({ status: "succeeded", finishedAt: at }).where(mine);
  };
  const finish = async () => {
    await addEndpoint();
    const { key } = await createKey();
    const apiKey = await test.services.apiKeys.authenticate(key);
    assert.ok(apiKey);
    await pay((await makeTransaction(test.services, apiKey)).id);
    await test.services.apiKeys.settled();
  };

  it("ticks each step from the account's data", async () => {
    await database().delete(payees).where(eq(payees.accountId, accountId));
    assert.deepEqual(await read(), {
      payee: "none",
      canBePaid: false,
      hasBrand: false,
      hasTestKey: false,
      firstCallAt: null,
      hasEndpoint: false,
      hasPaid: false,
      isDismissed: false,
    });
    assert.equal(currentStep(await read()), "company");
    const now = test.clock.now();
    await database()
      .insert(payees)
      .values({
        id: newId("payee"),
        accountId,
        iban: "NL91ABNA0417164300",
        name: "Harbour Books",
        isPrimary: true,
        confirmedAt: null,
        createdAt: now,
      });
    assert.deepEqual([(await read()).payee, (await read()).canBePaid], ["unconfirmed", false]);
    assert.equal(currentStep(await read()), "key");
    await database()
      .update(payees)
      .set({ confirmedAt: now })
      .where(eq(payees.accountId, accountId));
    assert.deepEqual([(await read()).payee, (await read()).canBePaid], ["confirmed", true]);

    await database().insert(brands).values({ accountId, accentColour: "#102030", updatedAt: now });
    assert.equal((await read()).hasBrand, true);

    const { key } = await createKey();
    assert.deepEqual([(await read()).hasTestKey, (await read()).firstCallAt], [true, null]);
    assert.equal(currentStep(await read()), "webhook");
    const apiKey = await test.services.apiKeys.authenticate(key);
    await test.services.apiKeys.settled();
    assert.deepEqual((await read()).firstCallAt, now);
    test.clock.advance({ minutes: 5 });
    await test.services.apiKeys.authenticate(key);
    await test.services.apiKeys.settled();
    assert.deepEqual((await read()).firstCallAt, now);
    const [used] = await test.services.apiKeys.list(accountId, "test");
    assert.deepEqual(used?.lastUsedAt, test.clock.now());

    await addEndpoint();
    assert.equal(currentStep(await read()), "payment");
    assert.ok(apiKey);
    await pay((await makeTransaction(test.services, apiKey)).id);
    assert.equal(currentStep(await read()), undefined);
  });

  it("has a step for how the account is paid, which bank transfers or a live bank complete", async () => {
    const { services } = createServicesWithoutBanks(connection());
    const canBePaid = async () => (await services.onboarding.read(accountId)).canBePaid;
    assert.equal(await canBePaid(), false);
    assert.equal(currentStep(await services.onboarding.read(accountId)), "ways");
    await services.accounts.setTakesTransfers(accountId, true, "operator");
    assert.equal(await canBePaid(), true);
    assert.equal(currentStep(await services.onboarding.read(accountId)), "key");
    await database()
      .update(payees)
      .set({ confirmedAt: null })
      .where(eq(payees.accountId, accountId));
    assert.equal(await canBePaid(), false);
    await services.accounts.setTakesTransfers(accountId, false, "operator");
    assert.deepEqual([await canBePaid(), (await read()).canBePaid], [false, false]);
  });

  it("ignores live mode, other accounts, and what is revoked, disabled or incomplete", async () => {
    const { id } = await createKey();
    const live = await test.services.apiKeys.authenticate((await createKey("live")).key);
    assert.ok(live);
    await test.services.apiKeys.settled();
    await database()
      .update(apiKeys)
      .set({ revokedAt: test.clock.now(), lastUsedAt: test.clock.now() })
      .where(eq(apiKeys.id, id));
    await addEndpoint({ mode: "live" });
    await addEndpoint({ secretSavedAt: null });
    await addEndpoint({ disabledAt: test.clock.now(), disabledReason: "merchant" });
    await pay((await makeTransaction(test.services, live)).id);
    const other = await makeMerchant(test.services);
    await pay((await makeTransaction(test.services, other.apiKey)).id);
    // Not paid.
    await makeTransaction(test.services, { ...other.apiKey, accountId });
    assert.deepEqual(await read(), {
      payee: "confirmed",
      canBePaid: true,
      hasBrand: false,
      hasTestKey: false,
      firstCallAt: null,
      hasEndpoint: false,
      hasPaid: false,
      isDismissed: false,
    });
  });

  it("can be dismissed only when complete, and shown again", async () => {
    const { onboarding } = test.services;
    await assert.rejects(onboarding.dismiss(accountId, ACTOR), { code: "steps_open" });
    await finish();
    await onboarding.dismiss(accountId, ACTOR);
    assert.equal((await read()).isDismissed, true);
    await onboarding.show(accountId, ACTOR);
    assert.equal((await read()).isDismissed, false);
  });

  it("can be dismissed while only the operator has something to do", async () => {
    const { services } = createServicesWithoutBanks(connection());
    await finish();
    await assert.rejects(services.onboarding.dismiss(accountId, ACTOR), { code: "steps_open" });
    await database()
      .update(payees)
      .set({ confirmedAt: null })
      .where(eq(payees.accountId, accountId));
    assert.equal(currentStep(await services.onboarding.read(accountId)), "ways");
    await services.onboarding.dismiss(accountId, ACTOR);
  });

  it("audits the owner's choice, and nothing if it failed", async () => {
    const { onboarding, audit } = test.services;
    await assert.rejects(onboarding.dismiss(accountId, ACTOR), { code: "steps_open" });
    await finish();
    await onboarding.dismiss(accountId, ACTOR);
    await onboarding.show(accountId, ACTOR);
    const entries = (await audit.list({ accountId, limit: 10 })).filter(
      ({ action }) => action === "first_steps.changed",
    );
    assert.deepEqual(
      entries.map(({ actor, target, details }) => ({ actor, target, details })),
      [{ dismissed: false }, { dismissed: true }].map((details) => ({
        actor: ACTOR,
        target: accountId,
        details,
      })),
    );
  });

  it("can't change in a closed account, and is not found for an unknown one", async () => {
    const { onboarding, operator } = test.services;
    await operator.close(accountId);
    for (const verb of [
      async () => onboarding.dismiss(accountId, ACTOR),
      async () => onboarding.show(accountId, ACTOR),
    ]) {
      await assert.rejects(verb, { code: "account_closed" });
    }
    await assert.rejects(onboarding.read("acct_01kagj1d6xf0bsn9t2v7y3m5qe"), { code: "not_found" });
  });

  it("changes its version with every step", () => {
    const progress: Progress = {
      payee: "none",
      canBePaid: false,
      hasBrand: false,
      hasTestKey: false,
      firstCallAt: null,
      hasEndpoint: false,
      hasPaid: false,
      isDismissed: false,
    };
    const changed: Progress[] = [
      { ...progress, payee: "unconfirmed" },
      { ...progress, payee: "confirmed" },
      { ...progress, canBePaid: true },
      { ...progress, hasBrand: true },
      { ...progress, hasTestKey: true },
      { ...progress, firstCallAt: test.clock.now() },
      { ...progress, hasEndpoint: true },
      { ...progress, hasPaid: true },
      { ...progress, isDismissed: true },
    ];
    assert.equal(new Set([progress, ...changed].map(versionOf)).size, changed.length + 1);
    assert.equal(doneSteps(progress).size, 0);
    assert.deepEqual(
      [nextStep(progress, "company"), nextStep(progress, "payment"), nextStep(progress, "brand")],
      ["ways", "company", "company"],
    );
    const unconfirmed = { ...progress, payee: "unconfirmed" } as const;
    assert.equal(nextStep(unconfirmed, "company"), "key");
    assert.equal(nextStep({ ...unconfirmed, hasTestKey: true }, "company"), "webhook");
    assert.equal(nextStep({ ...progress, hasEndpoint: true }, "webhook"), "company");
    const ready = {
      ...progress,
      payee: "confirmed",
      canBePaid: true,
      hasTestKey: true,
      hasEndpoint: true,
    } as const;
    assert.equal(nextStep(ready, "webhook"), "payment");
  });
});
