"use server";

import { redirect } from "next/navigation";
import { z } from "zod";
import { runAction } from "#lib/next/actions/action.ts";
import { countStep } from "#lib/next/payer/payer-steps.ts";
import { actionContext } from "#lib/next/request/action-context.ts";
import { getServices } from "#lib/services/index.ts";

const typed = z.string().max(1000);

const schema = z.strictObject({
  token: z.string().max(64),
  lang: z.string().max(16).optional(),
  iban: typed,
  name: typed,
});

/** The page shows the result. */
export async function giveAccountAction(form: FormData): Promise<void> {
  const result = await runAction(form, schema, await actionContext(), async (input) => {
    await countStep();
    const { refunds } = await getServices();
    await refunds.useLink(input.token, input);
  });
  const token = result.input?.token ?? "unknown";
  const query = new URLSearchParams();
  if (result.input?.lang) query.set("lang", result.input.lang);
  if (!result.ok) {
    const wrong = result.fields.map(({ path }) => path).join(".");
    query.set("wrong", wrong || "other");
  }
  redirect(`/refund/${encodeURIComponent(token)}?${query}`);
}
