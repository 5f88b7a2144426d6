import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Mode } from "#lib/platform/configuration/mode.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { isAppError } from "#lib/platform/failures/errors.ts";
import type { Mail } from "#lib/platform/mail/mail.ts";
import type { Logger } from "#lib/platform/telemetry/logger.ts";
import type { LetterReason } from "#lib/webhooks/model/letter.ts";
import { type Letter, nextTryAt } from "./letter.ts";
import * as queue from "./queue.sql.ts";

// Longer than a mail server may take for one mail.
const LEASE_MS = 5 * 60_000;
const OUTAGE_MS = 60_000;
const MAX_PER_RUN = 20;

/** Why there is nothing to send. */
export type Skipped = { skip: LetterReason };

type Post = {
  /** Whether mails of this mode have somewhere to go. */
  isOpen(mode: Mode): Promise<boolean>;
  send(mail: Mail, mode: Mode): Promise<void>;
};

export type SendingDeps = {
  db: Database;
  clock: Clock;
  logger: Pick<Logger, "error">;
  toPayer: Post;
  toMember: Post;
  write: (letter: Letter) => Promise<Mail | Skipped>;
};

/**
 * Outside of database transactions. A worker that dies after the mail server took a letter leaves it leased: it is sent again, with the
 * same Message-ID. Returns the number.
 */
export async function sendDue(deps: SendingDeps): Promise<number> {
  const { db, clock } = deps;
  let done = 0;
  while (done < MAX_PER_RUN) {
    const now = clock.now();
    const letter = await queue.leaseDue(db, now, new Date(now.getTime() + LEASE_MS));
    if (!letter) break;
    done++;
    if ((await work(deps, letter)) === "outage") break;
  }
  return done;
}

async function work(deps: SendingDeps, letter: Letter): Promise<"done" | "outage"> {
  try {
    const reason = await deliver(deps, letter);
    await end(deps, letter, reason === undefined ? "sent" : "skipped", reason ?? null);
    return "done";
  } catch (err) {
    return fail(deps, letter, err);
  }
}

async function deliver(deps: SendingDeps, letter: Letter): Promise<LetterReason | undefined> {
  const { kind, mode, id } = letter;
  const post = kind === "receipt" ? deps.toPayer : deps.toMember;
  if (!(await post.isOpen(mode))) return "no_mail_server";
  const written = await deps.write(letter);
  if ("skip" in written) return written.skip;
  await post.send({ ...written, id }, mode);
  return undefined;
}

async function fail(deps: SendingDeps, letter: Letter, err: unknown): Promise<"done" | "outage"> {
  const { db, clock, logger } = deps;
  const { id, kind, attempts } = letter;
  const now = clock.now();
  const isRefused = isAppError(err) && err.code === "invalid_request";
  const nextAt = isRefused ? undefined : nextTryAt(attempts, now);
  if (nextAt === undefined) {
    // A refused address is for the merchant to know, not for the operator.
    const alert = isRefused ? {} : { alert: "letter_given_up" };
    logger.error({ err, letterId: id, kind, attempts, ...alert }, "an e-mail was given up");
    await end(deps, letter, "given_up", isRefused ? "refused" : "failed");
    return "done";
  }
  logger.error({ err, letterId: id, kind, attempts }, "an e-mail was not sent");
  await queue.postpone(db, letter, nextAt);
  if (!isAppError(err) || err.code !== "mail_unavailable") return "done";
  await queue.postponeDue(db, now, new Date(now.getTime() + OUTAGE_MS));
  return "outage";
}

function end(
  { db, clock }: SendingDeps,
  letter: Letter,
  state: "sent" | "skipped" | "given_up",
  reason: LetterReason | null,
): Promise<void> {
  return queue.end(db, letter, { state, reason, endedAt: clock.now() });
}
