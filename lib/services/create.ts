import type { BankDirectory } from "#lib/banks/connector.ts";
import { measured } from "#lib/banks/measured.ts";
import { createBankPauses, withPauses } from "#lib/banks/pauses/service.ts";
import { createKeyRotation } from "#lib/console/key-rotation/service.ts";
import { createOperator } from "#lib/console/operator/service.ts";
import { createRetention } from "#lib/console/retention/service.ts";
import { createUserNames } from "#lib/identity/users/names.ts";
import { createAccountService } from "#lib/merchants/accounts/service.ts";
import { liveRefusalOf } from "#lib/merchants/api-keys/live-mode.ts";
import { createApiKeyService } from "#lib/merchants/api-keys/service.ts";
import { createTokenService } from "#lib/merchants/tokens/service.ts";
import { createSigningKeys } from "#lib/merchants/tokens/signing-keys.ts";
import { createAttemptService } from "#lib/payments/attempts/service.ts";
import { createTestDriver } from "#lib/payments/attempts/test-driver.ts";
import { createBankAlertService } from "#lib/payments/bank-alerts/service.ts";
import { signOrder } from "#lib/payments/checkout/order-info.ts";
import { createReceipts } from "#lib/payments/checkout/receipt.ts";
import { createCheckoutService, orderDigest } from "#lib/payments/checkout/service.ts";
import { createLockService } from "#lib/payments/device-lock/service.ts";
import { createPayerPurges } from "#lib/payments/payers/purge/service.ts";
import { createPayerService } from "#lib/payments/payers/service.ts";
import { readPayerIban } from "#lib/payments/payers/sessions.ts";
import { createRestoredService } from "#lib/payments/restored/service.ts";
import { createSettlementService } from "#lib/payments/settlement/service.ts";
import { linkStart } from "#lib/payments/transactions/creation/creation.ts";
import { createLifecycle } from "#lib/payments/transactions/lifecycle.ts";
import { createTransactionService } from "#lib/payments/transactions/service.ts";
import type { Transaction } from "#lib/payments/transactions/transaction.ts";
import { waitingTransfers } from "#lib/payments/transfers/waiting.ts";
import { createAuditLog } from "#lib/platform/audit/log.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { TestClock } from "#lib/platform/clock/test-clock.ts";
import type { Env } from "#lib/platform/configuration/env.ts";
import type { Seal } from "#lib/platform/crypto/seal.ts";
import type { Connection } from "#lib/platform/db/client.ts";
import { isMigrated } from "#lib/platform/db/migrate.ts";
import { createReadiness } from "#lib/platform/db/readiness.ts";
import { stopping } from "#lib/platform/http/shutdown.ts";
import { createOutboundProxy } from "#lib/platform/net/outbound-proxy.ts";
import { createLimits } from "#lib/platform/rate-limit/service.ts";
import { createStreamPlaces } from "#lib/platform/rate-limit/streams.ts";
import type { Logger } from "#lib/platform/telemetry/logger.ts";
import { createTestReceiver } from "#lib/sandbox/receiver/service.ts";
import { sendWebhook } from "#lib/webhooks/deliveries/sender.ts";
import { createAllowlist } from "#lib/webhooks/net-guard/allowlist.ts";
import { createConnections } from "#lib/webhooks/net-guard/guarded-agent.ts";
import { createEndpointNotices } from "#lib/webhooks/notices/service.ts";
import { createWebhookService } from "#lib/webhooks/service.ts";
import { createBanks } from "./banks.ts";
import { createConsoleServices } from "./console.ts";
import { createPayerMail } from "./payer-mail.ts";
import { createSandboxServices } from "./sandbox.ts";
import { SEALED_COLUMNS } from "./sealed-columns.ts";
import { createSmtp } from "./smtp.ts";
import { createProductWorker } from "./worker.ts";

type Parts = {
  env: Env;
  connection: Connection;
  clock: Clock;
  logger: Logger;
  seal: Seal;
  /** Moves {@link Parts.clock} in tests. */
  testClock?: TestClock | undefined;
  /** For tests, instead of the deployment's own. */
  banks?: BankDirectory;
};

export type Services = ReturnType<typeof createServices>;

/** Opens and starts nothing. */
export function createServices({ env, connection, clock, logger, seal, ...parts }: Parts) {
  const { db } = connection;
  const base = { db, clock };
  const limits = createLimits({ ...base, seal, logger, factor: env.API_RATE_FACTOR });
  const accounts = createAccountService(base);
  const userNames = createUserNames(base);
  const apiKeys = createApiKeyService({
    ...base,
    logger,
    accounts,
    users: userNames,
    liveRefusal: liveRefusalOf(env),
  });
  const keys = createSigningKeys({ ...base, seal });
  const issuer = env.BASE_URL;
  const tokens = createTokenService({ ...base, seal, keys, accounts, apiKeys, issuer });
  const digestOrder = (transaction: Transaction) => orderDigest(seal, transaction);

  const sandbox = createSandboxServices({ ...base, env, seal, logger, apiKeys });
  const { sandboxEnabled, sandboxMail, receiverAddress } = sandbox;
  const allowlist = createAllowlist(env);
  const connections = createConnections({ allowlist, proxy: createOutboundProxy(env) });
  const webhooks = createWebhookService({
    ...base,
    seal,
    env,
    demoShop: sandbox.demoShop,
    receiver: { isOpen: sandboxEnabled, urlsOf: receiverAddress.urlsOf },
    logger,
    accounts,
    allowlist,
    send: (request) => sendWebhook(request, { connections }),
    random: Math.random,
  });
  const { recordStatus } = webhooks;
  const testReceiver = createTestReceiver({ ...base, address: receiverAddress, webhooks });
  const lifecycle = createLifecycle({ clock, recordStatus, transfers: waitingTransfers });
  const { directory, checkCertificates } = createBanks({
    ...base,
    env,
    logger,
    seal,
    sandboxEnabled,
  });
  const banks = withPauses(measured<BankDirectory>(parts.banks ?? directory), db);
  const bankPauses = createBankPauses({ ...base, banks });
  const attempts = createAttemptService({
    ...base,
    seal,
    logger,
    lifecycle,
    banks,
    payerAppUrl: env.PAYER_APP_URL,
    secureUrl: env.SECURE_URL,
    payerIban: (sessionId) => readPayerIban({ db, seal }, sessionId),
    orderDigest: digestOrder,
  });
  const testDriver = createTestDriver({
    attempts,
    findByReference: (reference) => lifecycle.findByReference(db, reference),
    orderDigest: digestOrder,
    ...sandbox.testBank,
  });
  const transactions = createTransactionService({
    ...base,
    seal,
    logger,
    tokens,
    accounts,
    banks,
    endUnpaid: attempts.endUnpaid,
    endIdle: attempts.endIdle,
    orderSigner: async () => {
      const key = await keys.current();
      return (transaction) => signOrder(key, transaction);
    },
    linkBefore: {
      reference: linkStart(env.CHECKOUT_URL, "reference"),
      token: linkStart(env.SECURE_URL, "token"),
    },
    ttlMinutes: env.TRANSACTION_TTL_MINUTES,
  });
  const bankAlerts = createBankAlertService(base);
  const restored = createRestoredService({ db, lifecycle, attempts });
  const settlement = createSettlementService({ ...base, lifecycle, attempts, banks });
  const payments = { seal, transactions, attempts };
  const checkout = createCheckoutService({
    ...payments,
    clock,
    accounts,
    bankAlerts,
    locks: createLockService({ ...base, find: (id) => lifecycle.find(base.db, id) }),
    listen: connection.listen,
    payerAppUrl: env.PAYER_APP_URL,
    appScheme: env.APP_DEEP_LINK_SCHEME,
    claimsLinks: env.APPLE_APP_IDS !== undefined || env.ANDROID_APPS !== undefined,
  });
  const smtp = createSmtp(env, logger);
  const sendMail = createPayerMail({ smtp, sandboxMail, sandboxEnabled, logger });
  const receipts = createReceipts({ ...payments, env, checkout, limits, sendMail });
  const merchantConsole = createConsoleServices({
    ...payments,
    ...base,
    reads: connection.reads,
    env,
    logger,
    banks,
    accounts,
    apiKeys,
    userNames,
    lifecycle,
    limits,
    smtp,
    sandboxMail,
    sandboxEnabled,
  });
  const payers = createPayerService({ ...payments, ...base, tokens, accounts, env, sendMail });
  const keyRotation = createKeyRotation({ ...base, seal, sealedColumns: SEALED_COLUMNS });
  const retention = createRetention({ ...base, defaultDays: env.RETENTION_DAYS });
  const worker = createProductWorker({
    connection,
    clock,
    logger,
    webhooks,
    endpointNotices: createEndpointNotices({
      ...base,
      logger,
      accounts,
      getEndpoint: webhooks.getEndpoint,
      members: merchantConsole.services.members,
      sendMail: merchantConsole.services.consoleMail.send,
      consoleUrl: env.CONSOLE_URL,
    }),
    attempts,
    transactions,
    checkBankCertificates: checkCertificates,
    purges: {
      idempotency: transactions.purgeIdempotency,
      "checkout-tokens": transactions.purgeCheckoutTokens,
      tokens: tokens.purge,
      "signing-keys": keys.purge,
      ...createPayerPurges(base),
      ...merchantConsole.purges,
      limits: limits.purge,
      ...retention,
      "sandbox-bank": () => sandbox.sandboxBank.purge(env.RETENTION_DAYS),
      "sandbox-mail": sandboxMail.purge,
      "test-receiver": testReceiver.purge,
    },
  });

  let isPreparing = false;
  const isDatabaseReady = createReadiness(() => isMigrated({ db: connection.reserved }));
  const hasRoom = createReadiness(connection.hasRoom);
  return {
    ...merchantConsole.services,
    ...sandbox,
    testReceiver,
    env,
    logger,
    seal,
    clock,
    limits,
    streams: createStreamPlaces(),
    accounts,
    apiKeys,
    audit: createAuditLog(base),
    bankAlerts,
    restored,
    settlement,
    bankPauses,
    operator: createOperator({
      ...base,
      accounts,
      apiKeys,
      transactions,
      restored,
      sessions: merchantConsole.services.sessions,
      banks,
      pauses: bankPauses,
      webhooks,
    }),
    rotateSigningKey: keys.rotate,
    signingKeys: keys.overview,
    reencryptSecrets: keyRotation.reencrypt,
    countOlderSecrets: keyRotation.countOlder,
    retention,
    tokens,
    transactions,
    attempts,
    bankLogo: directory.logo,
    checkBankCertificates: checkCertificates,
    testDriver,
    testClock: parts.testClock,
    checkout,
    receipts,
    payers,
    webhooks,
    worker,
    databasePool: connection.pool,
    /** False while the process prepares or ends, or finds no room on the database's disk. */
    ready: async () =>
      (await isDatabaseReady()) && (await hasRoom()) && !isPreparing && !stopping().aborted,
    /** `work` must not fail. */
    async readyAfter(work: Promise<void>): Promise<void> {
      isPreparing = true;
      await work;
      isPreparing = false;
    },
    /** Also checks that the schema is ours. */
    isDatabaseReady,
    async close(): Promise<void> {
      await worker.stop();
      await apiKeys.settled();
      await limits.settled();
      await connection.close();
    },
  };
}
