import type { TransferOwner } from "#lib/payments/transfers/transfer.ts";
import { type Actor, recordAudit } from "#lib/platform/audit/log.ts";
import { AppError, invalidField } from "#lib/platform/failures/errors.ts";
import { readId } from "#lib/platform/values/ids.ts";
import { add, type FeedDeps, type NewFeed, readSecret } from "./add.ts";
import { consentOf, finishConsent, prepareConsent, setClientId } from "./consent.ts";
import { EAGER_MS, feedContext, type ListedFeed } from "./feed.ts";
import { createReader } from "./reader.ts";
import * as repository from "./repository.ts";

export type Webhook = { body: Buffer; headers: Headers };

const LISTED = 25;
const EVENTS_KEPT_MS = 7 * 24 * 60 * 60_000;

export function createFeedService(deps: FeedDeps) {
  const { db, clock } = deps;
  const reader = createReader(deps);
  return {
    ...reader,
    add: (owner: TransferOwner, input: NewFeed, actor: Actor) => add(deps, owner, input, actor),
    prepareConsent: (owner: TransferOwner, iban: string, actor: Actor) =>
      prepareConsent(deps, owner, iban, actor),
    setClientId: (accountId: string, id: string, clientId: string) =>
      setClientId(deps, accountId, id, clientId),
    finishConsent: (accountId: string, id: string, code: string, actor: Actor) =>
      finishConsent(deps, accountId, id, code, actor),
    find: (accountId: string, id: string) => find(deps, accountId, id),
    setWebhookSecret: (accountId: string, id: string, secret: string, actor: Actor) =>
      setWebhookSecret(deps, accountId, id, secret, actor),
    readNow: (accountId: string, id: string) => readNow(deps, accountId, id),
    retire: (accountId: string, id: string, actor: Actor) => retire(deps, accountId, id, actor),
    list: (owner: TransferOwner) => list(deps, owner),
    receiveWebhook: (id: string, webhook: Webhook) => receiveWebhook(deps, id, webhook),
    purge: () => repository.purgeEvents(db, new Date(clock.now().getTime() - EVENTS_KEPT_MS)),
  };
}

async function list(deps: FeedDeps, owner: TransferOwner): Promise<ListedFeed[]> {
  const rows = await repository.list(deps.db, owner, LISTED);
  return rows.map((feed) => {
    const { sealedCredentials: _, sealedWebhookSecret, ...rest } = feed;
    const hasWebhook = sealedWebhookSecret !== null;
    return { ...rest, hasWebhook, consent: consentOf(deps, feed) };
  });
}

/** Active. @throws AppError `not_found` */
async function find({ db }: FeedDeps, accountId: string, id: string) {
  const feed = readId("feed", id) && (await repository.find(db, id));
  if (!feed || feed.accountId !== accountId || feed.retiredAt) throw new AppError("not_found");
  return { id: feed.id, mode: feed.mode };
}

/** @throws AppError `not_found`, `invalid_request` */
async function setWebhookSecret(
  { db, clock, seal }: FeedDeps,
  accountId: string,
  id: string,
  text: string,
  actor: Actor,
): Promise<void> {
  const secret = readSecret(text);
  if (secret === null) throw invalidField("webhookSecret", "feed_secret");
  await db.transaction(async (tx) => {
    const sealedWebhookSecret = seal.seal(secret, feedContext(id));
    const feed = await repository.setSecret(tx, accountId, id, sealedWebhookSecret);
    if (!feed) throw new AppError("not_found");
    const action = "feed.webhook_set";
    await recordAudit(tx, clock.now(), { accountId, actor, action, target: id });
  });
}

/** @throws AppError `not_found`, `too_many_requests` */
async function readNow(
  { db, clock, limits }: FeedDeps,
  accountId: string,
  id: string,
): Promise<void> {
  const feed = await repository.find(db, id);
  if (feed?.accountId !== accountId || feed.retiredAt) throw new AppError("not_found");
  await limits.take("feed-account", accountId);
  await repository.readSoon(db, id, { nextReadAt: clock.now() });
}

/** Deletes its secrets. Money that it reported stays. @throws AppError `not_found` */
async function retire(
  { db, clock }: FeedDeps,
  accountId: string,
  id: string,
  actor: Actor,
): Promise<void> {
  await db.transaction(async (tx) => {
    const feed = await repository.retire(tx, accountId, id, clock.now());
    if (!feed) throw new AppError("not_found");
    const { mode, provider } = feed;
    const action = "feed.retired";
    const details = { mode, provider };
    await recordAudit(tx, clock.now(), { accountId, actor, action, target: id, details });
  });
}

/** Only makes a read due. */
async function receiveWebhook(
  { db, clock, seal, providers }: FeedDeps,
  id: string,
  webhook: Webhook,
): Promise<"taken" | "unsigned" | "unknown"> {
  const feed = readId("feed", id) && (await repository.find(db, id));
  if (!feed || feed.sealedWebhookSecret === null) return "unknown";
  const now = clock.now();
  const secret = seal.open(feed.sealedWebhookSecret, feedContext(id));
  const wakeup = providers[feed.provider].readWebhook(webhook, secret, now);
  if (!wakeup) return "unsigned";
  const event = { feedId: id, eventId: wakeup.eventId, createdAt: now };
  await db.transaction((tx) => repository.wake(tx, event, new Date(now.getTime() + EAGER_MS)));
  return "taken";
}
