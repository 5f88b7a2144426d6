"use server";

import { z } from "zod";
import { merchantText } from "#lib/next/request/text.ts";
import type { FormState } from "#lib/platform/values/form-state.ts";
import { getServices } from "#lib/services/index.ts";
import { changeSettings } from "../change.ts";

export async function saveUrlsAction(
  _previous: FormState<undefined>,
  form: FormData,
): Promise<FormState<undefined>> {
  const url = z.string().max(4096);
  const schema = z.strictObject({ successUrl: url, failureUrl: url });
  return changeSettings(form, schema, "owner", async (urls, { account, user }) => {
    const { accounts } = await getServices();
    await accounts.setDefaultUrls(account.id, urls, user.id);
    return (await merchantText()).messages.settings.links.urls.saved;
  });
}

/** Sets how long the outcome shows before the redirect to the shop. */
export async function saveReturnDelayAction(
  _previous: FormState<undefined>,
  form: FormData,
): Promise<FormState<undefined>> {
  const schema = z.strictObject({ seconds: z.string().trim().max(20) });
  return changeSettings(form, schema, "owner", async ({ seconds }, { account, user }) => {
    const { accounts } = await getServices();
    await accounts.setReturnDelay(account.id, seconds === "" ? null : Number(seconds), user.id);
    return (await merchantText()).messages.settings.links.delay.saved;
  });
}

export async function saveRetentionAction(
  _previous: FormState<undefined>,
  form: FormData,
): Promise<FormState<undefined>> {
  const schema = z.strictObject({ days: z.string().trim().max(20) });
  return changeSettings(form, schema, "owner", async ({ days }, { account, user }) => {
    const { accounts } = await getServices();
    await accounts.setRetention(account.id, days === "" ? null : Number(days), user.id);
    return (await merchantText()).messages.settings.links.data.saved;
  });
}
