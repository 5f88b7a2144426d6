import type { BankDirectory } from "#lib/banks/connector.ts";
import type { AccountService } from "#lib/merchants/accounts/service.ts";
import { type AttemptService, createAttemptService } from "#lib/payments/attempts/service.ts";
import { createTestDriver } from "#lib/payments/attempts/test-driver.ts";
import {
  type BankAlertService,
  createBankAlertService,
} from "#lib/payments/bank-alerts/service.ts";
import { orderDigest } from "#lib/payments/checkout/order-digest.ts";
import { signOrder } from "#lib/payments/checkout/order-info.ts";
import { createReceipts } from "#lib/payments/checkout/receipt.ts";
import { createCheckoutService } from "#lib/payments/checkout/service.ts";
import { createLockService } from "#lib/payments/device-lock/service.ts";
import type { FeedDeps } from "#lib/payments/feeds/add.ts";
import { createProviders, hostsFor } from "#lib/payments/feeds/providers.ts";
import { createFeedService } from "#lib/payments/feeds/service.ts";
import { createLinkService } from "#lib/payments/links/service.ts";
import { createPayerService } from "#lib/payments/payers/service.ts";
import { readBankDetails, readPayerIban } from "#lib/payments/payers/sessions.ts";
import { createRefundService, type RefundService } from "#lib/payments/refunds/service.ts";
import { createRestoredService } from "#lib/payments/restored/service.ts";
import { createSettlementService } from "#lib/payments/settlement/service.ts";
import { createStatementFolder } from "#lib/payments/statement-folder/service.ts";
import { linkStart } from "#lib/payments/transactions/creation/creation.ts";
import { createLifecycle, type Lifecycle } from "#lib/payments/transactions/lifecycle.ts";
import {
  createTransactionService,
  type TransactionService,
} from "#lib/payments/transactions/service.ts";
import type { Transaction } from "#lib/payments/transactions/transaction.ts";
import { createStatementReader } from "#lib/payments/transfers/files/reader.ts";
import { createReportedTransfers } from "#lib/payments/transfers/reported/service.ts";
import { createTransferService, type TransferService } from "#lib/payments/transfers/service.ts";
import { waitingTransfers } from "#lib/payments/transfers/waiting.ts";
import { createFetch } from "#lib/platform/net/fetch.ts";
import { createOutboundProxy } from "#lib/platform/net/outbound-proxy.ts";
import type { Limits } from "#lib/platform/rate-limit/service.ts";
import type { LetterService } from "#lib/webhooks/letters/service.ts";
import type { WebhookService } from "#lib/webhooks/service.ts";
import type { MailServices } from "./mail.ts";
import type { MerchantServices } from "./merchants.ts";
import { linkPageUrl, type Parts } from "./parts.ts";
import type { SandboxServices } from "./sandbox.ts";

type Wings = {
  limits: Limits;
  merchants: MerchantServices;
  sandbox: Pick<SandboxServices, "testBank">;
  webhooks: Pick<
    WebhookService,
    "recordCreation" | "recordStatus" | "recordFunds" | "recordRefund"
  >;
  letters: Pick<LetterService, "recordStatus" | "recordFunds" | "recordRefund" | "receiptSent">;
  banks: BankDirectory;
  mail: Pick<MailServices, "sendToPayer">;
};

export function createPayments(parts: Parts, wings: Wings) {
  const { env, connection, clock, logger, seal } = parts;
  const { db } = connection;
  const { banks, letters, limits, mail, sandbox } = wings;
  const { accounts, brands, tokens } = wings.merchants.services;
  const base = { db, clock };
  const digestOrder = (transaction: Transaction) => orderDigest(seal, transaction);
  const { lifecycle, refunds } = createLedger(parts, wings);
  const attempts = createAttempts(parts, { banks, lifecycle, digestOrder });
  const transactions = createTransactions(parts, wings, attempts);
  const bankAlerts = createBankAlertService(base);
  const payments = { seal, transactions, attempts };
  const checkout = createCheckout(parts, { ...payments, accounts, banks, bankAlerts, lifecycle });
  const sendMail = mail.sendToPayer;
  const payers = createPayerService({ ...payments, ...base, tokens, accounts, env, sendMail });
  const settling = { ...base, lifecycle, attempts };
  const transfers = createTransferService({
    ...settling,
    logger,
    accounts,
    limits,
    readStatement: createStatementReader(),
    seal: parts.seal,
    keepPayer: refunds.keepPayer,
    settleRefund: refunds.settle,
    settleReply: refunds.settleReply,
  });
  const feeds = createFeeds(parts, { accounts, limits, transfers, refunds });
  const links = createLinks(parts, wings, { attempts, transactions });
  return {
    services: {
      attempts,
      transactions,
      bankAlerts,
      checkout,
      testDriver: createTestDriver({
        attempts,
        findByReference: (reference) => lifecycle.findByReference(db, reference),
        orderDigest: digestOrder,
        ...sandbox.testBank,
      }),
      restored: createRestoredService({ db, lifecycle, attempts }),
      settlement: createSettlementService({ ...settling, banks }),
      receipts: createReceipts({
        ...{ ...payments, env, checkout, limits, sendMail },
        ...{ brands, payers, letters },
      }),
      payers,
      transfers,
      refunds,
      links,
      feeds,
      statementFolder: createFolder(parts, { accounts, transfers }),
      reportedTransfers: createReportedTransfers(base),
    },
    purges: {
      idempotency: transactions.purgeIdempotency,
      "checkout-tokens": transactions.purgeCheckoutTokens,
      "feed-events": feeds.purge,
      "refund-links": refunds.purgeLinks,
      "link-browsers": links.forgetBrowsers,
    },
  };
}

function createFolder(
  { env, connection: { db }, clock, logger }: Parts,
  payments: { accounts: AccountService; transfers: TransferService },
) {
  const root = env.STATEMENTS_DIR;
  if (root === undefined) return undefined;
  const { accounts, transfers } = payments;
  return createStatementFolder({
    ...{ db, clock, logger, root, accounts },
    importFile: transfers.importFile,
  });
}

/** The status of payments and their money, and refunds, which end with it. */
function createLedger(
  { env, connection: { db }, clock, logger, seal }: Parts,
  { limits, webhooks, letters }: Pick<Wings, "limits" | "webhooks" | "letters">,
): { lifecycle: Lifecycle; refunds: RefundService } {
  const lifecycle = createLifecycle({
    clock,
    async recordStatus(tx, transaction) {
      await webhooks.recordStatus(tx, transaction);
      await letters.recordStatus(tx, transaction);
    },
    async recordFunds(tx, transaction) {
      if (transaction.seenFunds === "returned") await refunds.cancelUnsent(tx, transaction.id);
      await webhooks.recordFunds(tx, transaction);
      await letters.recordFunds(tx, transaction);
    },
    transfers: waitingTransfers,
  });
  const refunds = createRefundService({
    db,
    clock,
    seal,
    logger,
    lifecycle,
    limits,
    pageUrl: `${env.PUBLIC_URL}/refund`,
    async recordRefund(tx, event, refund) {
      await webhooks.recordRefund(tx, `refund.${event}`, refund);
      await letters.recordRefund(tx, `refund.${event}`, refund);
    },
  });
  return { lifecycle, refunds };
}

function createFeeds(
  { env, connection: { db }, clock, logger, seal }: Parts,
  wings: Pick<FeedDeps, "accounts" | "limits" | "transfers" | "refunds">,
) {
  const send = createFetch({ proxy: createOutboundProxy(env) });
  const providers = createProviders(send, clock, hostsFor(env.FEED_SIMULATOR_URL));
  return createFeedService({
    ...{ db, clock, logger, seal, providers, ...wings },
    consentUrl: `${env.PUBLIC_URL}/console/settings/feeds/consent`,
  });
}

type AttemptParts = {
  banks: BankDirectory;
  lifecycle: Lifecycle;
  digestOrder: (transaction: Transaction) => string;
};

function createAttempts(
  { env, connection: { db }, clock, logger, seal }: Parts,
  { banks, lifecycle, digestOrder }: AttemptParts,
) {
  return createAttemptService({
    db,
    clock,
    seal,
    logger,
    lifecycle,
    banks,
    payerAppUrl: env.PAYER_APP_URL,
    secureUrl: env.SECURE_URL,
    payerIban: (sessionId) => readPayerIban({ db, seal }, sessionId),
    bankDetails: (sessionId, bankId) => readBankDetails({ db, seal }, sessionId, bankId),
    orderDigest: digestOrder,
  });
}

function createTransactions(
  { env, connection: { db }, clock, logger, seal }: Parts,
  { banks, merchants: { keys, services }, webhooks: { recordCreation } }: Wings,
  { endUnpaid, endIdle }: AttemptService,
) {
  const { accounts, tokens } = services;
  return createTransactionService({
    db,
    clock,
    seal,
    logger,
    tokens,
    accounts,
    banks,
    recordCreation,
    endUnpaid,
    endIdle,
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
}

function createLinks(
  { env, connection: { db }, clock }: Parts,
  { banks, limits, merchants }: Wings,
  payments: { attempts: AttemptService; transactions: TransactionService },
) {
  const { accounts, apiKeys } = merchants.services;
  return createLinkService({
    ...{ db, clock, accounts, apiKeys, banks, limits, ...payments },
    pageUrl: linkPageUrl(env),
    checkoutBefore: linkStart(env.CHECKOUT_URL, "reference"),
  });
}

type CheckoutParts = {
  accounts: AccountService;
  banks: BankDirectory;
  attempts: AttemptService;
  bankAlerts: BankAlertService;
  lifecycle: Lifecycle;
  transactions: TransactionService;
};

function createCheckout(
  { env, connection: { db, listen }, clock, seal }: Parts,
  { lifecycle, ...payments }: CheckoutParts,
) {
  return createCheckoutService({
    ...payments,
    seal,
    clock,
    locks: createLockService({ db, clock, find: (id) => lifecycle.find(db, id) }),
    listen,
    payerAppUrl: env.PAYER_APP_URL,
    appScheme: env.APP_DEEP_LINK_SCHEME,
    claimsLinks: env.APPLE_APP_IDS !== undefined || env.ANDROID_APPS !== undefined,
  });
}
