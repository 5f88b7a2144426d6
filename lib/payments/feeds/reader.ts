import { withDeadline } from "#lib/banks/deadline.ts";
import { findRefundMark, type SeenRefund } from "#lib/payments/refunds/refund.ts";
import type { RefundService } from "#lib/payments/refunds/service.ts";
import { businessDaysBefore } from "#lib/payments/transfers/reported/business-days.ts";
import type { TransferService } from "#lib/payments/transfers/service.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Seal } from "#lib/platform/crypto/seal.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { isOutage } from "#lib/platform/failures/failures.ts";
import type { Logger } from "#lib/platform/telemetry/logger.ts";
import { type Feed, feedContext, nextReads, OVERLAP_MS, retryAt } from "./feed.ts";
import { FeedFailure, type Providers, type SeenMoney } from "./port.ts";
import * as repository from "./repository.ts";

export type ReaderDeps = {
  db: Database;
  clock: Clock;
  seal: Pick<Seal, "open">;
  logger: Pick<Logger, "info" | "warn" | "error">;
  providers: Providers;
  transfers: Pick<TransferService, "bookSeen" | "findFed" | "noteReturned">;
  refunds: Pick<RefundService, "settle">;
};

// A page takes at most a request and its money, well within the lease.
const LONGEST_READ_MS = 4 * 60_000;
const LEASE_MS = 5 * 60_000;
const AT_ONCE = 10;
const DAY_MS = 24 * 60 * 60_000;

const MOST_REPORTED = 1_000;

/** `alerted`: transfers and keys this process has alerted of, as each read begins before the last one ended. */
type Context = ReaderDeps & { alerted: Set<string> };

/** Several workers share the feeds; one reads a feed at a time. */
export function createReader(deps: ReaderDeps) {
  const { db, clock, logger } = deps;
  const context: Context = { ...deps, alerted: new Set() };
  const underWay = new Set<Promise<void>>();

  function begin(feed: Feed, until: Date, onEnded: () => void): Promise<void> {
    const reading = readFeed(context, feed, until)
      .catch((err: unknown) => {
        // Read again when the lease ends.
        logger.error({ feedId: feed.id, err }, "what a feed read could not be stored");
      })
      .finally(() => {
        underWay.delete(reading);
        onEnded();
      });
    underWay.add(reading);
    return reading;
  }

  return {
    async beginDue({
      onEnded = () => {},
    }: {
      onEnded?: () => void;
    } = {}): Promise<Promise<void>[]> {
      const room = AT_ONCE - underWay.size;
      if (room <= 0) return [];
      const now = clock.now();
      const until = new Date(now.getTime() + LEASE_MS);
      const due = await repository.leaseDue(db, now, until, room);
      return due.map((feed) => begin(feed, until, onEnded));
    },

    settled: async () => {
      await Promise.all(underWay);
    },

    nextDueAt: async () => (underWay.size < AT_ONCE ? repository.nextDueAt(db) : undefined),
  };
}

async function readFeed(deps: Context, feed: Feed, until: Date): Promise<void> {
  const { db, clock } = deps;
  const deadline = AbortSignal.timeout(LONGEST_READ_MS);
  try {
    const result = await withDeadline(deadline, () => readPages(deps, feed, until));
    if (result === "lost") return;
    const now = clock.now();
    const { usual, eager } = nextReads(now, feed.sealedWebhookSecret !== null);
    const next = result === "whole" ? { usual, eager } : { usual: now, eager: now };
    await repository.finish(db, feed.id, until, { now, ...next });
  } catch (error) {
    const failure =
      error instanceof FeedFailure
        ? error
        : new FeedFailure("internal", "what the feed read could not be stored", { cause: error });
    await noteFailure(deps, feed, until, failure);
  }
}

type Result = "whole" | "partial" | "lost";

async function readPages(deps: Context, feed: Feed, until: Date): Promise<Result> {
  const { db, clock } = deps;
  const since = new Date(feed.readUntil.getTime() - OVERLAP_MS);
  let isLast = true;
  let readUntil = feed.readUntil;
  for await (const page of connect(deps, feed).read(since)) {
    // Before its money is booked: a retired feed books nothing more.
    if (!(await repository.progress(db, feed.id, until, { leasedUntil: until }))) return "lost";
    const isNew = await takeMoney(deps, feed, page.money);
    if (page.readUntil > readUntil) readUntil = page.readUntil;
    const values = { readUntil, ...(isNew && { lastMoneyAt: clock.now() }) };
    if (!(await repository.progress(db, feed.id, until, values))) return "lost";
    isLast = page.isLast;
  }
  return isLast ? "whole" : "partial";
}

function connect({ seal, providers }: ReaderDeps, feed: Feed) {
  const { id, provider, mode, iban, sealedCredentials } = feed;
  if (sealedCredentials === null) throw new Error(`feed ${id} has no credentials`);
  const credentials = seal.open(sealedCredentials, feedContext(id));
  return providers[provider].connect({ mode, iban, credentials });
}

/** Returns whether any is new. */
async function takeMoney(deps: Context, feed: Feed, money: SeenMoney[]): Promise<boolean> {
  const { id: feedId, accountId, mode, iban } = feed;
  const credits = money.filter(({ kind }) => kind === "credit");
  const owner = { accountId, mode, feedId, iban };
  const { fresh, failed } = await deps.transfers.bookSeen(owner, credits);
  for (const key of failed) alertFailed(deps, feed, key);
  const keys = money.filter(({ kind }) => kind === "reversal").map(({ key }) => key);
  if (keys.length > 0) await alertReversed(deps, feed, keys);
  await settleRefunds(deps, feed, money);
  return fresh > 0;
}

const DEBITS: Partial<Record<SeenMoney["kind"], SeenRefund["kind"]>> = {
  debit: "sent",
  debit_reversal: "returned",
};

/** One failure blocks no other; the next reads try again while they overlap with it. */
async function settleRefunds(deps: Context, feed: Feed, money: SeenMoney[]): Promise<void> {
  const { accountId, mode, iban } = feed;
  const failures: unknown[] = [];
  for (const { key, text, amount, currency, ...each } of money) {
    const kind = DEBITS[each.kind];
    const mark = findRefundMark([text]);
    if (kind === undefined || mark === undefined) continue;
    try {
      const seen = { mark, kind, iban, amount, currency };
      await deps.refunds.settle({ accountId, mode }, seen, "system");
    } catch (err) {
      alertFailed(deps, feed, key);
      failures.push(err);
    }
  }
  const outage = failures.find(isOutage);
  if (outage) throw outage;
}

function isAlerted({ alerted }: Context, id: string): boolean {
  if (alerted.has(id)) return true;
  if (alerted.size >= MOST_REPORTED) alerted.clear();
  alerted.add(id);
  return false;
}

/** The next reads try again while they overlap with it. */
function alertFailed(context: Context, { id: feedId, accountId, mode }: Feed, key: string): void {
  if (isAlerted(context, `${feedId} ${key}`)) return;
  const fields = { alert: "feed_money_failed", feedId, accountId, mode, key };
  context.logger.error(fields, "a credit of a feed could not be stored");
}

async function alertReversed(
  context: Context,
  { id: feedId, accountId, mode }: Feed,
  keys: string[],
): Promise<void> {
  const { transfers, logger } = context;
  for (const { id: transferId, transactionId } of await transfers.findFed(
    { accountId, mode },
    keys,
  )) {
    await transfers.noteReturned(accountId, transferId);
    if (isAlerted(context, transferId)) continue;
    const fields = { alert: "feed_money_reversed", feedId, transferId, transactionId };
    logger.error(fields, "the provider reversed money that was counted");
  }
}

async function noteFailure(
  { db, clock, logger }: ReaderDeps,
  feed: Feed,
  until: Date,
  error: FeedFailure,
): Promise<void> {
  const { id: feedId, provider, mode, accountId } = feed;
  const now = clock.now();
  const failures = feed.failures + 1;
  const { kind, retryAfterSeconds } = error;
  logger.warn({ feedId, provider, kind, failures, err: error }, "a feed could not be read");
  const isReported = feed.silentAt !== null && now.getTime() - feed.silentAt.getTime() < DAY_MS;
  const isSilent = (feed.lastReadAt ?? feed.createdAt) < businessDaysBefore(now, 1);
  if (isSilent && !isReported) {
    logger.error(
      {
        alert: "feed_silent",
        feedId,
        provider,
        mode,
        accountId,
        kind,
        lastReadAt: feed.lastReadAt,
      },
      "a feed could not be read for a business day",
    );
  }
  await repository.fail(db, feedId, until, {
    failures,
    nextReadAt: retryAt(now, failures, retryAfterSeconds),
    lastError: kind,
    lastErrorAt: now,
    silentAt: isSilent && !isReported ? now : feed.silentAt,
  });
}
