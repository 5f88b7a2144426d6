"use server";

import { z } from "zod";
import { merchantText } from "#lib/next/request/text.ts";
import { MODES } from "#lib/platform/configuration/mode.ts";
import { getServices } from "#lib/services/index.ts";
import { changeSettings } from "../change.ts";

const mode = z.enum(MODES);

/** Of the account. */
export const setReceiptsAction = changeSettings(
  z.strictObject({ mode, receipts: z.enum(["on", "off"]) }),
  "owner",
  async (input, { account, user }) => {
    const { letters } = await getServices();
    const owner = { accountId: account.id, mode: input.mode };
    await letters.setReceipts(owner, input.receipts === "on", user.id);
    return (await merchantText()).messages.letters.receipts.saved;
  },
);

// A box that is not checked is not sent.
const box = z
  .literal("on")
  .optional()
  .transform((value) => value !== undefined);

/** Each member's own. */
export const setNotesAction = changeSettings(
  z.strictObject({ mode, payments: box, refunds: box, refund_problems: box, overdue: box }),
  "viewer",
  async ({ mode, ...choice }, { account, user }) => {
    const { letters } = await getServices();
    await letters.setNotes({ accountId: account.id, mode, userId: user.id }, choice);
    return (await merchantText()).messages.letters.notes.saved;
  },
);
