import { z } from "zod";
import { parseEmail } from "#lib/platform/values/email.ts";
import { defineCommand } from "./parse.ts";
import { formatTime } from "./print.ts";

const email = z
  .string({ error: "is required: the address of a console user" })
  .refine((text) => parseEmail(text) !== undefined, "must be one e-mail address");

const schema = z.object({ email });

export const operators = defineCommand({
  summary: "lists the users who see the operator's pages of the console",
  usage: "",
  kinds: {},
  schema: z.object({}),
  async run(_options, services) {
    const all = await services.operators.list();
    if (all.length === 0) return { lines: ["There are no operators yet. Grant the role: grant"] };
    return {
      lines: all.map((one) => `${one.userId}  ${one.email}  since ${formatTime(one.since)}`),
    };
  },
});

export const grant = defineCommand({
  summary: "lets a console user see the operator's pages, with a second factor",
  usage: "--email ADDRESS",
  kinds: { email: "value" },
  schema,
  async run({ email }, services) {
    const isNew = await services.operators.change(email, "grant", "operator");
    return { lines: [`${email} ${isNew ? "is now" : "already is"} an operator.`] };
  },
});

export const revoke = defineCommand({
  summary: "takes the operator's role from a console user, at once",
  usage: "--email ADDRESS",
  kinds: { email: "value" },
  schema,
  async run({ email }, services) {
    const wasOne = await services.operators.change(email, "revoke", "operator");
    return { lines: [`${email} ${wasOne ? "is no longer" : "was not"} an operator.`] };
  },
});
