import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { it } from "node:test";
import { parseEnv } from "#lib/platform/configuration/env.ts";
import type { Mode } from "#lib/platform/configuration/mode.ts";
import { createSeal } from "#lib/platform/crypto/seal.ts";
import type { Connection } from "#lib/platform/db/client.ts";
import { createLogger } from "#lib/platform/telemetry/logger.ts";
import { onDatabase } from "#lib/testing/database.ts";
import { makeMerchant, makeTransaction } from "#lib/testing/factories.ts";
import { createFakeClock } from "#lib/testing/fake-clock.ts";
import { createServices } from "./create.ts";

const DAY_SECONDS = 24 * 3600;

function createRealServices(connection: Connection, variables: Record<string, string> = {}) {
  const clock = createFakeClock();
  const services = createServices({
    env: parseEnv({ NODE_ENV: "production", LOG_LEVEL: "silent", ...variables }),
    connection,
    clock,
    logger: createLogger("silent"),
    seal: createSeal(Buffer.alloc(32, 7)),
  });
  return { services, clock };
}

type Services = ReturnType<typeof createRealServices>["services"];

onDatabase("the sandbox in production", (_database, connection) => {
  async function openParts(services: Services) {
    const bank = await services.sandboxBankApi.request("/sandbox/bank/v1/payments/x/y");
    const { reference } = await makeTransaction(services, (await makeMerchant(services)).apiKey);
    return {
      enabled: await services.sandboxEnabled(),
      bankApi: bank.status !== 404,
      banks: (await services.attempts.banks(reference)).length > 0,
      consoleMails: await services.consoleMail.isKept(),
    };
  }
  const OPEN = { enabled: true, bankApi: true, banks: true, consoleMails: true };
  const CLOSED = { enabled: false, bankApi: false, banks: false, consoleMails: false };

  it("closes with the first live key, also after its revocation", async () => {
    const { services, clock } = createRealServices(connection());
    assert.deepEqual(await openParts(services), OPEN);

    const { accountId } = await makeMerchant(services);
    const live = await services.apiKeys.create({ accountId, method: "web", mode: "live" });
    assert.deepEqual(await openParts(services), CLOSED);
    const onPurpose = createRealServices(connection(), { SANDBOX: "true" });
    assert.deepEqual(await openParts(onPurpose.services), OPEN);
    const elsewhere = createRealServices(connection(), { NODE_ENV: "development" });
    assert.deepEqual(await openParts(elsewhere.services), OPEN);

    await services.apiKeys.revoke(accountId, live.id, "operator");
    assert.deepEqual(await openParts(services), CLOSED);
    await services.operator.close(accountId);
    clock.advance({ seconds: 3650 * DAY_SECONDS });
    await services.retention.metadata();
    assert.deepEqual(await openParts(services), CLOSED);
  });
});

onDatabase("codes of payers without a mail server", (_database, connection) => {
  async function sendCode(mode: Mode, variables: Record<string, string>) {
    const { services } = createRealServices(connection(), variables);
    const { accountId, apiKey } = await makeMerchant(services, { mode });
    await services.accounts.setTakesTransfers(accountId, true, "operator");
    const { reference } = await makeTransaction(services, apiKey);
    const { id: sessionId } = await services.payers.open({ reference, deviceId: undefined });
    const email = `ada-${randomUUID()}@x.example`;
    const sent = await services.payers.sendCode({ sessionId, email, locale: "en" }).then(
      () => "sent",
      ({ code }) => code,
    );
    return [sent, (await services.sandboxMail.list(email)).length];
  }

  it("reach the public mailbox in test mode while the sandbox is on", async () => {
    assert.deepEqual(await sendCode("test", { SANDBOX: "true" }), ["sent", 1]);
    assert.deepEqual(await sendCode("test", { SANDBOX: "false" }), ["mail_unavailable", 0]);
  });

  it("never reach it in live mode, even if the sandbox is on", async () => {
    assert.deepEqual(await sendCode("live", { SANDBOX: "true" }), ["mail_unavailable", 0]);
  });
});
