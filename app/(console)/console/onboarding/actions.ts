"use server";

import { redirect } from "next/navigation";
import { z } from "zod";
import { consolePath } from "#lib/console/paths/links.ts";
import { memberAction } from "#lib/next/console/console-action.ts";
import type { Visit } from "#lib/next/console/console-visit.ts";
import { merchantText } from "#lib/next/request/text.ts";
import type { FormState } from "#lib/platform/values/form-state.ts";
import { getServices, type Services } from "#lib/services/index.ts";

type Onboarding = Services["onboarding"];

export async function dismissStepsAction(_previous: FormState<never>, form: FormData) {
  return change(form, (steps, { account, user }) => steps.dismiss(account.id, user.id));
}

export async function showStepsAction(_previous: FormState<never>, form: FormData) {
  return change(form, (steps, { account, user }) => steps.show(account.id, user.id));
}

function change(
  form: FormData,
  run: (steps: Onboarding, visit: Visit) => Promise<void>,
): Promise<FormState<never>> {
  return memberAction(form, z.strictObject({}), "owner", async (_input, visit) => {
    const { onboarding } = await getServices();
    await run(onboarding, visit);
    redirect(consolePath("", (await merchantText()).linkQuery));
  });
}
