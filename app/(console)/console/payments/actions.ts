"use server";

import { redirect } from "next/navigation";
import { z } from "zod";
import { consolePath } from "#lib/console/paths/links.ts";
import { viewerAction } from "#lib/next/console/console-action.ts";
import { merchantText } from "#lib/next/request/text.ts";
import { MODES } from "#lib/platform/configuration/mode.ts";
import { getServices } from "#lib/services/index.ts";
import { linkQueryOf, orderOf, orderQueryOf, paymentQueryOf, searchQueryOf } from "./query.ts";

const shown = { mode: z.enum(MODES), query: z.string().max(2_000) };

export const saveFilterAction = viewerAction(
  z.strictObject({ ...shown, name: z.string().max(100) }),
  async (input, { account, user }) => {
    const { savedFilters } = await getServices();
    const query = knownPart(input.query);
    const holder = { accountId: account.id, userId: user.id };
    await savedFilters.save(holder, {
      name: input.name,
      query: String(new URLSearchParams(query)),
    });
    return redirect(await listPath(input.mode, query));
  },
);

export const removeFilterAction = viewerAction(
  z.strictObject({ ...shown, id: z.string().max(64) }),
  async ({ id, mode, query }, { account, user }) => {
    const { savedFilters } = await getServices();
    await savedFilters.remove({ accountId: account.id, userId: user.id }, id);
    return redirect(await listPath(mode, knownPart(query)));
  },
);

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
