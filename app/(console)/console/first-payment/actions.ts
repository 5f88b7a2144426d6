"use server";

import { redirect } from "next/navigation";
import { z } from "zod";
import { consolePath } from "#lib/console/links.ts";
import { memberAction } from "#lib/next/console-action.ts";
import { merchantText } from "#lib/next/text.ts";
import type { FormState } from "#lib/platform/form-state.ts";
import { getServices } from "#lib/services/index.ts";

const schema = z.strictObject({ amount: z.string().max(40) });

export async function createTestPaymentAction(
  _previous: FormState<never>,
  form: FormData,
): Promise<FormState<never>> {
  return memberAction(form, schema, "developer", async ({ amount }, { account }) => {
    const { testPayments } = await getServices();
    const { id } = await testPayments.create(account.id, amount);
    redirect(consolePath("/first-payment", { id, ...(await merchantText()).linkQuery }));
  });
}
