"use server";

import { redirect } from "next/navigation";
import { z } from "zod";
import { consolePath } from "#lib/console/paths/links.ts";
import { memberAction } from "#lib/next/console/console-action.ts";
import { merchantText } from "#lib/next/request/text.ts";
import { AppError } from "#lib/platform/failures/errors.ts";
import type { FormState } from "#lib/platform/values/form-state.ts";
import { getServices } from "#lib/services/index.ts";

const schema = z.strictObject({ amount: z.string().max(40) });

const idSchema = z.strictObject({ id: z.string().max(64) });

/** Approves at the sandbox bank in place of a payer. */
export async function approveTestPaymentAction(
  _previous: FormState<never>,
  form: FormData,
): Promise<FormState<never>> {
  return memberAction(form, idSchema, "developer", async ({ id }, { account }) => {
    const { testDriver, testPayments } = await getServices();
    const reference = await testPayments.referenceOf(account.id, id);
    if (reference === undefined) throw new AppError("not_found");
    await testDriver.simulate(reference, "approve");
    redirect(consolePath("/first-payment", { id, ...(await merchantText()).linkQuery }));
  });
}

export async function createTestPaymentAction(
  _previous: FormState<never>,
  form: FormData,
): Promise<FormState<never>> {
  return memberAction(form, schema, "developer", async ({ amount }, { account, user }) => {
    const { testPayments } = await getServices();
    const { id } = await testPayments.create(account.id, amount, user.id);
    redirect(consolePath("/first-payment", { id, ...(await merchantText()).linkQuery }));
  });
}
