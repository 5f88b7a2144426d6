import type { TransferOwner } from "#lib/payments/transfers/transfer.ts";
import { type Actor, recordAudit } from "#lib/platform/audit/log.ts";
import type { Seal } from "#lib/platform/crypto/seal.ts";
import { AppError, invalidField } from "#lib/platform/failures/errors.ts";
import { newId } from "#lib/platform/values/ids.ts";
import { demandRoom, type FeedDeps, ownIban, store } from "./add.ts";
import { type Feed, feedContext } from "./feed.ts";
import { FeedFailure } from "./port.ts";
import * as repository from "./repository.ts";
import { type Consent, consentFor, readCredentials, readPrintable } from "./revolut/credentials.ts";
import { makeKeyPair } from "./revolut/key-pair.ts";

/**
 * The feed is read once the owner has consented at the provider.
 * @throws AppError `invalid_request`, `limit_reached`, `too_many_requests`
 */
export async function prepareConsent(
  deps: FeedDeps,
  owner: TransferOwner,
  ibanText: string,
  actor: Actor,
): Promise<string> {
  const iban = await ownIban(deps, owner, ibanText);
  await demandRoom(deps, owner);
  const id = newId("feed");
  const redirectUri = `${deps.consentUrl}/${id}`;
  const pair = await makeKeyPair(new URL(redirectUri).hostname, deps.clock.now());
  const credentials = JSON.stringify({ ...pair, redirectUri });
  const provider = "revolut";
  const values = {
    id,
    provider,
    iban,
    credentials,
    webhookSecret: null,
    nextReadAt: null,
  } as const;
  await store(deps, owner, values, actor);
  return id;
}

/** `undefined` if the provider asks for none. */
export function consentOf({ seal }: { seal: Pick<Seal, "open"> }, feed: Feed): Consent | undefined {
  const { id, mode, provider, sealedCredentials } = feed;
  if (provider !== "revolut" || sealedCredentials === null) return undefined;
  return consentFor(mode, readCredentials(seal.open(sealedCredentials, feedContext(id))));
}

/** @throws AppError `not_found`, `invalid_request` */
export async function setClientId(
  deps: FeedDeps,
  accountId: string,
  id: string,
  text: string,
): Promise<void> {
  const clientId = readPrintable(text);
  if (clientId === undefined) throw invalidField("clientId", "feed_secret");
  await deps.db.transaction(async (tx) => {
    const feed = await repository.lock(tx, accountId, id);
    const credentials = readCredentials(openOf(deps, feed));
    const changed = JSON.stringify({ ...credentials, clientId });
    const sealedCredentials = deps.seal.seal(changed, feedContext(id));
    await repository.setCredentials(tx, id, { sealedCredentials });
  });
}

/**
 * Also renews a consent that ended.
 * @throws AppError `not_found`, `invalid_request`, `too_many_requests`
 */
export async function finishConsent(
  deps: FeedDeps,
  accountId: string,
  id: string,
  text: string,
  actor: Actor,
): Promise<void> {
  const { db, clock, seal, limits, providers } = deps;
  const code = readPrintable(text);
  if (code === undefined) throw invalidField("code", "feed_secret");
  await limits.take("feed-account", accountId);
  const found = await repository.find(db, id);
  const feed = found?.accountId === accountId ? found : undefined;
  const before = openOf(deps, feed);
  const mode = feed?.mode ?? "test";
  const credentials = await providers.revolut
    .finishConsent({ mode, credentials: before }, code)
    .catch((error: unknown) => {
      if (!(error instanceof FeedFailure)) throw error;
      throw invalidField(
        "code",
        `feed_consent_${error.kind === "denied" ? "denied" : "failed"}`,
        error,
      );
    });
  const now = clock.now();
  await db.transaction(async (tx) => {
    // The client id may have changed meanwhile.
    if (openOf(deps, await repository.lock(tx, accountId, id)) !== before) {
      throw new AppError("not_found");
    }
    await repository.setCredentials(tx, id, {
      sealedCredentials: seal.seal(credentials, feedContext(id)),
      nextReadAt: now,
      failures: 0,
      lastError: null,
      lastErrorAt: null,
    });
    const details = { mode, provider: "revolut" };
    await recordAudit(tx, now, { accountId, actor, action: "feed.connected", target: id, details });
  });
}

/** @throws AppError `not_found` */
function openOf({ seal }: FeedDeps, feed: Feed | undefined): string {
  if (feed?.provider !== "revolut" || feed.sealedCredentials === null) {
    throw new AppError("not_found");
  }
  return seal.open(feed.sealedCredentials, feedContext(feed.id));
}
