import { randomUUID } from "node:crypto";
import type { ApiKey, Mode } from "#lib/api-keys/service.ts";
import type { Connection } from "#lib/db/client.ts";
import { parseEnv } from "#lib/env.ts";
import { createLogger } from "#lib/logger.ts";
import { createMerchant } from "#lib/onboarding.ts";
import { createSeal } from "#lib/seal.ts";
import { createServices, type Services } from "#lib/services.ts";
import type { CreateRequest } from "#lib/transactions/creation.ts";
import type { Transaction } from "#lib/transactions/transaction.ts";
import { createFakeClock } from "./fake-clock.ts";
import { createScriptedBank } from "./scripted-bank.ts";

/** All services on a test database, with a clock and a bank that the test moves. */
export function createTestServices(connection: Connection, variables: Record<string, string> = {}) {
  const clock = createFakeClock();
  const bank = createScriptedBank();
  const services = createServices({
    env: parseEnv({ NODE_ENV: "test", LOG_LEVEL: "silent", ...variables }),
    connection,
    clock,
    logger: createLogger("silent"),
    seal: createSeal(Buffer.alloc(32, 7)),
    banks: bank.directory,
  });
  return { services, clock, bank };
}

/** Makes a merchant of its own for one test. */
export async function makeMerchant(
  services: Services,
  options: { mode?: Mode; callbackUrl?: string } = {},
) {
  const merchant = await createMerchant(services, {
    name: "Corner Books",
    mode: options.mode ?? "test",
    iban: "NL91ABNA0417164300",
    origins: ["https://books.example"],
    callbackUrl: options.callbackUrl,
  });
  const apiKey = await services.apiKeys.authenticate(merchant.keys.web);
  if (!apiKey) throw new Error("the new key does not work");
  return { ...merchant, apiKey };
}

/** Creates a pending transaction and reads it as stored. */
export async function makeTransaction(
  services: Services,
  apiKey: ApiKey,
  input: Partial<CreateRequest["input"]> = {},
): Promise<Transaction> {
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
  return services.transactions.get(apiKey, created.id);
}

/** Starts a try of `transaction` at a bank, as the review page does. */
export async function startAuthorisation(
  services: Services,
  transaction: Transaction,
  bankId = "scripted",
) {
  const view = await services.checkout.view(transaction.reference);
  if (!view) throw new Error("no such transaction");
  const { reference } = transaction;
  return services.authorisations.start({
    reference,
    bankId,
    orderDigest: view.orderDigest,
    payerIp: undefined,
  });
}
