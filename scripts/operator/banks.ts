import { z } from "zod";
import { defineCommand } from "./parse.ts";
import { formatTime } from "./print.ts";

const bank = z
  .string({ error: "is required: the id of a bank" })
  .regex(/^[a-z0-9][a-z0-9-]{0,62}$/, "must be the id of a bank");

export const banks = defineCommand({
  summary: "lists the banks with their payment attempts of the last week, and which are paused",
  usage: "",
  kinds: {},
  schema: z.object({}),
  async run(_options, { operator }) {
    const lines = (await operator.banks()).flatMap(({ id, name, mode, pause, days }) => [
      `${id}  ${name}, ${mode} mode`,
      ...(pause ? [`  paused since ${formatTime(pause.pausedAt)}: ${pause.reason}`] : []),
      ...days.map(
        (day) =>
          `  ${day.day}  ${day.started} started, ${day.succeeded} succeeded, ${day.unavailable} failed at the bank`,
      ),
    ]);
    return { lines: lines.length > 0 ? lines : ["There are no banks."] };
  },
});

export const pauseBank = defineCommand({
  summary: "stops offering a bank; its open payment attempts go on",
  usage: '--bank ID --reason "…"',
  kinds: { bank: "value", reason: "value" },
  schema: z.object({ bank, reason: z.string({ error: "is required" }) }),
  async run({ bank: id, reason }, { bankPauses }) {
    const isNew = await bankPauses.pause(id, reason, "operator");
    return { lines: [isNew ? `${id} is paused.` : `${id} was already paused.`] };
  },
});

export const resumeBank = defineCommand({
  summary: "offers a paused bank again",
  usage: "--bank ID",
  kinds: { bank: "value" },
  schema: z.object({ bank }),
  async run({ bank: id }, { bankPauses }) {
    const wasPaused = await bankPauses.resume(id, "operator");
    return { lines: [wasPaused ? `${id} is offered again.` : `${id} was not paused.`] };
  },
});
