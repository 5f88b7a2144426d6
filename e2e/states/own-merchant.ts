import { eq } from "drizzle-orm";
import { transactions } from "#lib/db/schema.ts";
import { createMerchant } from "#lib/onboarding.ts";
import { connect, type Product } from "../console-routes.ts";
import { createMerchantServer } from "../merchant.ts";
import { servers } from "../servers.ts";
import type { Stage } from "./stage.ts";

// Longer than banks mostly take.
const LONG_MS = 5 * 60_000;

/**
 * A merchant of its own on the servers whose database can be reached: it takes bank transfers, vouches for the addresses
 * of its app's users, and has registered no site.
 */
export async function openMerchant({ request }: Stage) {
  const keys = await withProduct(async ({ services }) => {
    const name = "Harbour Books";
    const iban = "NL91ABNA0417164300";
    const { accountId, keys: made } = await createMerchant(services, {
      name,
      mode: "test",
      iban,
      origins: [],
    });
    await services.accounts.confirmPayee({ accountId, iban, name, isPrimary: true });
    await services.accounts.setTakesTransfers(accountId, true, "operator");
    await services.accounts.setEmailWhitelisted(accountId, true);
    return made;
  });
  return { keys, server: createMerchantServer(request, servers().first, keys.web) };
}

/** Lets a payment's last change be longer ago, as if the bank had been silent since. */
export function letWaitLong(id: string): Promise<void> {
  return withProduct(async ({ db }) => {
    const updatedAt = new Date(Date.now() - LONG_MS);
    await db.update(transactions).set({ updatedAt }).where(eq(transactions.id, id));
  });
}

async function withProduct<T>(work: (product: Product) => Promise<T>): Promise<T> {
  const product = connect();
  try {
    return await work(product);
  } finally {
    await product.services.close();
  }
}
