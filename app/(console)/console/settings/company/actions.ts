"use server";

import { z } from "zod";
import { DELIVER_ON } from "#lib/merchants/model/deliver-on.ts";
import { PAYER_VERIFICATIONS } from "#lib/merchants/model/payer-verification.ts";
import { demandRecentFactor } from "#lib/next/console/recent-factor.ts";
import { merchantText } from "#lib/next/request/text.ts";
import { invalidField } from "#lib/platform/failures/errors.ts";
import { fromDecimalString } from "#lib/platform/values/money.ts";
import { getServices } from "#lib/services/index.ts";
import { completeStep } from "../../complete-step.ts";
import { changeSettings } from "../change.ts";

const field = z.string().max(500);

export const renameAction = changeSettings(
  z.strictObject({ name: field }),
  "owner",
  async ({ name }, { account, user }) => {
    const { accounts } = await getServices();
    await accounts.rename(account.id, name, user.id);
    return (await merchantText()).messages.settings.saved;
  },
);

/** Sets whether the event of a success waits for its money. */
export const setDeliverOnAction = changeSettings(
  z.strictObject({ deliverOn: z.enum(DELIVER_ON) }),
  "owner",
  async ({ deliverOn }, { account, user }) => {
    const { accounts } = await getServices();
    await accounts.setDeliverOn(account.id, deliverOn, user.id);
    return (await merchantText()).messages.settings.company.deliverOn.saved;
  },
);

export const setPayerVerificationAction = changeSettings(
  z.strictObject({ verification: z.enum(PAYER_VERIFICATIONS) }),
  "owner",
  async ({ verification }, { account, user }) => {
    const { accounts } = await getServices();
    await accounts.setPayerVerification(account.id, verification, user.id);
    return (await merchantText()).messages.settings.saved;
  },
);

/** The IBAN waits until the operator confirms it. */
export const proposePayeeAction = changeSettings(
  z.strictObject({ iban: field, holder: field }),
  "owner",
  async (input, { account, user }) => {
    const { accounts } = await getServices();
    await completeStep("company", { account }, () =>
      accounts.proposePayee({ accountId: account.id, ...input }, user.id),
    );
    return (await merchantText()).messages.settings.company.form.saved;
  },
);

/** Withdraws an IBAN that waits for confirmation. */
export const withdrawPayeeAction = changeSettings(
  z.strictObject({}),
  "owner",
  async (_input, { account, user }) => {
    const { accounts } = await getServices();
    await accounts.withdrawPayee(account.id, user.id);
    return (await merchantText()).messages.settings.saved;
  },
);

/** Above which a member confirms a refund with their second factor. So does who changes them, once they are set. */
export const setRefundLimitsAction = changeSettings(
  z.strictObject({ perRefund: field, perDay: field, code: field.default("") }),
  "owner",
  async (input, { account, user, session }) => {
    const limits = {
      perRefund: readLimit("perRefund", input.perRefund),
      perDay: readLimit("perDay", input.perDay),
    };
    const { refunds } = await getServices();
    const { perRefund, perDay } = await refunds.limits(account.id);
    if (perRefund !== null || perDay !== null) await demandRecentFactor(session, input.code);
    await refunds.setLimits(account.id, limits, user.id);
    return (await merchantText()).messages.refunds.limits.saved;
  },
);

function readLimit(field: string, typed: string): number | null {
  if (typed.trim() === "") return null;
  const limit = fromDecimalString(typed.trim().replace(",", "."), "EUR");
  if (limit === undefined) throw invalidField(field, "refund_limit");
  return limit;
}
