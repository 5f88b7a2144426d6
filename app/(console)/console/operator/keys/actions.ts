"use server";

import { refresh } from "next/cache";
import { z } from "zod";
import { operatorAction } from "#lib/next/console/console-action.ts";
import { merchantText } from "#lib/next/request/text.ts";
import { getServices } from "#lib/services/index.ts";

const schema = z.strictObject({});

export const rotateSigningKeyAction = operatorAction(
  schema,
  "dangerous",
  async (_input, { user }) => {
    const { rotateSigningKey } = await getServices();
    const { kid } = await rotateSigningKey(user.id);
    refresh();
    const { messages, format } = await merchantText();
    return { notice: format(messages.operator.keys.rotateDone, { kid }), value: undefined };
  },
);

export const reencryptAction = operatorAction(schema, "dangerous", async (_input, { user }) => {
  const { reencryptSecrets } = await getServices();
  const columns = await reencryptSecrets(user.id);
  refresh();
  const total = (of: "resealed" | "busy" | "lost") =>
    columns.reduce((all, column) => all + column[of], 0);
  const counts = { resealed: total("resealed"), busy: total("busy"), lost: total("lost") };
  const { messages, format } = await merchantText();
  return { notice: format(messages.operator.keys.reencryptDone, counts), value: undefined };
});
