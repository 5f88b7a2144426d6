"use server";

import { z } from "zod";
import { merchantText } from "#lib/next/request/text.ts";
import { getServices } from "#lib/services/index.ts";
import { changeSettings } from "../change.ts";

const schema = z.strictObject({ scheme: z.string().max(200) });

export const addSchemeAction = changeSettings(
  schema,
  "developer",
  async ({ scheme }, { account, user }) => {
    const { accounts } = await getServices();
    await accounts.addAppScheme(account.id, scheme, user.id);
    return (await merchantText()).messages.settings.apps.added;
  },
);

export const removeSchemeAction = changeSettings(
  schema,
  "developer",
  async ({ scheme }, { account, user }) => {
    const { accounts } = await getServices();
    await accounts.removeAppScheme(account.id, scheme, user.id);
    return (await merchantText()).messages.settings.saved;
  },
);
