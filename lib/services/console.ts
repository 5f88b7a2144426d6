import type { BankDirectory } from "#lib/banks/connector.ts";
import { createTestPayments } from "#lib/console/onboarding/payment.ts";
import { createOnboarding } from "#lib/console/onboarding/service.ts";
import { createSavedFilters } from "#lib/console/payment-history/saved-filters/service.ts";
import { createPaymentService } from "#lib/console/payment-history/service.ts";
import { createStatistics } from "#lib/console/statistics/service.ts";
import { createInvitationService } from "#lib/identity/members/invitations.ts";
import { createNewAccounts } from "#lib/identity/members/new-accounts.ts";
import { createMemberService } from "#lib/identity/members/service.ts";
import { disconnectProvider } from "#lib/identity/oidc/disconnect.ts";
import { createOidcService, type OidcDeps } from "#lib/identity/oidc/service.ts";
import { createOperators } from "#lib/identity/operators/service.ts";
import { createPasskeyService } from "#lib/identity/passkeys/service.ts";
import { createPasswordProof } from "#lib/identity/second-factors/password-proof.ts";
import { createSecondFactorService } from "#lib/identity/second-factors/service.ts";
import { createSessionService } from "#lib/identity/sessions/service.ts";
import { createPasswordHasher, FULL_COST, TEST_COST } from "#lib/identity/users/password-hash.ts";
import { createUserService } from "#lib/identity/users/service.ts";
import { createStrengthEstimator } from "#lib/identity/users/strength/strength.ts";
import type { AccountService } from "#lib/merchants/accounts/service.ts";
import type { ApiKeyService } from "#lib/merchants/api-keys/service.ts";
import { createBrandService } from "#lib/merchants/brand/service.ts";
import { createEmbedding } from "#lib/merchants/embedding/service.ts";
import type { AttemptService } from "#lib/payments/attempts/service.ts";
import type { Lifecycle } from "#lib/payments/transactions/lifecycle.ts";
import type { TransactionService } from "#lib/payments/transactions/service.ts";
import { createStatementReader } from "#lib/payments/transfers/camt/reader.ts";
import { createReportedTransfers } from "#lib/payments/transfers/reported/service.ts";
import { createTransferService } from "#lib/payments/transfers/service.ts";
import type { UserNames } from "#lib/platform/audit/pages.ts";
import { createAuditPages } from "#lib/platform/audit/pages.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Env } from "#lib/platform/configuration/env.ts";
import type { Seal } from "#lib/platform/crypto/seal.ts";
import type { Reads } from "#lib/platform/db/client.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { listensLocally } from "#lib/platform/http/own-addresses.ts";
import { createConsoleMail } from "#lib/platform/mail/console-sender.ts";
import type { SendMail } from "#lib/platform/mail/mail.ts";
import type { Limits } from "#lib/platform/rate-limit/service.ts";
import type { Logger } from "#lib/platform/telemetry/logger.ts";

type Parts = {
  db: Database;
  reads: Reads;
  clock: Clock;
  env: Env;
  logger: Logger;
  seal: Seal;
  banks: BankDirectory;
  accounts: AccountService;
  apiKeys: ApiKeyService;
  userNames: UserNames;
  lifecycle: Lifecycle;
  attempts: AttemptService;
  transactions: TransactionService;
  limits: Limits;
  /** `undefined` without a mail server. */
  smtp: SendMail | undefined;
  sandboxMail: { deliver: SendMail };
  sandboxEnabled: () => Promise<boolean>;
};

export function createConsoleServices({ db, reads, clock, env, logger, seal, ...parts }: Parts) {
  const { accounts, apiKeys, attempts, banks, lifecycle, limits, smtp, transactions, userNames } =
    parts;
  const base = { db, clock };
  const isOidcOnly = env.OIDC?.isOnly ?? false;
  const isSignUpOpen = env.SIGNUP === "open";
  const members = createMemberService({ ...base, accounts, logger });
  const sessions = createSessionService({ ...base, members });
  const consoleMail = createConsoleMail({
    smtp,
    keep: parts.sandboxMail.deliver,
    sandboxEnabled: parts.sandboxEnabled,
    addresses: [env.PUBLIC_URL, env.CONSOLE_URL],
    listensLocally: listensLocally(env),
    logger,
  });
  const users = createUserService({
    ...base,
    accounts,
    members,
    sessions,
    limits,
    passwords: createPasswordHasher({ cost: env.NODE_ENV === "test" ? TEST_COST : FULL_COST }),
    estimate: createStrengthEstimator(),
    sendMail: consoleMail.send,
    consoleUrl: env.CONSOLE_URL,
    isSignUpOpen: isSignUpOpen && !isOidcOnly,
    isOidcOnly,
    logger,
  });
  const proof = { ...base, limits, demandPassword: createPasswordProof({ users, limits }) };
  const { hostname: consoleHost } = new URL(env.CONSOLE_URL);
  const secondFactors = createSecondFactorService({
    ...proof,
    seal,
    issuer: `Bankside (${consoleHost})`,
  });
  const passkeys = createPasskeyService({
    ...proof,
    consoleUrl: env.CONSOLE_URL,
    siteName: "Bankside",
    isOidcOnly,
  });
  const team = { ...base, accounts, members, users, isSignUpOpen, isOidcOnly };
  const invitations = createInvitationService({
    ...team,
    limits,
    canMail: async () => smtp !== undefined || (await consoleMail.isKept()),
    sendMail: consoleMail.send,
    consoleUrl: env.CONSOLE_URL,
  });

  const signIn = { ...base, logger, limits, users, members, invitations, sessions, isSignUpOpen };

  return {
    services: {
      ...createOidc(signIn, env),
      members,
      invitations,
      openings: createNewAccounts(team),
      sessions,
      users,
      secondFactors,
      passkeys,
      consoleMail,
      brands: createBrandService({ ...base, accounts }),
      embedding: createEmbedding({ ...base, logger, accounts }),
      payments: createPaymentService({ ...base, reads, seal, banks }),
      savedFilters: createSavedFilters(base),
      auditPages: createAuditPages({ ...base, users: userNames }),
      statistics: createStatistics({ reads, clock }),
      onboarding: createOnboarding({ ...base, accounts }),
      transfers: createTransferService({
        ...base,
        logger,
        lifecycle,
        attempts,
        accounts,
        limits,
        readStatement: createStatementReader(),
      }),
      reportedTransfers: createReportedTransfers(base),
      testPayments: createTestPayments({ ...base, apiKeys, transactions }),
    },
    /** Each returns how many it deleted. */
    purges: {
      sessions: sessions.purge,
      users: users.purge,
      passkeys: passkeys.purge,
      invitations: invitations.purge,
    },
  };
}

function createOidc(deps: Omit<OidcDeps, "settings" | "consoleUrl" | "operators">, env: Env) {
  const { OIDC: settings, CONSOLE_URL: consoleUrl } = env;
  const operators = createOperators(deps);
  return {
    operators,
    /** `undefined` without OIDC_ISSUER. */
    oidc: settings && createOidcService({ ...deps, operators, settings, consoleUrl }),
    disconnectProvider: (email: string) => disconnectProvider(deps, email),
  };
}
