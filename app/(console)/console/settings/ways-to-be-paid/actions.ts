"use server";

import { z } from "zod";
import { merchantText } from "#lib/next/request/text.ts";
import type { FormState } from "#lib/platform/values/form-state.ts";
import { getServices } from "#lib/services/index.ts";
import { completeStep } from "../../complete-step.ts";
import { changeSettings } from "../change.ts";

export async function setTakesTransfersAction(
  _previous: FormState<undefined>,
  form: FormData,
): Promise<FormState<undefined>> {
  const schema = z.strictObject({ takes: z.enum(["yes", "no"]) });
  return changeSettings(form, schema, "owner", async ({ takes }, { account, user }) => {
    const { accounts } = await getServices();
    await completeStep("ways", { account }, () =>
      accounts.setTakesTransfers(account.id, takes === "yes", user.id),
    );
    return (await merchantText()).messages.transfers.setting.saved;
  });
}
