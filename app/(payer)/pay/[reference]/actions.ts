"use server";

import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { z } from "zod";
import { payPath } from "#components/checkout/links.ts";
import type { ErrorCode } from "#lib/errors.ts";
import { runAction } from "#lib/next/action.ts";
import { actionContext } from "#lib/next/action-context.ts";
import { payerIpOf } from "#lib/next/device.ts";
import { getServices } from "#lib/services.ts";

const orderFields = {
  reference: z.string().min(1).max(64),
  lang: z.string().max(16).optional(),
};
const cancelForm = z.strictObject(orderFields);
const startForm = z.strictObject({
  ...orderFields,
  bank: z.string().min(1).max(64),
  orderDigest: z.string().min(1).max(128),
});

/** The payer goes to the bank to approve what the review showed. */
export async function startPaymentAction(form: FormData): Promise<void> {
  const { authorisations } = await getServices();
  const payerIp = payerIpOf(await headers());
  const result = await runAction(
    form,
    startForm,
    await actionContext(),
    ({ reference, bank, orderDigest }) =>
      authorisations.start({ reference, bankId: bank, orderDigest, payerIp }),
  );
  if (result.ok) redirect(result.value.approvalUrl);
  const { reference = "", bank, lang } = result.input ?? {};
  const query = { lang, problem: result.code };
  if (isOver(result.code)) redirect(payPath(reference, "/result", query));
  redirect(payPath(reference, "/review", { bank, ...query }));
}

/** The payer gives up. */
export async function cancelPaymentAction(form: FormData): Promise<void> {
  const { checkout } = await getServices();
  const result = await runAction(form, cancelForm, await actionContext(), ({ reference }) =>
    checkout.cancel(reference),
  );
  const { reference = "", lang } = result.input ?? {};
  redirect(payPath(reference, "/result", { lang, problem: result.ok ? undefined : result.code }));
}

/** Tells whether a failure leaves nothing to review. */
function isOver(code: ErrorCode): boolean {
  return [
    "transaction_final",
    "transaction_in_progress",
    "attempts_exhausted",
    "not_found",
  ].includes(code);
}
