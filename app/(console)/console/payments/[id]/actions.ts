"use server";

import { redirect } from "next/navigation";
import { z } from "zod";
import { consolePath } from "#lib/console/links.ts";
import type { FormState } from "#lib/form-state.ts";
import { memberAction } from "#lib/next/console-action.ts";
import { merchantText } from "#lib/next/text.ts";
import { getServices } from "#lib/services.ts";

/** Cancels a pending payment. */
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
