import { and, eq, isNull } from "drizzle-orm";
import { createMerchant } from "#lib/console/onboarding/merchant.ts";
import { raiseBankAlert } from "#lib/payments/bank-alerts/alert.ts";
import { paymentAttempts } from "#lib/payments/model/attempts.schema.ts";
import { transactions } from "#lib/payments/model/schema.ts";
import type { Mode } from "#lib/platform/configuration/mode.ts";
import { notify } from "#lib/platform/db/notifications.ts";
import { createMerchantServer } from "../kit/merchant.ts";
import { servers } from "../kit/servers.ts";
import { connect, type Product } from "../merchant/console-routes.ts";
import type { Stage } from "./stage.ts";

// Longer than most banks take.
const LONG_MS = 5 * 60_000;

export const APP_SCHEME = "harbourbooks";

type Merchant = {
  /** Seconds for which it shows an outcome. */
  returnDelay?: number | null;
  /** In live mode, the servers have no bank. */
  mode?: Mode;
};

/** Offers bank transfers, vouches for its app's users and has no registered site. */
export async function openMerchant(
  { request }: Pick<Stage, "request">,
  { returnDelay = null, mode = "test" }: Merchant = {},
) {
  const keys = await withProduct(async ({ services }) => {
    const name = "Harbour Books";
    const iban = "NL91ABNA0417164300";
    const { accountId, keys: made } = await createMerchant(services, {
      name,
      mode,
      iban,
      origins: [],
    });
    await services.accounts.confirmPayee({ accountId, iban, name, isPrimary: true });
    await services.accounts.addAppScheme(accountId, APP_SCHEME, "operator");
    await services.accounts.setTakesTransfers(accountId, true, "operator");
    await services.accounts.setEmailWhitelisted(accountId, true);
    await services.accounts.setReturnDelay(accountId, returnDelay, "operator");
    return made;
  });
  return { keys, server: createMerchantServer(request, servers().app, keys.web) };
}

/** Moves the payment's last change back, and refreshes open pages. */
export function letWaitLong(id: string): Promise<void> {
  return withProduct(async ({ db }) => {
    const updatedAt = new Date(Date.now() - LONG_MS);
    await db.update(transactions).set({ updatedAt }).where(eq(transactions.id, id));
    await notify(db, "bankside_transaction", id);
  });
}

/** Wakes the worker too. */
export function letExpire(id: string): Promise<void> {
  return withProduct(async ({ db }) => {
    await db
      .update(transactions)
      .set({ expiresAt: new Date(Date.now() - 1000) })
      .where(eq(transactions.id, id));
    await notify(db, "bankside_worker", id);
  });
}

export function askBankNow(id: string): Promise<void> {
  return withProduct(async ({ db }) => {
    await db
      .update(paymentAttempts)
      .set({ nextPollAt: new Date(Date.now() - 1000) })
      .where(and(eq(paymentAttempts.transactionId, id), isNull(paymentAttempts.finishedAt)));
    await notify(db, "bankside_worker", id);
  });
}

/** A bank reports a declined payment attempt as executed, without a review yet. */
export function putInQuestion(id: string): Promise<void> {
  return withProduct(async ({ db }) => {
    const [turnedDown] = await db
      .select()
      .from(paymentAttempts)
      .where(eq(paymentAttempts.transactionId, id));
    if (!turnedDown) throw new Error("no bank was asked for it");
    await raiseBankAlert(db, new Date(), {
      attemptId: turnedDown.id,
      transactionId: id,
      kind: "contradiction",
      ourStatus: "failed",
      bankStatus: "ACSC",
      bankPaymentId: turnedDown.bankPaymentId,
    });
  });
}

/** The payer came back from the bank. The wait for its status outlasts any test, unless the return was in the past. */
export function letComeBack(id: string, agoMs = -60 * 60_000): Promise<void> {
  return withProduct(async ({ db }) => {
    await db
      .update(paymentAttempts)
      .set({ stateUsedAt: new Date(Date.now() - agoMs) })
      .where(eq(paymentAttempts.transactionId, id));
    await notify(db, "bankside_transaction", id);
  });
}

export async function withProduct<T>(work: (product: Product) => Promise<T>): Promise<T> {
  const product = connect();
  try {
    return await work(product);
  } finally {
    await product.services.close();
  }
}
