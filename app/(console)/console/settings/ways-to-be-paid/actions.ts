"use server";

import { z } from "zod";
import { merchantText } from "#lib/next/request/text.ts";
import { getServices } from "#lib/services/index.ts";
import { completeStep } from "../../complete-step.ts";
import { changeSettings } from "../change.ts";

export const setTakesTransfersAction = changeSettings(
  z.strictObject({ takes: z.enum(["yes", "no"]) }),
  "owner",
  async ({ takes }, { account, user }) => {
    const { accounts } = await getServices();
    await completeStep("ways", { account }, () =>
      accounts.setTakesTransfers(account.id, takes === "yes", user.id),
    );
    return (await merchantText()).messages.transfers.setting.saved;
  },
);
