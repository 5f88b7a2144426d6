import type { AccountService } from "#lib/merchants/accounts/service.ts";
import type { TransferOwner } from "#lib/payments/transfers/transfer.ts";
import { type Actor, recordAudit } from "#lib/platform/audit/log.ts";
import type { Seal } from "#lib/platform/crypto/seal.ts";
import { AppError, invalidField } from "#lib/platform/failures/errors.ts";
import type { Limits } from "#lib/platform/rate-limit/service.ts";
import { parseIban } from "#lib/platform/values/iban.ts";
import { newId } from "#lib/platform/values/ids.ts";
import { type Feed, FIRST_MS, feedContext } from "./feed.ts";
import { FeedFailure } from "./port.ts";
import { qontoCredentials } from "./qonto/provider.ts";
import type { ReaderDeps } from "./reader.ts";
import * as repository from "./repository.ts";

export type FeedDeps = ReaderDeps & {
  seal: Seal;
  accounts: Pick<AccountService, "payableIbans">;
  limits: Pick<Limits, "take">;
  /** Providers send owners back to it, with the feed's id. */
  consentUrl: string;
};

/** As typed in the console. */
export type NewFeed = {
  provider: "qonto";
  iban: string;
  login: string;
  secretKey: string;
  stagingToken: string;
  webhookSecret: string;
};

const MOST_FEEDS = 10;

/**
 * Asks the provider first.
 * @throws AppError `invalid_request`, `limit_reached`, `too_many_requests`
 */
export async function add(
  deps: FeedDeps,
  owner: TransferOwner,
  input: NewFeed,
  actor: Actor,
): Promise<string> {
  const { clock, providers } = deps;
  const { provider } = input;
  const iban = await ownIban(deps, owner, input.iban);
  const credentials = readCredentials(input);
  const webhookSecret = readSecret(input.webhookSecret);
  await demandRoom(deps, owner);
  const now = clock.now();
  const feed = providers[provider].connect({ mode: owner.mode, iban, credentials });
  try {
    for await (const _page of feed.read(now)) break;
  } catch (error) {
    if (!(error instanceof FeedFailure)) throw error;
    throw invalidField("secretKey", `feed_${error.kind}`, error);
  }
  const id = newId("feed");
  const values = { id, provider, iban, credentials, webhookSecret, nextReadAt: now };
  await store(deps, owner, values, actor);
  return id;
}

/** @throws AppError `invalid_request` */
export async function ownIban(
  { accounts }: FeedDeps,
  owner: TransferOwner,
  text: string,
): Promise<string> {
  const iban = parseIban(text);
  const own = await accounts.payableIbans(owner.accountId, owner.mode);
  if (!iban || !own.includes(iban)) throw invalidField("iban", "feed_iban");
  return iban;
}

/** @throws AppError `limit_reached`, `too_many_requests` */
export async function demandRoom({ db, limits }: FeedDeps, owner: TransferOwner): Promise<void> {
  if ((await repository.countActive(db, owner)) >= MOST_FEEDS) throw new AppError("limit_reached");
  await limits.take("feed-account", owner.accountId);
}

type StoredFeed = Pick<Feed, "id" | "provider" | "iban" | "nextReadAt"> & {
  credentials: string;
  webhookSecret: string | null;
};

/** @throws AppError `invalid_request` */
export async function store(
  { db, clock, seal }: FeedDeps,
  owner: TransferOwner,
  { credentials, webhookSecret, ...values }: StoredFeed,
  actor: Actor,
): Promise<void> {
  const now = clock.now();
  const { id, provider } = values;
  const context = feedContext(id);
  await db.transaction(async (tx) => {
    const stored = await repository.insert(tx, {
      ...owner,
      ...values,
      sealedCredentials: seal.seal(credentials, context),
      sealedWebhookSecret: webhookSecret && seal.seal(webhookSecret, context),
      readUntil: new Date(now.getTime() - FIRST_MS),
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
export function readSecret(text: string): string | null {
  const secret = text.trim();
  if (secret === "") return null;
  if (!/^[\x21-\x7e]{8,200}$/.test(secret)) throw invalidField("webhookSecret", "feed_secret");
  return secret;
}
