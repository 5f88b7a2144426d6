import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { after, before, describe, it } from "node:test";
import { parseEnv } from "#lib/platform/configuration/env.ts";
import { createSeal } from "#lib/platform/crypto/seal.ts";
import { connectPostgres } from "#lib/platform/db/client.ts";
import { createLogger } from "#lib/platform/telemetry/logger.ts";
import { createServices, type Services } from "#lib/services/create.ts";
import { openOwnServices } from "#lib/services/open-own.ts";
import { serverUrl, stopOwnServer } from "#lib/testing/database.ts";
import { makeMerchant } from "#lib/testing/factories.ts";
import { createDatabase, dropDatabase } from "#lib/testing/postgres-server.ts";
import { fail, TEMPLATE } from "#lib/testing/templates.ts";
import { systemClock } from "./clock.ts";

describe("a process with TEST_CLOCK", () => {
  const name = `test_${randomBytes(8).toString("hex")}`;
  let url: string;
  let services: Services;

  before(async () => {
    url = await createDatabase(await serverUrl(), name, TEMPLATE);
    services = createServices({
      env: parseEnv({ NODE_ENV: "test", LOG_LEVEL: "silent" }),
      connection: connectPostgres(url, fail),
      clock: systemClock,
      logger: createLogger("silent"),
      seal: createSeal(Buffer.alloc(32, 7)),
    });
  });
  after(async () => {
    await services.close();
    await dropDatabase(await serverUrl(), name);
    await stopOwnServer();
  });

  async function openAndClose(): Promise<void> {
    const opened = await openOwnServices(
      parseEnv({
        NODE_ENV: "test",
        LOG_LEVEL: "silent",
        DATABASE_URL: url,
        APP_SECRET: "07".repeat(32),
        TEST_CLOCK: "true",
      }),
    );
    await opened.close();
  }

  it("starts without live keys, but not with one, also after its revocation", async () => {
    await openAndClose();
    const { apiKey } = await makeMerchant(services, { mode: "live" });
    const refused = /TEST_CLOCK is for deployments without live keys/;
    await assert.rejects(openAndClose, refused);
    await services.operator.close(apiKey.accountId);
    await assert.rejects(openAndClose, refused);
  });
});
