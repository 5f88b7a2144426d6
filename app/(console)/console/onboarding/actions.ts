"use server";

import { redirect } from "next/navigation";
import { z } from "zod";
import { consolePath } from "#lib/console/paths/links.ts";
import { ownerAction } from "#lib/next/console/console-action.ts";
import type { Visit } from "#lib/next/console/console-visit.ts";
import { merchantText } from "#lib/next/request/text.ts";
import { getServices, type Services } from "#lib/services/index.ts";

type Onboarding = Services["onboarding"];

export const dismissStepsAction = change((steps, { account, user }) =>
  steps.dismiss(account.id, user.id),
);

export const showStepsAction = change((steps, { account, user }) =>
  steps.show(account.id, user.id),
);

function change(run: (steps: Onboarding, visit: Visit) => Promise<void>) {
  return ownerAction(z.strictObject({}), async (_input, visit) => {
    const { onboarding } = await getServices();
    await run(onboarding, visit);
    redirect(consolePath("", (await merchantText()).linkQuery));
  });
}
