"use server";

import { z } from "zod";
import { merchantText } from "#lib/next/request/text.ts";
import { getServices } from "#lib/services/index.ts";
import { changeSettings } from "../change.ts";

const url = z.string().max(4096);

export const saveUrlsAction = changeSettings(
  z.strictObject({ successUrl: url, failureUrl: url }),
  "owner",
  async (urls, { account, user }) => {
    const { accounts } = await getServices();
    await accounts.setDefaultUrls(account.id, urls, user.id);
    return (await merchantText()).messages.settings.links.urls.saved;
  },
);

/** Sets how long the outcome shows before the redirect to the shop. */
export const saveReturnDelayAction = changeSettings(
  z.strictObject({ seconds: z.string().trim().max(20) }),
  "owner",
  async ({ seconds }, { account, user }) => {
    const { accounts } = await getServices();
    await accounts.setReturnDelay(account.id, seconds === "" ? null : Number(seconds), user.id);
    return (await merchantText()).messages.settings.links.delay.saved;
  },
);

export const saveRetentionAction = changeSettings(
  z.strictObject({ days: z.string().trim().max(20) }),
  "owner",
  async ({ days }, { account, user }) => {
    const { accounts } = await getServices();
    await accounts.setRetention(account.id, days === "" ? null : Number(days), user.id);
    return (await merchantText()).messages.settings.links.data.saved;
  },
);
