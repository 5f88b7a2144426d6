"use server";

import { z } from "zod";
import { merchantText } from "#lib/next/request/text.ts";
import { getServices } from "#lib/services/index.ts";
import { changeSettings } from "../change.ts";

/** Browsers send an empty file if none was chosen. */
export const saveBrandAction = changeSettings(
  z.strictObject({
    accent: z.string().max(100),
    scheme: z.string().max(20),
    logo: z.instanceof(File).optional(),
  }),
  "owner",
  async (input, { account, user }) => {
    const { brands } = await getServices();
    const { accent, scheme, logo } = input;
    const bytes = logo && logo.size > 0 ? new Uint8Array(await logo.arrayBuffer()) : undefined;
    await brands.change(
      { accountId: account.id, accentColour: accent, scheme, logo: bytes },
      user.id,
    );
    return (await merchantText()).messages.settings.brand.saved;
  },
);

export const removeLogoAction = changeSettings(
  z.strictObject({}),
  "owner",
  async (_input, { account, user }) => {
    const { brands } = await getServices();
    await brands.removeLogo(account.id, user.id);
    return (await merchantText()).messages.settings.brand.removed;
  },
);
