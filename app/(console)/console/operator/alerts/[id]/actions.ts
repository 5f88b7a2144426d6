"use server";

import { redirect } from "next/navigation";
import { z } from "zod";
import { consolePath } from "#lib/console/paths/links.ts";
import { operatorAction } from "#lib/next/console/console-action.ts";
import { merchantText } from "#lib/next/request/text.ts";
import { OUTCOMES } from "#lib/payments/model/status.ts";
import { AppError } from "#lib/platform/failures/errors.ts";
import { idPattern } from "#lib/platform/values/ids.ts";
import { isPrintable } from "#lib/platform/values/printable.ts";
import { getServices } from "#lib/services/index.ts";

const id = z.string().regex(idPattern("alrt"));
const note = z
  .string()
  .trim()
  .refine((text) => isPrintable(text, 500), "alert_note");
const resolveSchema = z.strictObject({ id, note });
// Its own name, because the page has both forms.
const settleSchema = z.strictObject({ id, outcome: z.enum(OUTCOMES), statement: note });

export const resolveAlertAction = operatorAction(
  resolveSchema,
  "dangerous",
  async ({ id, note }, { user }) => {
    const { bankAlerts } = await getServices();
    const mode = (await bankAlerts.get(id))?.mode;
    const done = (await bankAlerts.resolve(id, note, user.id)) ? "resolved" : "before";
    const { linkQuery } = await merchantText();
    redirect(consolePath("/operator/alerts", { mode, done, ...linkQuery }));
  },
);

export const settleAction = operatorAction(settleSchema, "dangerous", async (input, { user }) => {
  const { bankAlerts, settlement } = await getServices();
  const found = await bankAlerts.get(input.id);
  if (!found) throw new AppError("not_found");
  const { outcome, statement } = input;
  await settlement.settle({ id: found.alert.transactionId, outcome, note: statement }, user.id);
  const { linkQuery } = await merchantText();
  redirect(consolePath("/operator/alerts", { mode: found.mode, done: "settled", ...linkQuery }));
});
