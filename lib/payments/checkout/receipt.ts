import { timingSafeEqual } from "node:crypto";
import type { AttemptService } from "#lib/payments/attempts/service.ts";
import { lockDigest } from "#lib/payments/device-lock/lock.ts";
import type { TransactionService } from "#lib/payments/transactions/service.ts";
import type { Seal } from "#lib/platform/crypto/seal.ts";
import type { Order } from "./order.ts";
import type { CheckoutService } from "./service.ts";
import type { CheckoutView } from "./view.ts";

/** What a receipt is made from. It never holds anything of the payer's but the bank. */
export type Receipt = {
  view: CheckoutView;
  /** The bank it was paid at; none where another way was taken, the bank is not offered any more, or for others. */
  bankName: string | undefined;
  /** Opens the same receipt for others; none on a shared receipt. */
  sharingToken: string | undefined;
};

type Deps = {
  seal: Pick<Seal, "mac" | "macs">;
  checkout: Pick<CheckoutService, "view">;
  transactions: Pick<TransactionService, "findById">;
  attempts: Pick<AttemptService, "payingBank">;
};

const PURPOSE = "receipt";

/**
 * Receipts of payments that succeeded. The reference opens the checkout too, so what is handed on is a token of its own:
 * the transaction's id, which opens nothing, with a keyed digest of it.
 */
export function createReceipts({ seal, checkout, transactions, attempts }: Deps) {
  return {
    /**
     * The receipt of an order that a page shows; `undefined` for one that did not succeed. In the web flow only the browser that
     * paid is shown the bank: a code that was scanned later opens this too.
     */
    async own(
      { transaction, view }: Order,
      browserIds: readonly string[],
    ): Promise<Receipt | undefined> {
      if (view.status !== "succeeded") return undefined;
      const { id, flow } = transaction;
      const isHolder = browserIds.some((each) => lockDigest(id, each) === transaction.lockDigest);
      const bank = flow === "direct" || isHolder ? await attempts.payingBank(id) : undefined;
      const sharingToken = `${id}.${short(seal.mac(id, PURPOSE))}`;
      return { view, bankName: bank?.name, sharingToken };
    },

    /** The receipt that `token` was made for; `undefined` for any other text. Nothing is looked up before the digest fits. */
    async shared(token: string): Promise<Receipt | undefined> {
      const [id = "", mac = "", ...more] = token.split(".");
      const expected = seal.macs(id, PURPOSE).map(short);
      if (more.length > 0 || !expected.some((other) => isSame(mac, other))) return undefined;
      const transaction = await transactions.findById(id);
      const view = transaction && (await checkout.view(transaction.reference, transaction.flow));
      if (view?.status !== "succeeded") return undefined;
      return { view, bankName: undefined, sharingToken: undefined };
    },
  };
}

/** A digest in hex as base64url, for addresses. */
function short(mac: string): string {
  return Buffer.from(mac, "hex").toString("base64url");
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
