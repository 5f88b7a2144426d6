import { timingSafeEqual } from "node:crypto";
import type { AttemptService } from "#lib/payments/attempts/service.ts";
import { lockDigest } from "#lib/payments/device-lock/lock.ts";
import type { TransactionService } from "#lib/payments/transactions/service.ts";
import type { Seal } from "#lib/platform/crypto/seal.ts";
import type { Order } from "./order.ts";
import type { CheckoutService } from "./service.ts";
import type { CheckoutView } from "./view.ts";

/** Holds no payer data except the bank. */
export type Receipt = {
  view: CheckoutView;
  /** `undefined` if not paid at a bank, if the bank is no longer offered, or for others. */
  bankName: string | undefined;
  /** Opens the same receipt for others; `undefined` on a shared receipt. */
  sharingToken: string | undefined;
};

type Deps = {
  seal: Pick<Seal, "mac" | "macs">;
  checkout: Pick<CheckoutService, "view">;
  transactions: Pick<TransactionService, "findById">;
  attempts: Pick<AttemptService, "payingBank">;
};

const PURPOSE = "receipt";

/** The reference also opens the checkout, so sharing uses the transaction's id, which opens nothing, with a keyed digest. */
export function createReceipts({ seal, checkout, transactions, attempts }: Deps) {
  return {
    /** `undefined` unless paid. In the web flow only the paying browser sees the bank: a code scanned later also opens this. */
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

    /** `undefined` for an invalid token, without a lookup. */
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

/** Hex to base64url. */
function short(mac: string): string {
  return Buffer.from(mac, "hex").toString("base64url");
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
