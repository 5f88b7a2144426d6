"use server";

import { redirect } from "next/navigation";
import { z } from "zod";
import { consolePath } from "#lib/console/paths/links.ts";
import { memberAction } from "#lib/next/console/console-action.ts";
import { merchantText } from "#lib/next/request/text.ts";
import { SEEN_FUNDS } from "#lib/payments/model/funds.ts";
import type { FormState } from "#lib/platform/values/form-state.ts";
import { getServices } from "#lib/services/index.ts";

export async function markReceivedAction(
  _previous: FormState<undefined>,
  form: FormData,
): Promise<FormState<undefined>> {
  const schema = z.strictObject({ id: z.string().max(64), amount: z.string().max(100) });
  return memberAction(form, schema, "developer", async ({ id, amount }, { account, user }) => {
    const { transfers } = await getServices();
    await transfers.markReceived(account.id, { id, amountText: amount }, user.id);
    const { linkQuery } = await merchantText();
    redirect(consolePath(`/payments/${id}`, linkQuery));
  });
}

export async function markNotReceivedAction(
  _previous: FormState<undefined>,
  form: FormData,
): Promise<FormState<undefined>> {
  const schema = z.strictObject({ id: z.string().max(64) });
  return memberAction(form, schema, "developer", async ({ id }, { account, user }) => {
    const { transfers } = await getServices();
    await transfers.markNotReceived(account.id, id, user.id);
    const { linkQuery } = await merchantText();
    redirect(consolePath(`/payments/${id}`, linkQuery));
  });
}

/** Marks the money of a payment that succeeded as arrived, or as returned. */
export async function markFundsAction(
  _previous: FormState<undefined>,
  form: FormData,
): Promise<FormState<undefined>> {
  const schema = z.strictObject({ id: z.string().max(64), funds: z.enum(SEEN_FUNDS) });
  return memberAction(form, schema, "developer", async (mark, { account, user }) => {
    const { transfers } = await getServices();
    await transfers.markFunds(account.id, mark, user.id);
    const { linkQuery } = await merchantText();
    redirect(consolePath(`/payments/${mark.id}`, linkQuery));
  });
}

export async function cancelPaymentAction(
  _previous: FormState<null>,
  form: FormData,
): Promise<FormState<null>> {
  const schema = z.strictObject({ id: z.string().max(64) });
  return memberAction(form, schema, "developer", async ({ id }, { account, user }) => {
    const { transactions } = await getServices();
    await transactions.cancelForAccount(account.id, id, user.id);
    const { linkQuery } = await merchantText();
    redirect(consolePath(`/payments/${id}`, linkQuery));
  });
}
