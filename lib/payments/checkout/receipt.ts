import { timingSafeEqual } from "node:crypto";
import type { AttemptService } from "#lib/payments/attempts/service.ts";
import { lockDigest } from "#lib/payments/device-lock/lock.ts";
import type { TransactionService } from "#lib/payments/transactions/service.ts";
import type { Seal } from "#lib/platform/crypto/seal.ts";
import type { CheckoutService } from "./service.ts";
import type { CheckoutView, PayFlow } from "./view.ts";

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
  async function paidView(reference: string, flow: PayFlow): Promise<CheckoutView | undefined> {
    const view = await checkout.view(reference, flow);
    return view?.status === "succeeded" ? view : undefined;
  }

  async function heldBy(id: string, browserId: string | undefined): Promise<boolean> {
    if (browserId === undefined) return false;
    return (await transactions.findById(id))?.lockDigest === lockDigest(id, browserId);
  }

  return {
    /**
     * The receipt for whoever holds the reference; `undefined` for a payment that did not succeed or is unknown in `flow`. In
     * the web flow only the browser that paid is shown the bank: a code that was scanned later opens this too.
     */
    async own(reference: string, flow: PayFlow, browserId?: string): Promise<Receipt | undefined> {
      const view = await paidView(reference, flow);
      if (!view) return undefined;
      const isPayers = flow === "direct" || (await heldBy(view.transactionId, browserId));
      const bank = isPayers ? await attempts.payingBank(view.transactionId) : undefined;
      const sharingToken = `${view.transactionId}.${short(seal.mac(view.transactionId, PURPOSE))}`;
      return { view, bankName: bank?.name, sharingToken };
    },

    /** The receipt that `token` was made for; `undefined` for any other text. Nothing is looked up before the digest fits. */
    async shared(token: string): Promise<Receipt | undefined> {
      const [id = "", mac = "", ...more] = token.split(".");
      const expected = seal.macs(id, PURPOSE).map(short);
      if (more.length > 0 || !expected.some((other) => isSame(mac, other))) return undefined;
      const transaction = await transactions.findById(id);
      const view = transaction && (await paidView(transaction.reference, transaction.flow));
      return view && { view, bankName: undefined, sharingToken: undefined };
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
