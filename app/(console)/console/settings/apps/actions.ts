"use server";

import { z } from "zod";
import { merchantText } from "#lib/next/request/text.ts";
import type { FormState } from "#lib/platform/values/form-state.ts";
import { getServices } from "#lib/services/index.ts";
import { changeSettings } from "../change.ts";

const schema = z.strictObject({ scheme: z.string().max(200) });

export async function addSchemeAction(
  _previous: FormState<undefined>,
  form: FormData,
): Promise<FormState<undefined>> {
  return changeSettings(form, schema, "developer", async ({ scheme }, { account, user }) => {
    const { accounts } = await getServices();
    await accounts.addAppScheme(account.id, scheme, user.id);
    return (await merchantText()).messages.settings.apps.added;
  });
}

export async function removeSchemeAction(
  _previous: FormState<undefined>,
  form: FormData,
): Promise<FormState<undefined>> {
  return changeSettings(form, schema, "developer", async ({ scheme }, { account, user }) => {
    const { accounts } = await getServices();
    await accounts.removeAppScheme(account.id, scheme, user.id);
    return (await merchantText()).messages.settings.saved;
  });
}
