import { z } from "zod";
import { MODES } from "#lib/platform/mode.ts";
import { isPrintable } from "#lib/platform/printable.ts";
import type { Services } from "#lib/services/index.ts";
import { defineCommand } from "./parse.ts";
import { formatTime } from "./print.ts";

const PAGE = 50;

type Listed = Awaited<ReturnType<Services["bankAlerts"]["list"]>>[number];

const ADVICE: Record<Listed["alert"]["kind"], string[]> = {
  order_mismatch: [
    "The bank says it executed another order than ours. The transaction stays processing: it never succeeds by this.",
    "Ask the bank for the booking of the end-to-end id. Have what was paid wrongly sent back, and agree with the merchant",
    "on the rest.",
  ],
  contradiction: [
    "The bank said two final things about one payment. The first one stands, and the merchant has been told only that;",
    "while the transaction can still be paid, nobody may try again until this is resolved.",
    "Look for the end-to-end id on the payee's bank statement. If money moved though we say failed, have it sent back or tell",
    "the merchant to deliver; if it did not though we say succeeded, tell the merchant not to.",
  ],
  untracked_payment: [
    "The bank has a payment that no payer was sent to; it would not cancel it, or could not be asked to.",
    "Ask the bank to cancel the payment with its id; if it was executed, have it sent back.",
  ],
  no_final_word: [
    "The bank has not said for long what became of a payment, or can't be asked. It is still asked, and its word will end it.",
    "Ask the bank about the end-to-end id, and to cancel what was not executed.",
  ],
};

const flag = z.boolean().default(false);

const alertId = /^alrt_[0-9a-z]{26}$/;

export const alerts = defineCommand({
  summary: `lists what banks said that you should look into, newest first, ${PAGE} at once; --all: also what is resolved`,
  usage: "[--mode live|test] [--all] [--before alrt_…] [--json]",
  kinds: { mode: "value", all: "flag", before: "value", json: "flag" },
  schema: z.object({
    mode: z.enum(MODES, { error: "must be live or test" }).default("live"),
    all: flag,
    before: z.string().regex(alertId, "must be the id of an alert, such as alrt_…").optional(),
    json: flag,
  }),
  async run({ mode, all, before, json }, { bankAlerts }) {
    const filter = { onlyOpen: !all, mode };
    const found = await bankAlerts.list({ ...filter, before, limit: PAGE });
    if (json) return { lines: [JSON.stringify(found.map(toJson))] };
    const count = await bankAlerts.count(filter);
    const last = found.at(-1);
    return {
      lines: [
        ...found.flatMap((one) => [...print(one), ""]),
        last ? `${found.length} of ${count} in ${mode} mode.` : nothing(mode, all, before),
        ...(last && found.length === PAGE ? [`The next: --before ${last.alert.id}`] : []),
        ...(await testModeLines(mode, bankAlerts)),
      ],
    };
  },
});

function nothing(mode: string, all: boolean, before: string | undefined): string {
  if (before) return `There are no alerts before ${before}.`;
  return all ? `There are no alerts in ${mode} mode.` : `No alert is open in ${mode} mode.`;
}

// Anyone can cause these at a sandbox bank, so alerts about real money come first.
async function testModeLines(mode: string, bankAlerts: Services["bankAlerts"]): Promise<string[]> {
  const tests = mode === "live" ? await bankAlerts.count({ onlyOpen: true, mode: "test" }) : 0;
  return tests > 0 ? [`Open in test mode: ${tests} (--mode test).`] : [];
}

export const resolveAlert = defineCommand({
  summary: "closes an alert, with a note of what came of it",
  usage: '--id alrt_… --note "…"',
  kinds: { id: "value", note: "value" },
  schema: z.object({
    id: z
      .string({ error: "is needed, such as --id alrt_…" })
      .regex(alertId, "must be the id of an alert, such as alrt_…"),
    note: z
      .string({ error: "is needed: what came of it" })
      .trim()
      .refine((text) => isPrintable(text, 500), "must be a text of 1 to 500 printable characters"),
  }),
  async run({ id, note }, { bankAlerts }) {
    const isDone = await bankAlerts.resolve(id, note);
    return {
      lines: [isDone ? `${id} is resolved.` : `${id} was resolved before; its note stays.`],
    };
  },
});

function print({ alert, ...payment }: Listed): string[] {
  const row = (title: string, value: string) => `  ${title.padEnd(18)}${value}`;
  const { accountId, mode, status, amount, currency, bankId, endToEndId } = payment;
  return [
    `${alert.id}  ${alert.kind}, ${mode} mode`,
    row("found", formatTime(alert.createdAt)),
    row("we say", alert.ourStatus),
    row("the bank says", alert.bankStatus),
    row("transaction", `${alert.transactionId}, ${status}, ${amount} ${currency} in minor units`),
    row("account", accountId),
    row("bank", `${bankId}, payment ${alert.bankPaymentId ?? "not known"}`),
    row("end-to-end id", endToEndId),
    ...(alert.resolvedAt
      ? [row("resolved", formatTime(alert.resolvedAt)), row("note", alert.resolvedNote ?? "")]
      : ADVICE[alert.kind].map((text) => `  ${text}`)),
  ];
}

function toJson({ alert, ...payment }: Listed) {
  return { ...alert, ...payment, whatToDo: ADVICE[alert.kind].join(" ") };
}
