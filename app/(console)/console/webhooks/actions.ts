"use server";

import { redirect } from "next/navigation";
import { z } from "zod";
import { consolePath } from "#lib/console/paths/links.ts";
import { developerAction } from "#lib/next/console/console-action.ts";
import { merchantText } from "#lib/next/request/text.ts";
import { MODES } from "#lib/platform/configuration/mode.ts";
import { getServices } from "#lib/services/index.ts";
import { EVENT_TYPES, type EventType } from "#lib/webhooks/model/event-types.ts";
import { completeStep } from "../complete-step.ts";

const idSchema = z.strictObject({ id: z.string().max(64) });
const checkbox = z.string().max(8).optional();
const settings = {
  url: z.string().max(10_000),
  name: z.string().max(1000),
  // Object.fromEntries loses the type of its keys.
  ...(Object.fromEntries(EVENT_TYPES.map((type) => [type, checkbox])) as Record<
    EventType,
    typeof checkbox
  >),
};
const newSchema = z.strictObject({ ...settings, mode: z.enum(MODES) });
const changeSchema = z.strictObject({ ...settings, id: z.string().max(64) });
const savedSchema = z.strictObject({
  id: z.string().max(64),
  mark: z.string().max(128),
  saved: z.literal("on"),
});

type Settings = Omit<z.output<typeof newSchema>, "mode">;

const toInput = ({ url, name, ...types }: Settings) => ({
  url,
  name,
  eventTypes: EVENT_TYPES.filter((type) => types[type] !== undefined),
});

/** Returns the Webhook Secret, unless the test receiver already knows it. */
export const createEndpointAction = developerAction(
  newSchema,
  async ({ mode, ...input }, visit) => {
    const { webhooks, testReceiver } = await getServices();
    const { messages, linkQuery } = await merchantText();
    const accountId = visit.account.id;
    const owner = { accountId, actor: visit.user.id, mode };
    const wanted = toInput(input);
    const isUnnamed = wanted.name.trim() === "" && testReceiver.isAt(accountId, wanted.url.trim());
    const name = isUnnamed ? messages.webhooks.receiver.title : wanted.name;
    const { isReceiver, ...created } = await completeStep("webhook", visit, () =>
      webhooks.createEndpoint({ ...owner, ...wanted, name }),
    );
    if (!isReceiver) return { value: created };
    redirect(consolePath("/webhooks/receiver", linkQuery));
  },
);

/** Records that the member saved the Webhook Secret of a new endpoint. */
export const finishEndpointAction = developerAction(savedSchema, async ({ id, mark }, visit) => {
  const { webhooks } = await getServices();
  const key = { accountId: visit.account.id, actor: visit.user.id, id };
  await completeStep("webhook", visit, () => webhooks.acknowledgeSecret({ ...key, mark }));
  const query = { done: "secret", ...(await merchantText()).linkQuery };
  return redirect(consolePath(`/webhooks/${id}`, query));
});

/** The same for a replaced one. */
export const acknowledgeSecretAction = developerAction(savedSchema, async ({ id, mark }, visit) => {
  const { webhooks } = await getServices();
  const key = { accountId: visit.account.id, actor: visit.user.id, id };
  await webhooks.acknowledgeSecret({ ...key, mark });
  return backToSettings(id, "secret");
});

export const changeEndpointAction = developerAction(
  changeSchema,
  async ({ id, ...input }, visit) => {
    const { webhooks } = await getServices();
    const key = { accountId: visit.account.id, actor: visit.user.id, id };
    await webhooks.changeEndpoint({ ...key, ...toInput(input) });
    return backToSettings(id, "saved");
  },
);

/** Returns the new Webhook Secret. */
export const rotateSecretAction = developerAction(idSchema, async ({ id }, { account, user }) => {
  const { webhooks } = await getServices();
  return { value: await webhooks.rotateSecret({ accountId: account.id, actor: user.id, id }) };
});

export const disableEndpointAction = developerAction(
  idSchema,
  async ({ id }, { account, user }) => {
    const { webhooks } = await getServices();
    await webhooks.disableEndpoint({ accountId: account.id, actor: user.id, id });
    return backToSettings(id, "disabled");
  },
);

/** Its deliveries stay in the history of payments. */
export const deleteEndpointAction = developerAction(idSchema, async ({ id }, { account, user }) => {
  const { webhooks } = await getServices();
  const { mode } = await webhooks.getEndpoint({ accountId: account.id, id });
  await webhooks.deleteEndpoint({ accountId: account.id, actor: user.id, id });
  const { linkQuery } = await merchantText();
  const along = { mode: mode === "live" ? "live" : undefined, ...linkQuery };
  return redirect(consolePath("/webhooks", { done: "deleted", ...along }));
});

export const enableEndpointAction = developerAction(idSchema, async ({ id }, { account, user }) => {
  const { webhooks } = await getServices();
  await webhooks.enableEndpoint({ accountId: account.id, actor: user.id, id });
  return backToSettings(id, "enabled");
});

export const sendTestAction = developerAction(idSchema, async ({ id }, { account }) => {
  const { webhooks } = await getServices();
  const { deliveryId } = await webhooks.sendTest({ accountId: account.id, endpointId: id });
  const { linkQuery } = await merchantText();
  const path = `/webhooks/${id}/deliveries/${deliveryId}` as const;
  return {
    value: {
      href: consolePath(path, linkQuery),
      statusHref: consolePath(`${path}/status`, linkQuery),
    },
  };
});

type Done = "saved" | "secret" | "disabled" | "enabled";

async function backToSettings(id: string, done: Done): Promise<never> {
  redirect(consolePath(`/webhooks/${id}/settings`, { done, ...(await merchantText()).linkQuery }));
}
