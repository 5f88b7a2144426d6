import { eq, sql } from "drizzle-orm";
import { brands } from "#lib/merchants/model/schema.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { prepare } from "#lib/platform/db/prepared.ts";
import { run } from "#lib/platform/db/run.ts";
import type { Brand } from "./brand.ts";

export type BrandRow = typeof brands.$inferSelect;

const ofAccount = prepare("brand-of-account", (db) => {
  const { accentColour, scheme, logoDigest } = brands;
  return db
    .select({ accentColour, scheme, logoDigest })
    .from(brands)
    .where(eq(brands.accountId, sql.placeholder("accountId")));
});

export async function find(db: Database, accountId: string): Promise<Brand | undefined> {
  const [row] = await run(db, ofAccount({ accountId }));
  return row;
}

export async function findLogo(
  db: Database,
  digest: string,
): Promise<Pick<BrandRow, "logo" | "logoType"> | undefined> {
  const [row] = await db
    .select({ logo: brands.logo, logoType: brands.logoType })
    .from(brands)
    .where(eq(brands.logoDigest, digest))
    .limit(1);
  return row;
}

export async function put(
  db: Database,
  accountId: string,
  values: Partial<Omit<BrandRow, "accountId">> & Pick<BrandRow, "updatedAt">,
): Promise<void> {
  await db
    .insert(brands)
    .values({ accountId, ...values })
    .onConflictDoUpdate({ target: brands.accountId, set: values });
}
