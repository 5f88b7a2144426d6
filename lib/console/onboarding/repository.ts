import { and, arrayOverlaps, eq, exists, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { onboarding } from "#lib/console/model/schema.ts";
import { accounts, apiKeys, brands, payees } from "#lib/merchants/model/schema.ts";
import { transactions } from "#lib/payments/model/schema.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { OUTCOME_EVENTS } from "#lib/webhooks/model/event-types.ts";
import { webhookEndpoints } from "#lib/webhooks/model/schema.ts";

export type OnboardingRow = typeof onboarding.$inferSelect;

const any = (
  db: Database,
  table: typeof webhookEndpoints | typeof transactions,
  condition: SQL | undefined,
) => sql<boolean>`${exists(db.select({ one: sql`1` }).from(table).where(condition))}`;

export async function find(db: Database, accountId: string) {
  const activeTestKey = and(
    eq(apiKeys.accountId, accounts.id),
    eq(apiKeys.mode, "test"),
    isNull(apiKeys.revokedAt),
    isNull(apiKeys.scopes),
  );
  const firstUse = sql`coalesce(${apiKeys.firstUsedAt}, ${apiKeys.lastUsedAt})`;
  const endpoint = and(
    eq(webhookEndpoints.accountId, accounts.id),
    eq(webhookEndpoints.mode, "test"),
    isNull(webhookEndpoints.disabledAt),
    isNotNull(webhookEndpoints.secretSavedAt),
    arrayOverlaps(webhookEndpoints.eventTypes, [...OUTCOME_EVENTS]),
  );
  const paid = and(
    eq(transactions.accountId, accounts.id),
    eq(transactions.mode, "test"),
    eq(transactions.status, "succeeded"),
  );
  const [row] = await db
    .select({
      payeeId: payees.id,
      confirmedAt: payees.confirmedAt,
      takesTransfers: accounts.takesTransfers,
      brandedAt: brands.updatedAt,
      dismissedAt: onboarding.dismissedAt,
      testKeys: db.$count(apiKeys, activeTestKey),
      firstCallAt: sql`(select min(${firstUse}) from ${apiKeys} where ${activeTestKey})`.mapWith(
        apiKeys.firstUsedAt,
      ) as SQL<Date | null>,
      hasEndpoint: any(db, webhookEndpoints, endpoint),
      hasPaid: any(db, transactions, paid),
    })
    .from(accounts)
    .leftJoin(payees, and(eq(payees.accountId, accounts.id), eq(payees.isPrimary, true)))
    .leftJoin(brands, eq(brands.accountId, accounts.id))
    .leftJoin(onboarding, eq(onboarding.accountId, accounts.id))
    .where(eq(accounts.id, accountId));
  return row;
}

export async function save(
  db: Database,
  accountId: string,
  values: Partial<Omit<OnboardingRow, "accountId">>,
) {
  await db
    .insert(onboarding)
    .values({ accountId, ...values })
    .onConflictDoUpdate({ target: onboarding.accountId, set: values });
}

export async function findReference(
  db: Database,
  accountId: string,
  id: string,
): Promise<string | undefined> {
  const [row] = await db
    .select({ reference: transactions.reference })
    .from(transactions)
    .where(
      and(
        eq(transactions.id, id),
        eq(transactions.accountId, accountId),
        eq(transactions.mode, "test"),
        eq(transactions.flow, "web"),
      ),
    );
  return row?.reference;
}
