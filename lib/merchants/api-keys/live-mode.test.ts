import assert from "node:assert/strict";
import { it } from "node:test";
import { parseEnv } from "#lib/platform/env.ts";
import { onDatabase } from "#lib/testing/database.ts";
import { createTestServices, makeMerchant } from "#lib/testing/factories.ts";
import { warnOfPlainHttp } from "./live-mode.ts";

const PLAIN = { PUBLIC_URL: "http://pay.example" };

onDatabase("live mode over plain http", (_database, connection) => {
  it("takes no new live keys, and leaves no account behind", async () => {
    const { services } = createTestServices(connection(), PLAIN);
    const { accountId } = await makeMerchant(services);
    const key = { accountId, method: "web", mode: "live" } as const;
    await assert.rejects(services.apiKeys.create(key), { code: "https_required", status: 409 });
    const before = (await services.accounts.list()).length;
    await assert.rejects(makeMerchant(services, { mode: "live" }), { code: "https_required" });
    assert.equal((await services.accounts.list()).length, before);
    assert.ok((await services.apiKeys.create({ ...key, mode: "test" })).key);
  });

  it("takes live keys over https, on this machine, and with a plain address for the API alone", async () => {
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

  it("alerts the operator while live keys of earlier are active", async () => {
    const { services } = createTestServices(connection());
    for (const { id } of await services.accounts.list()) await services.operator.close(id);
    const alerts: unknown[] = [];
    const logger = { error: (fields: { alert?: string }) => alerts.push(fields.alert) } as never;
    const { apiKeys } = services;
    const warn = (variables: Record<string, string>) =>
      warnOfPlainHttp({ env: parseEnv(variables), apiKeys, logger });
    await warn(PLAIN);
    assert.deepEqual(alerts, []);
    const { accountId } = await makeMerchant(services, { mode: "live" });
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
