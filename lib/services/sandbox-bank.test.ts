import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { it } from "node:test";
import { getRequestListener } from "@hono/node-server";
import { parseEnv } from "#lib/platform/configuration/env.ts";
import { createSeal } from "#lib/platform/crypto/seal.ts";
import { createLogger } from "#lib/platform/telemetry/logger.ts";
import { sandboxBankPayments } from "#lib/sandbox/model/schema.ts";
import { onDatabase } from "#lib/testing/database.ts";
import { makeMerchant, makeTransaction, startAttempt } from "#lib/testing/factories.ts";
import { createFakeClock } from "#lib/testing/fake-clock.ts";
import { createServices } from "./create.ts";

const [OLD, NEW] = [Buffer.alloc(32, 7), Buffer.alloc(32, 8)];

onDatabase("the sandbox bank of a deployment", (database, connection) => {
  const createWith = (bankUrl: string, ...secrets: Buffer[]) =>
    createServices({
      env: parseEnv({ NODE_ENV: "test", LOG_LEVEL: "silent", SANDBOX_BANK_URL: bankUrl }),
      connection: connection(),
      clock: createFakeClock(),
      logger: createLogger("silent"),
      seal: createSeal(...secrets),
    });

  it("accepts payments from its own deployment only", async (t) => {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    t.after(() => server.close());
    const { port } = server.address() as AddressInfo;
    const bankUrl = `http://127.0.0.1:${port}/sandbox/bank`;
    // During a key rotation: this process has the new secret already.
    const services = createWith(bankUrl, OLD, NEW);
    server.on("request", getRequestListener(services.sandboxBankApi.fetch));
    const countPayments = () => database().$count(sandboxBankPayments);

    const stranger = await fetch(`${bankUrl}/v1/payments/sepa-credit-transfers`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "x-request-id": randomUUID(),
        "psu-ip-address": "198.51.100.7",
        "tpp-redirect-uri": `${services.env.PAYER_APP_URL}/return`,
      },
      body: JSON.stringify({
        instructedAmount: { currency: "EUR", amount: "12.50" },
        creditorAccount: { iban: "NL91ABNA0417164300" },
        creditorName: "Strangers write here",
      }),
    });
    assert.deepEqual([stranger.status, await countPayments()], [401, 0]);

    const { apiKey } = await makeMerchant(services);
    for (const own of [createWith(bankUrl, OLD), services]) {
      const before = await countPayments();
      const transaction = await makeTransaction(own, apiKey);
      const { approvalUrl } = await startAttempt(own, transaction, "sandbox");
      assert.ok(approvalUrl?.startsWith(`${bankUrl}/approve/`));
      assert.equal(await countPayments(), before + 1);
    }
  });
});
