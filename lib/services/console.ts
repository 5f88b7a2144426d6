import type { BankDirectory } from "#lib/banks/connector.ts";
import { createBooks } from "#lib/console/books/service.ts";
import { createKeyRotation } from "#lib/console/key-rotation/service.ts";
import { createTestPayments } from "#lib/console/onboarding/payment.ts";
import { createOnboarding } from "#lib/console/onboarding/service.ts";
import { createOperator, type OperatorDeps } from "#lib/console/operator/service.ts";
import { createSavedFilters } from "#lib/console/payment-history/saved-filters/service.ts";
import { createPaymentService } from "#lib/console/payment-history/service.ts";
import { createRetention } from "#lib/console/retention/service.ts";
import { createStatistics } from "#lib/console/statistics/service.ts";
import { createWaysToBePaid } from "#lib/console/ways-to-be-paid/service.ts";
import type { AccountService } from "#lib/merchants/accounts/service.ts";
import type { ApiKeyService } from "#lib/merchants/api-keys/service.ts";
import type { TransactionService } from "#lib/payments/transactions/service.ts";
import { createAuditPages, type UserNames } from "#lib/platform/audit/pages.ts";
import type { Parts } from "./parts.ts";
import { SEALED_COLUMNS } from "./sealed-columns.ts";

type Wings = Omit<OperatorDeps, "db" | "clock" | "pauses"> & {
  bankPauses: OperatorDeps["pauses"];
  banks: BankDirectory;
  accounts: AccountService;
  apiKeys: ApiKeyService;
  transactions: TransactionService;
  userNames: UserNames;
};

export function createConsoleServices(
  { env, connection: { db }, clock, seal }: Parts,
  wings: Wings,
) {
  const base = { db, clock };
  const { accounts, apiKeys, banks, transactions } = wings;
  const keyRotation = createKeyRotation({ ...base, seal, sealedColumns: SEALED_COLUMNS });
  return {
    payments: createPaymentService({ ...base, seal, banks }),
    savedFilters: createSavedFilters(base),
    auditPages: createAuditPages({ ...base, users: wings.userNames }),
    statistics: createStatistics(base),
    onboarding: createOnboarding({ ...base, accounts, banks }),
    books: createBooks(base),
    waysToBePaid: createWaysToBePaid({ db, banks, accounts }),
    testPayments: createTestPayments({ ...base, apiKeys, transactions }),
    operator: createOperator({ ...base, ...wings, pauses: wings.bankPauses }),
    reencryptSecrets: keyRotation.reencrypt,
    countOlderSecrets: keyRotation.countOlder,
    retention: createRetention({ ...base, defaultDays: env.RETENTION_DAYS }),
  };
}
