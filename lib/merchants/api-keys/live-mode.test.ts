import assert from "node:assert/strict";
import { it } from "node:test";
import { parseEnv } from "#lib/platform/configuration/env.ts";
import { onDatabase } from "#lib/testing/database.ts";
import { createTestServices, makeMerchant } from "#lib/testing/factories.ts";
import { warnOfMissingOperator, warnOfPlainHttp } from "./live-mode.ts";

const PLAIN = { PUBLIC_URL: "http://pay.example" };

onDatabase("live mode over plain http", (_database, connection) => {
  it("accepts no new live keys, and creates no account for them", async () => {
    const { services } = createTestServices(connection(), PLAIN);
    const { accountId } = await makeMerchant(services);
    const key = { accountId, method: "web", mode: "live" } as const;
    await assert.rejects(services.apiKeys.create(key), { code: "https_required", status: 409 });
    const before = (await services.accounts.list()).length;
    await assert.rejects(makeMerchant(services, { mode: "live" }), { code: "https_required" });
    assert.equal((await services.accounts.list()).length, before);
    assert.ok((await services.apiKeys.create({ ...key, mode: "test" })).key);
  });

  it("accepts live keys over https, on this machine, and if only the API has a plain address", async () => {
    for (const variables of [
      {},
      { PUBLIC_URL: "http://127.0.0.1:3000" },
      { PUBLIC_URL: "https://pay.example", BASE_URL: "http://bankside.internal/api" },
    ]) {
      const { services } = createTestServices(connection(), variables);
      assert.match((await makeMerchant(services, { mode: "live" })).keys.web, /^sk_live_/);
    }
    for (const name of ["CHECKOUT_URL", "SECURE_URL", "PAYER_APP_URL", "CONSOLE_URL"]) {
      const variables = { PUBLIC_URL: "https://pay.example", [name]: "http://pay.example/x" };
      const { services } = createTestServices(connection(), variables);
      await assert.rejects(makeMerchant(services, { mode: "live" }), { code: "https_required" });
    }
  });

  it("alerts the operator while earlier live keys are active, and warns if payers see no company", async () => {
    const { services } = createTestServices(connection());
    for (const { id } of await services.accounts.list()) await services.operator.close(id);
    const alerts: unknown[] = [];
    const logger = { error: (fields: { alert?: string }) => alerts.push(fields.alert) } as never;
    const { apiKeys } = services;
    const warn = (variables: Record<string, string>) =>
      warnOfPlainHttp({ env: parseEnv(variables), apiKeys, logger });
    await warn(PLAIN);
    assert.deepEqual(alerts, []);
    const unnamed: unknown[] = [];
    const note = { warn: (fields: { missing: string[] }) => unnamed.push(fields.missing) } as never;
    const warnOfOperator = (variables: Record<string, string>, hasBank = true) =>
      warnOfMissingOperator({
        env: parseEnv(variables),
        apiKeys,
        logger: note,
        hasLiveBank: async () => hasBank,
      });
    await warnOfOperator({});
    assert.deepEqual(unnamed, []);
    const { accountId } = await makeMerchant(services, { mode: "live" });
    const page = "https://pay.example/";
    const all = {
      OPERATOR_NAME: "Kittiwake",
      OPERATOR_ADDRESS: "Hafenstraße 12, 20457 Hamburg",
      OPERATOR_EMAIL: "help@pay.example",
      OPERATOR_LICENCE: "10000000",
      OPERATOR_AUTHORITY: "BaFin",
      OPERATOR_TERMS_URL: page,
      OPERATOR_PRIVACY_URL: page,
      OPERATOR_COMPLAINTS_URL: page,
    };
    await warnOfOperator(all);
    await warnOfOperator({ ...all, OPERATOR_EMAIL: "" });
    await warnOfOperator({}, false);
    assert.deepEqual(unnamed, [["OPERATOR_EMAIL"]]);
    await warn({ PUBLIC_URL: "https://pay.example" });
    await warn({});
    assert.deepEqual(alerts, []);
    await warn(PLAIN);
    assert.deepEqual(alerts, ["https_required"]);
    await services.operator.close(accountId);
    await warn(PLAIN);
    assert.deepEqual(alerts, ["https_required"]);
  });
});
