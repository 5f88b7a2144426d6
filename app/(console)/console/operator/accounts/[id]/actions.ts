"use server";

import { refresh } from "next/cache";
import { redirect } from "next/navigation";
import { z } from "zod";
import { consolePath } from "#lib/console/paths/links.ts";
import { operatorAction } from "#lib/next/console/console-action.ts";
import { merchantText } from "#lib/next/request/text.ts";
import { invalidField } from "#lib/platform/failures/errors.ts";
import { idPattern } from "#lib/platform/values/ids.ts";
import { getServices } from "#lib/services/index.ts";

const accountId = z.string().regex(idPattern("acct"));
const payeeSchema = z.strictObject({
  accountId,
  iban: z.string().max(1000),
  name: z.string().max(1000),
  isPrimary: z.literal("on").optional(),
});
const whitelistSchema = z.strictObject({ accountId, isOn: z.enum(["on", "off"]) });
const closeSchema = z.strictObject({ accountId, typedId: z.string().max(1000) });

export const confirmPayeeAction = operatorAction(
  payeeSchema,
  "dangerous",
  async (input, { user }) => {
    const { accounts } = await getServices();
    const payee = { ...input, isPrimary: input.isPrimary === "on" };
    return backTo(input.accountId, await accounts.confirmPayee(payee, user.id));
  },
);

export const setWhitelistedAction = operatorAction(
  whitelistSchema,
  "dangerous",
  async (input, { user }) => {
    const { accounts } = await getServices();
    await accounts.setEmailWhitelisted(input.accountId, input.isOn === "on", user.id);
    return backTo(input.accountId, "trust");
  },
);

export const closeAccountAction = operatorAction(
  closeSchema,
  "dangerous",
  async (input, { user }) => {
    if (input.typedId.trim() !== input.accountId) throw invalidField("typedId", "account_id");
    const { operator } = await getServices();
    const { wasOpen: _, ...counts } = await operator.close(input.accountId, user.id);
    refresh();
    const { messages, format } = await merchantText();
    return { notice: format(messages.operator.account.closeDone, counts), value: undefined };
  },
);

type Done = "added" | "changed" | "unchanged" | "trust";

async function backTo(accountId: string, done: Done): Promise<never> {
  const { linkQuery } = await merchantText();
  redirect(consolePath(`/operator/accounts/${accountId}`, { done, ...linkQuery }));
}
