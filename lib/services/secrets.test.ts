import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { before, describe, it } from "node:test";
import { sql } from "drizzle-orm";
import { TOTP } from "otpauth";
import { createApi } from "#lib/api/server/app.ts";
import { createMerchant } from "#lib/console/onboarding/merchant.ts";
import { systemClock } from "#lib/platform/clock/clock.ts";
import { parseEnv } from "#lib/platform/configuration/env.ts";
import { createSeal } from "#lib/platform/crypto/seal.ts";
import type { Connection } from "#lib/platform/db/client.ts";
import { createLogger } from "#lib/platform/telemetry/logger.ts";
import { onDatabase } from "#lib/testing/database.ts";
import { deliverDue } from "#lib/testing/webhooks.ts";
import { createServices, type Services } from "./create.ts";

const APP_SECRET = "5c".repeat(32);
const PASSWORD = "quiet-harbour-lantern-93";
const PAYER = {
  email: `payer-${randomUUID()}@payers.example`,
  iban: "DE89370400440532013000",
  name: "Zephyrine Quillfeather",
};

/** Uses every feature with a secret; returns the secrets by name. */
async function live(services: Services, lines: string[]): Promise<Record<string, string>> {
  const merchant = await createMerchant(services, {
    name: "Corner Books",
    mode: "test",
    iban: "NL91ABNA0417164300",
    origins: [],
    callbackUrl: "http://127.0.0.1:1/hook",
  });
  const api = createApi(services, { prefix: "/api" });
  const post = async (path: string, headers: Record<string, string>, body: unknown) => {
    const response = await api.request(`/api${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
    return (await response.json()) as Record<string, string>;
  };

  // Valid and invalid requests, since failures reveal the most.
  const key = { "x-api-key": merchant.keys.sdk };
  const { token: jwt = "" } = await post("/auth/verify-apikey", key, PAYER);
  const bearer = { authentication: `Bearer ${jwt}` };
  const order = { amount: 1250, currency: "EUR", source: "sdk_integration" };
  const { redirectUrl = "" } = await post("/transactions", bearer, order);
  await post("/transactions", { "x-api-key": `${merchant.keys.web}x` }, order);
  await post("/transactions", { ...key, ...bearer }, order);
  await post("/auth/verify-apikey", key, { ...PAYER, iban: `${PAYER.iban}9` });
  await post("/auth/verify-apikey", key, `{"email":"${PAYER.email}",`);
  await api.request(`/api/transactions?jwt=${jwt}&token=${merchant.keys.web}`);

  const link = new URL(redirectUrl);
  const checkoutToken = link.searchParams.get("token") ?? "";
  const session = await services.payers.exchange({
    token: checkoutToken,
    jwt,
    redirectUrl: "myapp",
    deviceId: undefined,
    currentSession: async () => undefined,
  });
  await services.payers.sendCode({ sessionId: session.id, email: PAYER.email, locale: "en" });
  const [mail] = await services.sandboxMail.list(PAYER.email);
  const code = mail?.subject.slice(0, 6) ?? "";
  await services.payers.checkCode({ sessionId: session.id, code });
  await services.payers.remember(session.id);

  const [endpoint] = await services.webhooks.listEndpoints({
    accountId: merchant.accountId,
    mode: "test",
  });
  const rotated = await services.webhooks.rotateSecret({
    accountId: merchant.accountId,
    id: endpoint?.id ?? "",
    actor: "operator",
  });
  await services.webhooks.sendTest({
    accountId: merchant.accountId,
    endpointId: endpoint?.id ?? "",
  });
  await deliverDue(services.webhooks, { limit: 5 });
  services.logger.error({ err: new Error(`lost at ${lines.length}`) }, "a failure");
  return {
    ...merchant.keys,
    webhookSecret: merchant.webhookSecret ?? "",
    rotatedSecret: rotated.secret,
    jwt,
    jwtSignature: jwt.split(".")[2] ?? "",
    checkoutToken,
    ...(await signUp(services)),
    password: PASSWORD,
    appSecret: APP_SECRET,
    payerEmail: PAYER.email,
    payerIban: PAYER.iban,
    payerName: PAYER.name,
  };
}

async function signUp({ users, secondFactors, sandboxMail }: Services) {
  const email = `user-${randomUUID()}@shop.example`;
  await users.startSignUp({ email, address: randomUUID() });
  const [mail] = await sandboxMail.list(email);
  const [, emailToken = ""] = /\?token=([\w-]{43})$/m.exec(mail?.text ?? "") ?? [];
  const { userId } = await users.finishSignUp({
    token: emailToken,
    name: "Robin Quay",
    password: PASSWORD,
    companyName: "Harbour Books",
  });
  await secondFactors.start(userId, PASSWORD, "ses");
  const totpSecret = (await secondFactors.pending(userId, "ses"))?.secret ?? "";
  const recoveryCodes = await secondFactors.confirm(
    userId,
    new TOTP({ secret: totpSecret }).generate(),
    "ses",
  );
  return {
    emailToken,
    totpSecret,
    ...Object.fromEntries(recoveryCodes.map((one, index) => [`recoveryCode${index}`, one])),
  };
}

async function dump({ db }: Connection): Promise<string> {
  const tables = await db
    .select({ name: sql<string>`quote_ident(table_name)` })
    .from(sql`information_schema.tables where table_schema = 'public'`);
  const rows = await Promise.all(
    tables.map(({ name }) => db.select({ row: sql<string>`t::text` }).from(sql.raw(`${name} t`))),
  );
  return rows.flatMap((table) => table.map(({ row }) => row)).join("\n");
}

const foundIn = (text: string, secrets: Record<string, string>) =>
  Object.keys(secrets).filter((name) => {
    assert.ok(secrets[name], `${name} was not learnt`);
    return text.includes(secrets[name] ?? "");
  });

onDatabase("secrets", (_database, connection) => {
  const lines: string[] = [];
  let services: Services;
  let secrets: Record<string, string>;

  before(async () => {
    const logger = createLogger("debug", { write: (line) => void lines.push(line) });
    services = createServices({
      env: parseEnv({ NODE_ENV: "test", LOG_LEVEL: "debug" }),
      connection: connection(),
      clock: systemClock,
      logger,
      seal: createSeal(Buffer.from(APP_SECRET, "hex")),
    });
    secrets = await live(services, lines);
  });

  describe("of merchants, payers and users", () => {
    it("are not in a dump of the database", async () => {
      assert.deepEqual(foundIn(await dump(connection()), secrets), []);
    });

    it("are found by this check in a dump", async () => {
      const { web = "" } = secrets;
      await services.accounts.create({
        name: web,
        iban: "NL91ABNA0417164300",
        embedOrigins: [],
        actor: "operator",
      });
      assert.deepEqual(foundIn(await dump(connection()), secrets), ["web"]);
    });

    it("are not in the log", () => {
      assert.ok(lines.length > 8, "requests were logged");
      assert.deepEqual(foundIn(lines.join("\n"), secrets), []);
    });

    it("are found by this check in the log", () => {
      services.logger.info({ note: secrets["payerEmail"] }, "a slip");
      assert.deepEqual(foundIn(lines.join("\n"), secrets), ["payerEmail"]);
    });
  });
});
