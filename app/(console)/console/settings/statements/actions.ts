"use server";

import { z } from "zod";
import type { NewKey } from "#components/console/installations/new-key.tsx";
import { statementSnippets } from "#lib/console/snippets/statements.ts";
import { memberAction } from "#lib/next/console/console-action.ts";
import { merchantText } from "#lib/next/request/text.ts";
import { MODES } from "#lib/platform/configuration/mode.ts";
import type { FormState } from "#lib/platform/values/form-state.ts";
import { getServices } from "#lib/services/index.ts";
import { changeSettings } from "../change.ts";

const creation = z.strictObject({ mode: z.enum(MODES), name: z.string().max(500) });

/** Only this response contains the key. */
export async function createStatementsKeyAction(
  _previous: FormState<NewKey>,
  form: FormData,
): Promise<FormState<NewKey>> {
  return memberAction(form, creation, "developer", async ({ mode, name }, { account, user }) => {
    const { apiKeys, env } = await getServices();
    const { id, key } = await apiKeys.create({
      accountId: account.id,
      // Decides nothing for a key of this scope.
      method: "web",
      scopes: ["statements"],
      mode,
      name,
      actor: user.id,
    });
    return { value: { id, key, snippets: statementSnippets(env.BASE_URL, key) } };
  });
}

export async function revokeStatementsKeyAction(
  _previous: FormState,
  form: FormData,
): Promise<FormState> {
  const schema = z.strictObject({ id: z.string().max(64) });
  return changeSettings(form, schema, "developer", async ({ id }, { account, user }) => {
    const { apiKeys } = await getServices();
    await apiKeys.revoke(account.id, id, user.id);
    return (await merchantText()).messages.settings.statements.revoked;
  });
}
