"use server";

import { redirect } from "next/navigation";
import { z } from "zod";
import { consolePath } from "#lib/console/paths/links.ts";
import { memberAction } from "#lib/next/console/console-action.ts";
import { merchantText } from "#lib/next/request/text.ts";
import { MODES } from "#lib/platform/configuration/mode.ts";
import type { FormState } from "#lib/platform/values/form-state.ts";
import { getServices } from "#lib/services/index.ts";
import { linkQueryOf, orderOf, orderQueryOf, paymentQueryOf, searchQueryOf } from "./query.ts";

const shown = { mode: z.enum(MODES), query: z.string().max(2_000) };

export async function saveFilterAction(
  _previous: FormState<never>,
  form: FormData,
): Promise<FormState<never>> {
  const schema = z.strictObject({ ...shown, name: z.string().max(100) });
  return memberAction(form, schema, "viewer", async (input, { account, user }) => {
    const { savedFilters } = await getServices();
    const query = knownPart(input.query);
    const holder = { accountId: account.id, userId: user.id };
    await savedFilters.save(holder, {
      name: input.name,
      query: String(new URLSearchParams(query)),
    });
    return redirect(await listPath(input.mode, query));
  });
}

export async function removeFilterAction(
  _previous: FormState<never>,
  form: FormData,
): Promise<FormState<never>> {
  const schema = z.strictObject({ ...shown, id: z.string().max(64) });
  return memberAction(form, schema, "viewer", async ({ id, mode, query }, { account, user }) => {
    const { savedFilters } = await getServices();
    await savedFilters.remove({ accountId: account.id, userId: user.id }, id);
    return redirect(await listPath(mode, knownPart(query)));
  });
}

/** Only what the list can read. */
function knownPart(typed: string): Record<string, string> {
  const query = searchQueryOf(new URLSearchParams(typed));
  const known = { ...linkQueryOf(paymentQueryOf(query)), ...orderQueryOf(orderOf(query)) };
  return Object.fromEntries(
    Object.entries(known).filter((entry): entry is [string, string] => Boolean(entry[1])),
  );
}

async function listPath(mode: (typeof MODES)[number], query: Record<string, string>) {
  const { linkQuery } = await merchantText();
  return consolePath("/payments", {
    mode: mode === "live" ? "live" : undefined,
    ...linkQuery,
    ...query,
  });
}
