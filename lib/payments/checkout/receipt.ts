import { timingSafeEqual } from "node:crypto";
import { paletteOf } from "#lib/merchants/brand/palette.ts";
import type { BrandService } from "#lib/merchants/brand/service.ts";
import type { AttemptService } from "#lib/payments/attempts/service.ts";
import { lockDigest } from "#lib/payments/device-lock/lock.ts";
import type { TransactionService } from "#lib/payments/transactions/service.ts";
import type { Transaction, WholeTransaction } from "#lib/payments/transactions/transaction.ts";
import type { Env } from "#lib/platform/configuration/env.ts";
import type { Mode } from "#lib/platform/configuration/mode.ts";
import type { Seal } from "#lib/platform/crypto/seal.ts";
import { AppError, invalidField } from "#lib/platform/failures/errors.ts";
import { createText } from "#lib/platform/i18n/format.ts";
import { type Locale, offeredLocale } from "#lib/platform/i18n/locale.ts";
import type { Mail } from "#lib/platform/mail/mail.ts";
import { receiptMail } from "#lib/platform/mail/receipt-mail.ts";
import type { Limits } from "#lib/platform/rate-limit/service.ts";
import { emailKey, parseEmail } from "#lib/platform/values/email.ts";
import { languageOfIban } from "./language-of-iban.ts";
import type { Order } from "./order.ts";
import type { CheckoutService } from "./service.ts";
import type { CheckoutView } from "./view.ts";

/** Holds no payer data except the bank. */
export type Receipt = {
  view: CheckoutView;
  /** Only of a bank that is still offered. */
  bankName: string | undefined;
  /** `undefined` on a shared receipt. */
  sharingToken: string | undefined;
};

type Deps = {
  seal: Pick<Seal, "mac" | "macs">;
  checkout: Pick<CheckoutService, "view">;
  transactions: Pick<TransactionService, "findById">;
  attempts: Pick<AttemptService, "payingBank">;
  limits: Pick<Limits, "take">;
  brands: Pick<BrandService, "find">;
  payers: { receiptAddress(transaction: Transaction): Promise<string | undefined> };
  /** Drops the receipt that waits to be sent. */
  letters: { receiptSent(transaction: Transaction): Promise<void> };
  sendMail: (mail: Mail, mode: Mode) => Promise<void>;
  env: Pick<Env, "CHECKOUT_URL">;
};

type Sending = {
  order: Order;
  email: string;
  address: string | undefined;
  locale: Locale;
};

const PURPOSE = "receipt";

/** Shares the transaction's id, which opens nothing, with a keyed digest: the reference also opens the checkout. */
export function createReceipts({ seal, checkout, transactions, attempts, ...deps }: Deps) {
  const tokenOf = (id: string) => `${id}.${short(seal.mac(id, PURPOSE))}`;

  async function mailOf(paid: WholeTransaction, email: string, locale: Locale): Promise<Mail> {
    const { accentColour } = await deps.brands.find(paid.accountId);
    const query = new URLSearchParams({ shared: tokenOf(paid.id) });
    return receiptMail({
      email,
      payeeName: paid.payeeName,
      amount: paid.amount,
      currency: paid.currency,
      paidAt: (paid.finishedAt ?? paid.updatedAt).toISOString(),
      order: paid.externalId,
      description: paid.description,
      lines: paid.lines,
      id: paid.id,
      url: `${deps.env.CHECKOUT_URL}/receipt?${query}`,
      mode: paid.mode,
      text: createText(locale),
      colours: accentColour === null ? undefined : paletteOf(accentColour),
    });
  }

  return {
    /** `undefined` unless paid. In the web flow only the paying browser sees the bank. */
    async own(
      { transaction, view }: Order,
      browserIds: readonly string[],
    ): Promise<Receipt | undefined> {
      if (view.status !== "succeeded") return undefined;
      const { id, flow } = transaction;
      const isHolder = browserIds.some((each) => lockDigest(id, each) === transaction.lockDigest);
      const bank = flow === "direct" || isHolder ? await attempts.payingBank(id) : undefined;
      return { view, bankName: bank?.name, sharingToken: tokenOf(id) };
    },

    /**
     * Mails a link to the shared receipt. The address is not stored.
     * @throws AppError `not_found` unless paid, `invalid_request` (email), `too_many_mails`, `mail_unavailable`
     */
    async send({ order: { transaction, view }, email, address, locale }: Sending): Promise<void> {
      if (view.status !== "succeeded") throw new AppError("not_found");
      const to = parseEmail(email);
      if (to === undefined) throw invalidField("email", "must be an e-mail address");
      await deps.limits.take("receipt", transaction.id);
      if (address !== undefined) await deps.limits.take("mail-address", address);
      await deps.limits.take("mail-recipient", to);
      await deps.sendMail(await mailOf(transaction, to, locale), view.mode);
      const other = await deps.payers.receiptAddress(transaction);
      if (other && emailKey(other) === emailKey(to)) await deps.letters.receiptSent(transaction);
    },

    /** To the payer of a paid order. `undefined` without an address of theirs. */
    async write(transaction: WholeTransaction): Promise<Mail | undefined> {
      const to = await deps.payers.receiptAddress(transaction);
      return to === undefined ? undefined : mailOf(transaction, to, languageOf(transaction));
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

/** As the shop asked, else as people speak where it has its bank account: the payer's browser is not known. */
function languageOf({ locale, payeeIban }: WholeTransaction): Locale {
  return offeredLocale(locale ?? "") ?? languageOfIban(payeeIban);
}

/** Hex to base64url. */
function short(mac: string): string {
  return Buffer.from(mac, "hex").toString("base64url");
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
