import { z } from "zod";
import { OUTCOMES } from "#lib/payments/model/status.ts";
import { MAX_SETTLEMENT_NOTE } from "#lib/payments/settlement/service.ts";
import { isAppError } from "#lib/platform/failures/errors.ts";
import { maskIban } from "#lib/platform/values/iban.ts";
import { formatAmount } from "#lib/platform/values/money.ts";
import { isPrintable } from "#lib/platform/values/printable.ts";
import type { Services } from "#lib/services/index.ts";
import { defineCommand, UsageError } from "./parse.ts";
import { formatTime } from "./print.ts";

/** @throws {@link UsageError} if the secrets in the database can't be decrypted */
export async function prepareRestored({ operator, tokens }: Services): Promise<string[]> {
  await tokens.publicKeys().catch((cause: unknown) => {
    const sentence = "APP_SECRET is not the one that the backup's secrets are encrypted with.";
    throw new UsageError(sentence, { cause });
  });
  const { held } = await operator.afterRestore();
  return [
    `Pending transactions held: ${held}. Each waits for a bank or for you.`,
    ...(held > 0 ? [`Once the service has run for some minutes, list them: ${LIST}`] : []),
    "Everyone is signed out of the console.",
  ];
}

type Held = Awaited<ReturnType<Services["restored"]["list"]>>[number];

const LIST = "npm run -s operator -- restored";

export const afterRestore = defineCommand({
  summary:
    "holds pending transactions of a restored backup and ends all sessions; before any process starts",
  usage: "",
  kinds: {},
  schema: z.object({}),
  run: async (_options, services) => ({ lines: await prepareRestored(services) }),
});

export const restored = defineCommand({
  summary: "lists the transactions that were held after a restore and have no outcome yet",
  usage: "",
  kinds: {},
  schema: z.object({}),
  async run(_options, services) {
    const held = await services.restored.list();
    if (held.length === 0) return { lines: ["No transaction is held."] };
    return {
      lines: [
        ...held.flatMap((one) => [...print(one), ""]),
        `${held.length} held. Look for each on the payee's bank statement, or ask the merchant which outcome it received.`,
        "Then: npm run -s operator -- settle --id txn_… --outcome succeeded|failed",
      ],
    };
  },
});

export const settle = defineCommand({
  summary:
    "ends a transaction that was held after a restore, or that its bank left open, as the payee's bank statement shows",
  usage: '--id txn_… --outcome succeeded|failed [--note "…"]',
  kinds: { id: "value", outcome: "value", note: "value" },
  schema: z.object({
    id: z
      .string({ error: "is required, such as --id txn_…" })
      .regex(/^txn_[0-9a-z]{26}$/, "must be the id of a transaction, such as txn_…"),
    outcome: z.enum(OUTCOMES, { error: "must be succeeded or failed" }),
    note: z
      .string()
      .trim()
      .refine((text) => isPrintable(text, MAX_SETTLEMENT_NOTE), {
        error: `must be 1 to ${MAX_SETTLEMENT_NOTE} printable characters`,
      })
      .optional(),
  }),
  async run({ id, outcome, note }, { settlement }) {
    const reached = await settlement.settle({ id, outcome, note }).catch((error: unknown) => {
      if (!isAppError(error) || error.fields?.[0]?.path !== "note") throw error;
      throw new UsageError("--note is required: describe what the payee's bank statement shows.");
    });
    const why = reached === outcome ? "" : ": a bank transfer that had arrived pays it";
    return { lines: [`${id} has ${reached}${why}. Its webhook is sent.`] };
  },
});

function print({ transaction, isAtBank }: Held): string[] {
  const { id, accountId, mode, amount, currency, externalId, payeeIban, createdAt } = transaction;
  const row = (title: string, value: string) => `  ${title.padEnd(18)}${value}`;
  return [
    `${id}  ${formatAmount(amount, currency)}, ${mode} mode`,
    row("account", accountId),
    row("created", formatTime(createdAt)),
    row("payee", maskIban(payeeIban)),
    row("statement text", externalId ?? id),
    row("waits for", isAtBank ? "a bank, which the service asks" : "you"),
  ];
}
