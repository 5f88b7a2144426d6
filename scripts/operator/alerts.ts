import { z } from "zod";
import { ALERT_ADVICE } from "#lib/payments/bank-alerts/advice.ts";
import { MODES } from "#lib/platform/configuration/mode.ts";
import { isPrintable } from "#lib/platform/values/printable.ts";
import type { Services } from "#lib/services/index.ts";
import { defineCommand } from "./parse.ts";
import { formatTime } from "./print.ts";

const PAGE = 50;

type Listed = Awaited<ReturnType<Services["bankAlerts"]["list"]>>[number];

const flag = z.boolean().default(false);

const alertId = /^alrt_[0-9a-z]{26}$/;

export const alerts = defineCommand({
  summary: `lists accounts that can't be paid, and the alerts about banks, newest first, ${PAGE} per page; --all includes resolved alerts`,
  usage: "[--mode live|test] [--all] [--before alrt_…] [--json]",
  kinds: { mode: "value", all: "flag", before: "value", json: "flag" },
  schema: z.object({
    mode: z.enum(MODES, { error: "must be live or test" }).default("live"),
    all: flag,
    before: z.string().regex(alertId, "must be the id of an alert, such as alrt_…").optional(),
    json: flag,
  }),
  async run({ mode, all, before, json }, { bankAlerts, waysToBePaid }) {
    const filter = { onlyOpen: !all, mode };
    const found = await bankAlerts.list({ ...filter, before, limit: PAGE });
    if (json) return { lines: [JSON.stringify(found.map(toJson))] };
    const count = await bankAlerts.count(filter);
    const last = found.at(-1);
    return {
      lines: [
        ...(mode === "live" && !before ? await unpayableLines(waysToBePaid) : []),
        ...found.flatMap((one) => [...print(one), ""]),
        last ? `${found.length} of ${count} in ${mode} mode.` : nothing(mode, all, before),
        ...(last && found.length === PAGE ? [`Next page: --before ${last.alert.id}`] : []),
        ...(await testModeLines(mode, bankAlerts)),
      ],
    };
  },
});

function nothing(mode: string, all: boolean, before: string | undefined): string {
  if (before) return `There are no alerts before ${before}.`;
  return all ? `There are no alerts in ${mode} mode.` : `There are no open alerts in ${mode} mode.`;
}

// Anyone can cause these at a sandbox bank, so alerts about real money come first.
async function testModeLines(mode: string, bankAlerts: Services["bankAlerts"]): Promise<string[]> {
  const tests = mode === "live" ? await bankAlerts.count({ onlyOpen: true, mode: "test" }) : 0;
  return tests > 0 ? [`Open in test mode: ${tests} (--mode test).`] : [];
}

const LACKS = {
  iban: "no confirmed IBAN",
  road: "no bank in BANKS_FILE, and no bank transfers turned on by its owner",
};

async function unpayableLines(waysToBePaid: Services["waysToBePaid"]): Promise<string[]> {
  const accounts = await waysToBePaid.listUnpayable();
  if (accounts.length === 0) return [];
  return [
    "No way to pay, so live payments are refused:",
    ...accounts.map(({ id, name, lacks }) => `  ${id}  ${name}: ${LACKS[lacks]}`),
    "",
  ];
}

export const resolveAlert = defineCommand({
  summary: "resolves an alert with a note",
  usage: '--id alrt_… --note "…"',
  kinds: { id: "value", note: "value" },
  schema: z.object({
    id: z
      .string({ error: "is required, such as --id alrt_…" })
      .regex(alertId, "must be the id of an alert, such as alrt_…"),
    note: z
      .string({ error: "is required: describe the result" })
      .trim()
      .refine((text) => isPrintable(text, 500), "must be 1 to 500 printable characters"),
  }),
  async run({ id, note }, { bankAlerts }) {
    const isDone = await bankAlerts.resolve(id, note);
    return {
      lines: [isDone ? `${id} is resolved.` : `${id} was already resolved. Its note is unchanged.`],
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
    row("bank status", alert.bankStatus),
    row("transaction", `${alert.transactionId}, ${status}, ${amount} ${currency} in minor units`),
    row("account", accountId),
    row("bank", `${bankId}, payment ${alert.bankPaymentId ?? "not known"}`),
    row("end-to-end id", endToEndId),
    ...(alert.resolvedAt
      ? [row("resolved", formatTime(alert.resolvedAt)), row("note", alert.resolvedNote ?? "")]
      : ALERT_ADVICE[alert.kind].map((text) => `  ${text}`)),
  ];
}

function toJson({ alert, ...payment }: Listed) {
  return { ...alert, ...payment, whatToDo: ALERT_ADVICE[alert.kind].join(" ") };
}
