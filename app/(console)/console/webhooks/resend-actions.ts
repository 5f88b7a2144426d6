"use server";

import { revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import { z } from "zod";
import { consolePath } from "#lib/console/paths/links.ts";
import { developerAction } from "#lib/next/console/console-action.ts";
import { merchantText } from "#lib/next/request/text.ts";
import { invalidField } from "#lib/platform/failures/errors.ts";
import { isTimeZone, momentOf } from "#lib/platform/values/local-day.ts";
import { getServices } from "#lib/services/index.ts";

const deliverySchema = z.strictObject({ id: z.string().max(64), endpointId: z.string().max(64) });
const recoverSchema = z.strictObject({
  id: z.string().max(64),
  since: z.string().max(64),
  until: z.string().max(64),
  zone: z.string().refine(isTimeZone),
});
const idField = z.string().max(64);
const selectedSchema = z.strictObject({
  endpointId: idField,
  id: z.union([idField.transform((id) => [id]), z.array(idField)]).default([]),
});

export const redeliverAction = developerAction(
  deliverySchema,
  async ({ id, endpointId }, visit) => {
    const { webhooks } = await getServices();
    const key = { accountId: visit.account.id, actor: visit.user.id, id };
    const done = (await webhooks.redeliver(key)) === "sending" ? "sending" : "redelivered";
    const query = { done, ...(await merchantText()).linkQuery };
    redirect(consolePath(`/webhooks/${endpointId}/deliveries/${id}`, query));
  },
);

export const redeliverSelectedAction = developerAction(
  selectedSchema,
  async ({ endpointId, id }, visit) => {
    if (id.length === 0) throw invalidField("id", "select_delivery");
    const { webhooks } = await getServices();
    const { restarted, sending } = await webhooks.redeliverAll({
      accountId: visit.account.id,
      endpointId,
      ids: id,
      actor: visit.user.id,
    });
    revalidatePath(consolePath(`/webhooks/${endpointId}`));
    const text = await merchantText();
    const words = text.messages.webhooks.log;
    const notice = [
      text.format(words.resent, { count: restarted }),
      sending > 0 && text.format(words.sending, { count: sending }),
    ];
    return { notice: notice.filter(Boolean).join(" "), value: undefined };
  },
);

/** Resends the deliveries an endpoint missed. */
export const recoverAction = developerAction(
  recoverSchema,
  async ({ id, since, until, zone }, visit) => {
    const { webhooks } = await getServices();
    const { restarted, created, hasMore } = await webhooks.recover({
      accountId: visit.account.id,
      endpointId: id,
      since: momentOf(since, zone),
      until: until === "" ? undefined : momentOf(until, zone),
      actor: visit.user.id,
    });
    revalidatePath(consolePath(`/webhooks/${id}`));
    const text = await merchantText();
    const words = text.messages.webhooks.recover;
    const count = restarted + created;
    return {
      notice: text.format(hasMore ? words.more : words.done, { count }),
      value: undefined,
    };
  },
);
