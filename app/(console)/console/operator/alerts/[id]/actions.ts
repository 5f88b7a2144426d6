"use server";

import { redirect } from "next/navigation";
import { z } from "zod";
import { consolePath } from "#lib/console/links.ts";
import { operatorAction } from "#lib/next/console-action.ts";
import { merchantText } from "#lib/next/text.ts";
import type { FormState } from "#lib/platform/form-state.ts";
import { idPattern } from "#lib/platform/ids.ts";
import { isPrintable } from "#lib/platform/printable.ts";
import { getServices } from "#lib/services/index.ts";

const schema = z.strictObject({
  id: z.string().regex(idPattern("alrt")),
  note: z
    .string()
    .trim()
    .refine((text) => isPrintable(text, 500), "alert_note"),
});

export async function resolveAlertAction(_previous: FormState, form: FormData): Promise<FormState> {
  return operatorAction(form, schema, "dangerous", async ({ id, note }, { user }) => {
    const { bankAlerts } = await getServices();
    const mode = (await bankAlerts.get(id))?.mode;
    const done = (await bankAlerts.resolve(id, note, user.id)) ? "resolved" : "before";
    const { linkQuery } = await merchantText();
    redirect(consolePath("/operator/alerts", { mode, done, ...linkQuery }));
  });
}
