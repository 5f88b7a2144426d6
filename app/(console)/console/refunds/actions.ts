"use server";

import { z } from "zod";
import type { ShownOrder } from "#components/console/refunds/show-order.tsx";
import { developerAction } from "#lib/next/console/console-action.ts";
import type { Visit } from "#lib/next/console/console-visit.ts";
import { demandRecentFactor } from "#lib/next/console/recent-factor.ts";
import { merchantText } from "#lib/next/request/text.ts";
import { REFUND_FAILURES } from "#lib/payments/model/refund.ts";
import type { Refund, RefundOrder } from "#lib/payments/refunds/refund.ts";
import { MODES } from "#lib/platform/configuration/mode.ts";
import { AppError, invalidField } from "#lib/platform/failures/errors.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import { formatCreditorReference } from "#lib/platform/values/creditor-reference.ts";
import { formatIban, parseIban } from "#lib/platform/values/iban.ts";
import { fromDecimalString } from "#lib/platform/values/money.ts";
import { isPrintable } from "#lib/platform/values/printable.ts";
import { getServices } from "#lib/services/index.ts";

const id = z.string().max(64);
const typed = z.string().max(1000);

const MAX_NAME_LENGTH = 70;
const MAX_REASON_LENGTH = 140;

/** Of a payment, or of a bank transfer that paid nothing. */
export const createRefundAction = developerAction(
  z.strictObject({
    transactionId: id,
    transferId: id.optional(),
    amount: typed,
    reason: typed.default(""),
    code: typed.default(""),
  }),
  async (input, visit) => {
    const { transactions, refunds } = await getServices();
    const transaction = await transactions.findById(input.transactionId);
    if (transaction?.accountId !== visit.account.id) throw new AppError("not_found");
    const currency = await currencyOf(input.transferId, visit, transaction.currency);
    const amount = fromDecimalString(input.amount.trim().replace(",", "."), currency);
    if (amount === undefined || amount < 1) throw invalidField("amount", "refund_amount");
    const reason = input.reason.trim();
    if (reason !== "" && !isPrintable(reason, MAX_REASON_LENGTH)) {
      throw invalidField("reason", "refund_reason");
    }
    const { accountId, mode } = transaction;
    if (await refunds.isAboveLimit({ accountId, mode }, { amount, currency })) {
      await demandRecentFactor(visit.session, input.code);
    }
    const { refund } = await refunds.create({
      accountId,
      input: {
        transactionId: transaction.id,
        transferId: input.transferId,
        amount,
        reason: reason || undefined,
      },
      actor: visit.user.id,
    });
    const words = (await merchantText()).messages.refunds.payment;
    const notice = refund.status === "awaiting_account" ? words.needsAccount : words.done;
    return { notice, value: undefined };
  },
);

/** Of the money that is refunded. */
async function currencyOf(transferId: string | undefined, { account }: Visit, ofPayment: string) {
  if (transferId === undefined) return ofPayment;
  const { transfers } = await getServices();
  const transfer = await transfers.find(account.id, transferId);
  if (!transfer) throw new AppError("not_found");
  return transfer.currency;
}

/** What a member got from the payer. */
export const enterAccountAction = developerAction(
  z.strictObject({ id, iban: typed, name: typed, code: typed.default("") }),
  async (input, visit) => {
    const iban = parseIban(input.iban);
    if (iban === undefined) throw invalidField("iban", "iban");
    const name = input.name.trim();
    if (!isPrintable(name, MAX_NAME_LENGTH)) throw invalidField("name", "account_holder");
    const { refunds } = await getServices();
    const key = { accountId: visit.account.id, id: input.id };
    const refund = await refunds.get(key);
    const limited = { accountId: visit.account.id, mode: refund.mode };
    if (await refunds.isAboveLimit(limited, refund)) {
      await demandRecentFactor(visit.session, input.code);
    }
    await refunds.enterAccount(key, { iban, name }, visit.user.id);
    const notice = (await merchantText()).messages.refunds.accounts.done;
    return { notice, value: undefined };
  },
);

/** Shown once: only its digest is stored. */
export const createLinkAction = developerAction(z.strictObject({ id }), async (input, visit) => {
  const { refunds } = await getServices();
  const url = await refunds.createLink(
    { accountId: visit.account.id, id: input.id },
    visit.user.id,
  );
  const text = await merchantText();
  return { notice: text.format(text.messages.refunds.accounts.link, { url }), value: undefined };
});

/** For a member who sends the money by hand, or with a banking app. */
export const showAccountAction = developerAction(
  z.strictObject({ id }),
  async (input, visit): Promise<{ value: ShownOrder }> => {
    const { refunds } = await getServices();
    const key = { accountId: visit.account.id, id: input.id };
    const refund = await refunds.get(key);
    const order = await refunds.revealOrder(key, visit.user.id);
    return { value: shownOrder(await merchantText(), refund, order) };
  },
);

function shownOrder(
  text: MerchantText,
  { amount, currency, mode }: Refund,
  order: RefundOrder | undefined,
): ShownOrder {
  const { order: words, ready } = text.messages.refunds;
  if (!order) return { lead: ready.gone, facts: [], code: undefined };
  const { account, code } = order;
  const facts = [
    { label: words.name, value: account.name ?? words.noName },
    { label: words.iban, value: formatIban(account.iban), figures: true },
    { label: words.amount, value: text.amount(amount, currency), figures: true },
    { label: words.reference, value: formatCreditorReference(order.reference), figures: true },
    { label: words.endToEndId, value: order.endToEndId, figures: true },
  ];
  const alternative = mode === "test" ? words.testQr : words.qr;
  return {
    lead: code === null ? words.lead : words.codeLead,
    facts,
    code: code === null ? undefined : { content: code, alternative },
  };
}

/** What a bank reported of a refund. */
export const markSeenAction = developerAction(z.strictObject({ id }), async (input, visit) => {
  const { refunds } = await getServices();
  await refunds.markSeen({ accountId: visit.account.id, id: input.id }, visit.user.id);
  return { value: undefined };
});

const CHANGES = ["sent", "succeeded", "failed", "released", "cancel", "returned"] as const;

/** What a member did with it, or saw on the bank account. */
export const changeRefundAction = developerAction(
  z.strictObject({
    id,
    change: z.enum(CHANGES),
    seen: z.iso.datetime(),
    failure: z.enum(REFUND_FAILURES).optional(),
  }),
  async (input, { account, user }) => {
    const { refunds } = await getServices();
    const key = { accountId: account.id, id: input.id, seenAt: new Date(input.seen) };
    const words = (await merchantText()).messages.refunds;
    const changes = {
      sent: [() => refunds.markSent(key, user.id), words.ready.sentDone],
      succeeded: [() => refunds.markSucceeded(key, user.id), words.processing.succeededDone],
      failed: [
        () => refunds.markFailed(key, input.failure ?? "refused", user.id),
        words.processing.failedDone,
      ],
      released: [() => refunds.release(key, user.id), words.processing.releasedDone],
      cancel: [() => refunds.cancel(key, user.id), words.cancel.done],
      returned: [() => refunds.markReturned(key, user.id), words.comeBack.done],
    } as const satisfies Record<(typeof CHANGES)[number], readonly [() => unknown, string]>;
    const [change, notice] = changes[input.change];
    await change();
    return { notice, value: undefined };
  },
);

export const createRefundFileAction = developerAction(
  z.strictObject({ mode: z.enum(MODES) }),
  async ({ mode }, { account, user }) => {
    const { refunds } = await getServices();
    await refunds.createFile({ accountId: account.id, mode }, user.id);
    const notice = (await merchantText()).messages.refunds.ready.fileDone;
    return { notice, value: undefined };
  },
);
