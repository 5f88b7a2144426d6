import type { AccountService } from "#lib/merchants/accounts/service.ts";
import { FEED_PROVIDERS, type FeedProvider } from "#lib/payments/model/feed.ts";
import type { TransferOwner } from "#lib/payments/transfers/transfer.ts";
import { type Actor, recordAudit } from "#lib/platform/audit/log.ts";
import type { Seal } from "#lib/platform/crypto/seal.ts";
import { AppError, invalidField } from "#lib/platform/failures/errors.ts";
import type { Limits } from "#lib/platform/rate-limit/service.ts";
import { parseIban } from "#lib/platform/values/iban.ts";
import { newId, readId } from "#lib/platform/values/ids.ts";
import { EAGER_MS, FIRST_MS, feedContext, type ListedFeed } from "./feed.ts";
import { FeedFailure } from "./port.ts";
import { qontoCredentials } from "./qonto/provider.ts";
import { createReader, type ReaderDeps } from "./reader.ts";
import * as repository from "./repository.ts";

export type FeedDeps = ReaderDeps & {
  seal: Seal;
  accounts: Pick<AccountService, "payableIbans">;
  limits: Pick<Limits, "take">;
};

/** As typed in the console. */
export type NewFeed = {
  provider: FeedProvider;
  iban: string;
  login: string;
  secretKey: string;
  stagingToken: string;
  webhookSecret: string;
};

export type Webhook = { body: Buffer; headers: Headers };

const MOST_FEEDS = 10;
const LISTED = 25;
const EVENTS_KEPT_MS = 7 * 24 * 60 * 60_000;

export function createFeedService(deps: FeedDeps) {
  const { db, clock } = deps;
  const reader = createReader(deps);
  return {
    ...reader,
    add: (owner: TransferOwner, input: NewFeed, actor: Actor) => add(deps, owner, input, actor),
    setWebhookSecret: (accountId: string, id: string, secret: string, actor: Actor) =>
      setWebhookSecret(deps, accountId, id, secret, actor),
    readNow: (accountId: string, id: string) => readNow(deps, accountId, id),
    retire: (accountId: string, id: string, actor: Actor) => retire(deps, accountId, id, actor),
    list: (owner: TransferOwner): Promise<ListedFeed[]> => repository.list(db, owner, LISTED),
    receiveWebhook: (id: string, webhook: Webhook) => receiveWebhook(deps, id, webhook),
    purge: () => repository.purgeEvents(db, new Date(clock.now().getTime() - EVENTS_KEPT_MS)),
  };
}

/**
 * Asks the provider first.
 * @throws AppError `invalid_request`, `limit_reached`, `too_many_requests`
 */
async function add(
  deps: FeedDeps,
  owner: TransferOwner,
  input: NewFeed,
  actor: Actor,
): Promise<string> {
  const { db, clock, seal, accounts, limits, providers } = deps;
  const { provider } = input;
  if (!FEED_PROVIDERS.includes(provider)) throw invalidField("provider", "feed_provider");
  const iban = parseIban(input.iban);
  const own = await accounts.payableIbans(owner.accountId, owner.mode);
  if (!iban || !own.includes(iban)) throw invalidField("iban", "feed_iban");
  const credentials = readCredentials(input);
  const webhookSecret = readSecret(input.webhookSecret);
  if ((await repository.countActive(db, owner)) >= MOST_FEEDS) throw new AppError("limit_reached");
  await limits.take("feed-account", owner.accountId);
  const now = clock.now();
  const feed = providers[provider].connect({ mode: owner.mode, iban, credentials });
  try {
    for await (const _page of feed.read(now)) break;
  } catch (error) {
    if (!(error instanceof FeedFailure)) throw error;
    throw invalidField("secretKey", `feed_${error.kind}`, error);
  }
  const id = newId("feed");
  const context = feedContext(id);
  await db.transaction(async (tx) => {
    const stored = await repository.insert(tx, {
      ...owner,
      id,
      provider,
      iban,
      sealedCredentials: seal.seal(credentials, context),
      sealedWebhookSecret: webhookSecret && seal.seal(webhookSecret, context),
      readUntil: new Date(now.getTime() - FIRST_MS),
      nextReadAt: now,
      leasedUntil: null,
      eagerUntil: null,
      failures: 0,
      lastReadAt: null,
      lastMoneyAt: null,
      lastError: null,
      lastErrorAt: null,
      silentAt: null,
      createdBy: actor,
      createdAt: now,
      retiredAt: null,
    });
    if (!stored) throw invalidField("iban", "feed_known");
    const { accountId, mode } = owner;
    const action = "feed.added";
    const details = { mode, provider };
    await recordAudit(tx, now, { accountId, actor, action, target: id, details });
  });
  return id;
}

function readCredentials({ login, secretKey, stagingToken }: NewFeed): string {
  const { data, error } = qontoCredentials.safeParse({
    login,
    secretKey,
    ...(stagingToken.trim() !== "" && { stagingToken }),
  });
  if (!data) throw invalidField(String(error.issues[0]?.path[0]), "feed_secret");
  return JSON.stringify(data);
}

/** `null` for none. */
function readSecret(text: string): string | null {
  const secret = text.trim();
  if (secret === "") return null;
  if (!/^[\x21-\x7e]{8,200}$/.test(secret)) throw invalidField("webhookSecret", "feed_secret");
  return secret;
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
