import { createUserNames } from "#lib/identity/users/names.ts";
import { createPayerPurges } from "#lib/payments/payers/purge/service.ts";
import { createAuditLog } from "#lib/platform/audit/log.ts";
import { createLimits } from "#lib/platform/rate-limit/service.ts";
import { createStreamPlaces } from "#lib/platform/rate-limit/streams.ts";
import { createLetterService } from "#lib/webhooks/letters/service.ts";
import { createEndpointNotices } from "#lib/webhooks/notices/service.ts";
import { createBanks } from "./banks.ts";
import { createConsoleServices } from "./console.ts";
import { createIdentityServices } from "./identity.ts";
import { createLetterJobs } from "./letters.ts";
import { createMail } from "./mail.ts";
import { createMerchantServices } from "./merchants.ts";
import type { Parts } from "./parts.ts";
import { createPayments } from "./payments.ts";
import { createProcessReadiness } from "./readiness.ts";
import { createSandboxServices } from "./sandbox.ts";
import { createWebhookServices } from "./webhooks.ts";
import { createProductWorker } from "./worker.ts";

export type Services = ReturnType<typeof createServices>;

/** Opens and starts nothing. */
export function createServices(parts: Parts) {
  const { env, connection, clock, logger, seal, testClock } = parts;
  const { services, purges } = createWings(parts);
  const worker = createOwnWorker(parts, services, purges);
  return {
    ...services,
    ...createProcessReadiness(connection),
    env,
    logger,
    seal,
    clock,
    testClock,
    streams: createStreamPlaces(),
    audit: createAuditLog({ db: connection.db }),
    databasePool: connection.pool,
    worker,
    async close(): Promise<void> {
      await worker.stop();
      await services.apiKeys.settled();
      await services.limits.settled();
      await connection.close();
    },
  };
}

type Wings = ReturnType<typeof createWings>;

function createWings(parts: Parts) {
  const { env, connection, clock, logger, seal } = parts;
  const base = { db: connection.db, clock };
  const limits = createLimits({ ...base, seal, logger, factor: env.API_RATE_FACTOR });
  const userNames = createUserNames(base);
  const merchants = createMerchantServices(parts, userNames);
  const { accounts, apiKeys } = merchants.services;
  const sandbox = createSandboxServices(parts, apiKeys);
  const { webhooks, testReceiver } = createWebhookServices(parts, { accounts, sandbox });
  const { banks, services: bankServices } = createBanks(parts, sandbox.sandboxEnabled);
  const mail = createMail(parts, sandbox);
  const letters = createLetterService({ ...base, accounts, mayMail: mail.letters.mayMail });
  const wings = { limits, merchants, sandbox, webhooks, letters, banks, mail };
  const payments = createPayments(parts, wings);
  const identity = createIdentityServices(parts, { accounts, limits, mail });
  const services = {
    limits,
    ...merchants.services,
    ...sandbox,
    webhooks,
    letters,
    testReceiver,
    ...bankServices,
    letterPost: mail.letters,
    consoleMail: mail.consoleMail,
    ...payments.services,
    ...identity.services,
  };
  const consoleServices = createConsoleServices(parts, { ...services, banks, userNames });
  return {
    services: { ...services, ...consoleServices },
    purges: {
      ...payments.purges,
      ...merchants.purges,
      ...createPayerPurges(base),
      ...identity.purges,
      limits: limits.purge,
      ...consoleServices.retention,
      "sandbox-bank": () => sandbox.sandboxBank.purge(env.RETENTION_DAYS),
      "sandbox-mail": sandbox.sandboxMail.purge,
      "test-receiver": testReceiver.purge,
    },
  };
}

function createOwnWorker(parts: Parts, services: Wings["services"], purges: Wings["purges"]) {
  const { env, connection, clock, logger } = parts;
  const { accounts, attempts, consoleMail, members, transactions, webhooks } = services;
  return createProductWorker({
    connection,
    clock,
    logger,
    webhooks,
    endpointNotices: createEndpointNotices({
      db: connection.db,
      clock,
      logger,
      accounts,
      getEndpoint: webhooks.getEndpoint,
      members,
      sendMail: consoleMail.send,
      consoleUrl: env.CONSOLE_URL,
    }),
    letters: createLetterJobs(parts, services),
    attempts,
    transactions,
    checkBankCertificates: services.checkBankCertificates,
    feeds: services.feeds,
    statementFolder: services.statementFolder,
    purges,
  });
}
