import type { AccountService } from "#lib/accounts/service.ts";
import type { ApiKeyService } from "#lib/api-keys/service.ts";
import { createAuditPages } from "#lib/audit/pages.ts";
import type { AuthorisationService, BankDirectory } from "#lib/authorisations/service.ts";
import { createBrandService } from "#lib/brand/service.ts";
import type { Clock } from "#lib/clock.ts";
import type { Database } from "#lib/db/client.ts";
import { createEmbedding } from "#lib/embedding/service.ts";
import type { Env } from "#lib/env.ts";
import { createTestPayments } from "#lib/first-steps/payment.ts";
import { createFirstSteps } from "#lib/first-steps/service.ts";
import { listensLocally } from "#lib/http/own-addresses.ts";
import { createLimits } from "#lib/limits/service.ts";
import type { Logger } from "#lib/logger.ts";
import { createConsoleMail } from "#lib/mail/console-sender.ts";
import type { SendMail } from "#lib/mail/mail.ts";
import { createInvitationService } from "#lib/members/invitations.ts";
import { createAccountOpenings } from "#lib/members/openings.ts";
import { createMemberService } from "#lib/members/service.ts";
import { createPasskeyService } from "#lib/passkeys/service.ts";
import { createPaymentService } from "#lib/payments/service.ts";
import type { Seal } from "#lib/seal.ts";
import { createPasswordProof } from "#lib/second-factors/password-proof.ts";
import { createSecondFactorService } from "#lib/second-factors/service.ts";
import { createSessionService } from "#lib/sessions/service.ts";
import { createStatistics } from "#lib/statistics/service.ts";
import type { Lifecycle } from "#lib/transactions/lifecycle.ts";
import type { TransactionService } from "#lib/transactions/service.ts";
import { createStatementReader } from "#lib/transfers/camt/reader.ts";
import { createTransferService } from "#lib/transfers/service.ts";
import { createToldTransfers } from "#lib/transfers/told/service.ts";
import type { UserNames } from "#lib/users/names.ts";
import { createPasswordHasher, FULL_COST, TEST_COST } from "#lib/users/password-hash.ts";
import { createUserService } from "#lib/users/service.ts";
import { createStrengthEstimator } from "#lib/users/strength/strength.ts";

type Parts = {
  db: Database;
  clock: Clock;
  env: Env;
  logger: Logger;
  seal: Seal;
  banks: BankDirectory;
  accounts: AccountService;
  apiKeys: ApiKeyService;
  userNames: UserNames;
  lifecycle: Lifecycle;
  authorisations: AuthorisationService;
  transactions: TransactionService;
  /** How mails go out; none without a mail server. */
  smtp: SendMail | undefined;
  sandboxMail: { deliver: SendMail };
  sandboxEnabled: () => Promise<boolean>;
};

/** Wires the nouns that only the console needs. */
export function createConsoleServices({ db, clock, env, logger, seal, ...parts }: Parts) {
  const { accounts, apiKeys, authorisations, banks, lifecycle, smtp, transactions, userNames } =
    parts;
  const base = { db, clock };
  const members = createMemberService({ ...base, accounts });
  const sessions = createSessionService({ ...base, members });
  const consoleMail = createConsoleMail({
    smtp,
    keep: parts.sandboxMail.deliver,
    sandboxEnabled: parts.sandboxEnabled,
    addresses: [env.PUBLIC_URL, env.CONSOLE_URL],
    listensLocally: listensLocally(env),
    logger,
  });
  const limits = createLimits({ ...base, seal, logger });
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
    isSignUpOpen: env.SIGNUP === "open",
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
  });
  const team = { ...base, accounts, members, users, isSignUpOpen: users.isSignUpOpen };
  const invitations = createInvitationService({
    ...team,
    limits,
    canMail: async () => smtp !== undefined || (await consoleMail.isKept()),
    sendMail: consoleMail.send,
    consoleUrl: env.CONSOLE_URL,
  });

  return {
    services: {
      members,
      invitations,
      openings: createAccountOpenings(team),
      sessions,
      users,
      secondFactors,
      passkeys,
      limits,
      consoleMail,
      brands: createBrandService({ ...base, accounts }),
      embedding: createEmbedding({ ...base, logger, accounts }),
      payments: createPaymentService({ ...base, seal, banks }),
      auditPages: createAuditPages({ ...base, users: userNames }),
      statistics: createStatistics(base),
      firstSteps: createFirstSteps({ ...base, accounts }),
      transfers: createTransferService({
        ...base,
        logger,
        lifecycle,
        authorisations,
        accounts,
        limits,
        readStatement: createStatementReader(),
      }),
      toldTransfers: createToldTransfers(base),
      testPayments: createTestPayments({ ...base, apiKeys, transactions }),
    },
    /** What forgets what has had its time; each answers how much. */
    purges: {
      sessions: sessions.purge,
      users: users.purge,
      passkeys: passkeys.purge,
      invitations: invitations.purge,
      limits: limits.purge,
    },
  };
}
