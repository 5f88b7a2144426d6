"use server";

import { redirect } from "next/navigation";
import { z } from "zod";
import { consolePath } from "#lib/console/paths/links.ts";
import { developerAction } from "#lib/next/console/console-action.ts";
import { merchantText } from "#lib/next/request/text.ts";
import { AppError } from "#lib/platform/failures/errors.ts";
import { getServices } from "#lib/services/index.ts";

const schema = z.strictObject({ amount: z.string().max(40) });

const idSchema = z.strictObject({ id: z.string().max(64) });

/** Approves at the sandbox bank in place of a payer. */
export const approveTestPaymentAction = developerAction(idSchema, async ({ id }, { account }) => {
  const { testDriver, testPayments } = await getServices();
  const reference = await testPayments.referenceOf(account.id, id);
  if (reference === undefined) throw new AppError("not_found");
  await testDriver.simulate(reference, "approve");
  redirect(consolePath("/first-payment", { id, ...(await merchantText()).linkQuery }));
});

export const createTestPaymentAction = developerAction(
  schema,
  async ({ amount }, { account, user }) => {
    const { testPayments } = await getServices();
    const { id } = await testPayments.create(account.id, amount, user.id);
    redirect(consolePath("/first-payment", { id, ...(await merchantText()).linkQuery }));
  },
);
