"use server";

import { z } from "zod";
import { merchantText } from "#lib/next/request/text.ts";
import { getServices } from "#lib/services/index.ts";
import { changeSettings } from "../change.ts";

const schema = z.strictObject({ origin: z.string().max(500) });

export const addOriginAction = changeSettings(
  schema,
  "developer",
  async ({ origin }, { account, user }) => {
    const { accounts } = await getServices();
    await accounts.addEmbedOrigin(account.id, origin, user.id);
    return (await merchantText()).messages.settings.embedding.added;
  },
);

export const removeOriginAction = changeSettings(
  schema,
  "developer",
  async ({ origin }, { account, user }) => {
    const { accounts } = await getServices();
    await accounts.removeEmbedOrigin(account.id, origin, user.id);
    return (await merchantText()).messages.settings.saved;
  },
);
