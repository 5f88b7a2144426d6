import type { SealedColumn } from "#lib/console/key-rotation/service.ts";
import { users } from "#lib/identity/model/schema.ts";
import { totpContext } from "#lib/identity/second-factors/totp.ts";
import { signingKeys, tokens } from "#lib/merchants/model/schema.ts";
import { tokenContext } from "#lib/merchants/tokens/service.ts";
import { signingKeyContext } from "#lib/merchants/tokens/signing-key.ts";
import { grantContext } from "#lib/payments/attempts/oauth/grant.ts";
import { feedContext } from "#lib/payments/feeds/feed.ts";
import { paymentAttempts } from "#lib/payments/model/attempts.schema.ts";
import { payerCodes, payerDevices, payerSessions } from "#lib/payments/model/payers.schema.ts";
import { refundFiles, refunds, transferAccounts } from "#lib/payments/model/refunds.schema.ts";
import { idempotencyKeys, transactions } from "#lib/payments/model/schema.ts";
import { feeds } from "#lib/payments/model/transfers.schema.ts";
import { sessionContext } from "#lib/payments/payers/details.ts";
import { deviceContext } from "#lib/payments/payers/devices.ts";
import { codeContext } from "#lib/payments/payers/sent-codes.ts";
import { refundContext, transferAccountContext } from "#lib/payments/refunds/account.ts";
import { refundFileContext } from "#lib/payments/refunds/files.ts";
import { responseContext } from "#lib/payments/transactions/idempotency/idempotency.ts";
import { namedPayerContext } from "#lib/payments/transactions/named-payer.ts";
import { appKeyContext } from "#lib/sandbox/app/service.ts";
import { mailContext } from "#lib/sandbox/mail/service.ts";
import { sandboxApps, sandboxMails, sandboxShops } from "#lib/sandbox/model/schema.ts";
import { shopContexts } from "#lib/sandbox/shop/credentials.ts";
import { secretContext } from "#lib/webhooks/endpoints/endpoint.ts";
import { webhookEndpoints } from "#lib/webhooks/model/schema.ts";

/** Values that are needed longest come first. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  {
    table: signingKeys,
    sealed: signingKeys.sealedPrivateJwk,
    key: [signingKeys.kid],
    contextOf: signingKeyContext,
  },
  {
    table: webhookEndpoints,
    sealed: webhookEndpoints.sealedSecret,
    key: [webhookEndpoints.id],
    contextOf: secretContext,
  },
  {
    table: webhookEndpoints,
    sealed: webhookEndpoints.sealedPreviousSecret,
    key: [webhookEndpoints.id],
    contextOf: secretContext,
  },
  {
    table: feeds,
    sealed: feeds.sealedCredentials,
    key: [feeds.id],
    contextOf: feedContext,
  },
  {
    table: feeds,
    sealed: feeds.sealedWebhookSecret,
    key: [feeds.id],
    contextOf: feedContext,
  },
  {
    table: refunds,
    sealed: refunds.sealedAccount,
    key: [refunds.id],
    contextOf: refundContext,
  },
  {
    table: transferAccounts,
    sealed: transferAccounts.sealedAccount,
    key: [transferAccounts.transferId],
    contextOf: transferAccountContext,
  },
  {
    table: refundFiles,
    sealed: refundFiles.sealedContent,
    key: [refundFiles.id],
    contextOf: refundFileContext,
  },
  {
    table: transactions,
    sealed: transactions.sealedPayer,
    key: [transactions.id],
    contextOf: namedPayerContext,
  },
  {
    table: paymentAttempts,
    sealed: paymentAttempts.sealedGrant,
    key: [paymentAttempts.id],
    contextOf: grantContext,
  },
  {
    table: users,
    sealed: users.sealedTotpSecret,
    key: [users.id],
    contextOf: totpContext,
  },
  {
    table: payerDevices,
    sealed: payerDevices.sealedEmail,
    key: [payerDevices.id],
    contextOf: deviceContext,
  },
  {
    table: idempotencyKeys,
    sealed: idempotencyKeys.sealedResponse,
    key: [idempotencyKeys.accountId, idempotencyKeys.key],
    contextOf: responseContext,
  },
  {
    table: tokens,
    sealed: tokens.sealedDetails,
    key: [tokens.jti],
    contextOf: tokenContext,
  },
  {
    table: payerSessions,
    sealed: payerSessions.sealedDetails,
    key: [payerSessions.id],
    contextOf: sessionContext,
  },
  {
    table: payerCodes,
    sealed: payerCodes.sealedEmail,
    key: [payerCodes.id],
    contextOf: codeContext,
  },
  {
    table: sandboxShops,
    sealed: sandboxShops.sealedApiKey,
    key: [sandboxShops.id],
    contextOf: shopContexts.apiKey,
  },
  {
    table: sandboxShops,
    sealed: sandboxShops.sealedWebhookSecret,
    key: [sandboxShops.id],
    contextOf: shopContexts.webhookSecret,
  },
  {
    table: sandboxApps,
    sealed: sandboxApps.sealedApiKey,
    key: [sandboxApps.id],
    contextOf: appKeyContext,
  },
  {
    table: sandboxMails,
    sealed: sandboxMails.sealedMail,
    key: [sandboxMails.id],
    contextOf: mailContext,
  },
];
