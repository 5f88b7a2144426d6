import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { createBankDirectory } from "#lib/banks/directory/directory.ts";
import { createMerchant } from "#lib/console/onboarding/merchant.ts";
import type { ApiKey } from "#lib/merchants/api-keys/api-key.ts";
import type { TokenDetails } from "#lib/merchants/tokens/service.ts";
import type {
  CreateRequest,
  Transaction,
  WholeTransaction,
} from "#lib/payments/transactions/transaction.ts";
import { parseEnv } from "#lib/platform/configuration/env.ts";
import type { Mode } from "#lib/platform/configuration/mode.ts";
import { createSeal } from "#lib/platform/crypto/seal.ts";
import type { Connection } from "#lib/platform/db/client.ts";
import { createLogger } from "#lib/platform/telemetry/logger.ts";
import { createServices, type Services } from "#lib/services/create.ts";
import { createFakeClock, type FakeClock } from "./fake-clock.ts";
import { createScriptedBank } from "./scripted-bank.ts";

type TestServices = {
  services: Services;
  clock: FakeClock;
  bank: ReturnType<typeof createScriptedBank>;
};

/** `world`: clock and bank of other services, to go on where those ended. */
export function createTestServices(
  connection: Connection,
  variables: Record<string, string> = {},
  world?: Omit<TestServices, "services">,
  logger = createLogger("silent"),
): TestServices {
  const { clock, bank } = world ?? { clock: createFakeClock(), bank: createScriptedBank() };
  const services = createServices({
    env: parseEnv({ NODE_ENV: "test", LOG_LEVEL: "silent", ...variables }),
    connection,
    clock,
    logger,
    seal: createSeal(Buffer.alloc(32, 7)),
    banks: bank.directory,
  });
  return { services, clock, bank };
}

/** With the sandbox banks, and without a bank in live mode. */
export function createServicesWithoutBanks(connection: Connection): TestServices {
  const world = { clock: createFakeClock(), bank: createScriptedBank() };
  const directory = createBankDirectory({
    sandboxBankUrl: "http://127.0.0.1:9/sandbox/bank",
    sandboxEnabled: async () => true,
  });
  return createTestServices(connection, {}, { ...world, bank: { ...world.bank, directory } });
}

export async function makeMerchant(
  services: Services,
  options: { mode?: Mode; callbackUrl?: string; appSchemes?: string[] } = {},
) {
  const merchant = await createMerchant(services, {
    name: "Corner Books",
    mode: options.mode ?? "test",
    iban: "NL91ABNA0417164300",
    origins: ["https://books.example"],
    appSchemes: options.appSchemes ?? [],
    callbackUrl: options.callbackUrl,
  });
  const apiKey = await services.apiKeys.authenticate(merchant.keys.web);
  if (!apiKey) throw new Error("the new key does not work");
  return { ...merchant, apiKey };
}

export async function makeTransaction(
  services: Services,
  apiKey: ApiKey,
  input: Partial<CreateRequest["input"]> = {},
): Promise<WholeTransaction> {
  const { created } = await services.transactions.create({
    apiKey,
    input: {
      amount: 1250,
      currency: "EUR",
      externalId: `order-${randomUUID()}`,
      successUrl: "https://books.example/thanks",
      failureUrl: "https://books.example/sorry",
      ...input,
    },
  });
  const transaction = await services.transactions.findById(created.id);
  return transaction ?? assert.fail("no transaction");
}

export async function makeToken(services: Services, apiKey: ApiKey, details: TokenDetails = {}) {
  const jwt = await services.tokens.issue(apiKey, details);
  const token = await services.tokens.verify(jwt);
  if (!token) throw new Error("the new JWT is not good");
  return { jwt, token };
}

/** `checkoutToken` is that of its webview link. */
export async function makeDirectTransaction(
  services: Services,
  apiKey: ApiKey,
  options: { details?: TokenDetails; input?: Partial<CreateRequest["input"]> } = {},
) {
  const { jwt, token } = await makeToken(services, apiKey, options.details);
  const { created } = await services.transactions.create({
    apiKey,
    token,
    input: { amount: 1250, currency: "EUR", source: "sdk_integration", ...options.input },
  });
  const checkoutToken = new URL(created.redirectUrl).searchParams.get("token") ?? "";
  const transaction = (await services.transactions.findById(created.id)) ?? assert.fail();
  return { jwt, token, checkoutToken, redirectUrl: created.redirectUrl, transaction };
}

export async function startAttempt(
  services: Services,
  transaction: Transaction,
  bankId = "scripted",
) {
  const view = await services.checkout.view(transaction.reference, transaction.flow);
  if (!view) throw new Error("no such transaction");
  const { reference } = transaction;
  return services.attempts.start({
    reference,
    bankId,
    orderDigest: view.orderDigest,
    payerIp: undefined,
  });
}
