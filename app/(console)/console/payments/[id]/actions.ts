"use server";

import { redirect } from "next/navigation";
import { z } from "zod";
import { consolePath } from "#lib/console/paths/links.ts";
import { developerAction } from "#lib/next/console/console-action.ts";
import { merchantText } from "#lib/next/request/text.ts";
import { SEEN_FUNDS } from "#lib/payments/model/funds.ts";
import { getServices } from "#lib/services/index.ts";

export const markReceivedAction = developerAction(
  z.strictObject({ id: z.string().max(64), amount: z.string().max(100) }),
  async ({ id, amount }, { account, user }) => {
    const { transfers } = await getServices();
    await transfers.markReceived(account.id, { id, amountText: amount }, user.id);
    const { linkQuery } = await merchantText();
    redirect(consolePath(`/payments/${id}`, linkQuery));
  },
);

export const markNotReceivedAction = developerAction(
  z.strictObject({ id: z.string().max(64) }),
  async ({ id }, { account, user }) => {
    const { transfers } = await getServices();
    await transfers.markNotReceived(account.id, id, user.id);
    const { linkQuery } = await merchantText();
    redirect(consolePath(`/payments/${id}`, linkQuery));
  },
);

/** Marks the money of a payment that succeeded as arrived, or as returned. */
export const markFundsAction = developerAction(
  z.strictObject({ id: z.string().max(64), funds: z.enum(SEEN_FUNDS) }),
  async (mark, { account, user }) => {
    const { transfers } = await getServices();
    await transfers.markFunds(account.id, mark, user.id);
    const { linkQuery } = await merchantText();
    redirect(consolePath(`/payments/${mark.id}`, linkQuery));
  },
);

export const cancelPaymentAction = developerAction(
  z.strictObject({ id: z.string().max(64) }),
  async ({ id }, { account, user }) => {
    const { transactions } = await getServices();
    await transactions.cancelForAccount(account.id, id, user.id);
    const { linkQuery } = await merchantText();
    redirect(consolePath(`/payments/${id}`, linkQuery));
  },
);
