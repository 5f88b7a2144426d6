import type { Letter } from "#lib/webhooks/letters/letter.ts";
import { type NoteDeps, writeNote } from "#lib/webhooks/letters/notes.ts";
import { noticeOverdue } from "#lib/webhooks/letters/overdue.ts";
import { type ReceiptDeps, writeReceipt } from "#lib/webhooks/letters/receipts.ts";
import { type SendingDeps, sendDue } from "#lib/webhooks/letters/sending.ts";
import type { LetterService } from "#lib/webhooks/letters/service.ts";
import type { Parts } from "./parts.ts";

type Wings = Pick<NoteDeps, "accounts" | "members"> &
  Pick<ReceiptDeps, "transactions" | "receipts"> & {
    letters: Pick<LetterService, "recordOverdue" | "nextDueAt">;
    letterPost: Pick<SendingDeps, "toPayer" | "toMember">;
    reportedTransfers: NoteDeps["reportedTransfers"] &
      Parameters<typeof noticeOverdue>[0]["reportedTransfers"];
  };

/** Of the worker. */
export function createLetterJobs(
  {
    env,
    connection: { db },
    clock,
    logger,
  }: Pick<Parts, "env" | "connection" | "clock" | "logger">,
  { letterPost, ...wings }: Wings,
) {
  const deps = { ...wings, db, consoleUrl: env.CONSOLE_URL };
  const write = ({ kind, ...letter }: Letter) =>
    kind === "receipt"
      ? writeReceipt(deps, { ...letter, kind })
      : writeNote(deps, { ...letter, kind });
  return {
    sendDue: () => sendDue({ ...letterPost, db, clock, logger, write }),
    nextDueAt: wings.letters.nextDueAt,
    noticeOverdue: () => noticeOverdue(wings),
  };
}
