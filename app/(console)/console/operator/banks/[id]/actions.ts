"use server";

import { redirect } from "next/navigation";
import { z } from "zod";
import { consolePath } from "#lib/console/paths/links.ts";
import { operatorAction } from "#lib/next/console/console-action.ts";
import { merchantText } from "#lib/next/request/text.ts";
import { getServices } from "#lib/services/index.ts";

const bankId = z.string().regex(/^[a-z0-9][a-z0-9-]{0,62}$/);
const pauseSchema = z.strictObject({ bankId, reason: z.string().max(1000) });

export const pauseBankAction = operatorAction(pauseSchema, "dangerous", async (input, { user }) => {
  const { bankPauses } = await getServices();
  await bankPauses.pause(input.bankId, input.reason, user.id);
  return backTo(input.bankId, "paused");
});

export const resumeBankAction = operatorAction(
  z.strictObject({ bankId }),
  "dangerous",
  async (input, { user }) => {
    const { bankPauses } = await getServices();
    await bankPauses.resume(input.bankId, user.id);
    return backTo(input.bankId, "resumed");
  },
);

async function backTo(id: string, done: "paused" | "resumed"): Promise<never> {
  redirect(consolePath(`/operator/banks/${id}`, { done, ...(await merchantText()).linkQuery }));
}
