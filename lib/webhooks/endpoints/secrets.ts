import { timingSafeEqual } from "node:crypto";
import type { Actor } from "#lib/platform/audit/log.ts";
import { AppError } from "#lib/platform/failures/errors.ts";
import { digest } from "#lib/platform/values/ids.ts";
import { newWebhookSecret } from "#lib/webhooks/signatures/signature.ts";
import { changeLocked, type EndpointDeps, type EndpointKey } from "./change.ts";
import { isRotating, secretContext, signingSecrets } from "./endpoint.ts";
import * as repository from "./repository.ts";

const BOTH_SECRETS_MS = 24 * 60 * 60_000;

type Deps = Pick<EndpointDeps, "db" | "clock" | "seal">;

/** Shown only once. `mark` identifies the secret without revealing it. */
export type NewSecret = { id: string; secret: string; mark: string };

/** @throws AppError `not_found` if `mark` is not of the current Webhook Secret, `account_closed` */
export async function acknowledgeSecret(
  deps: EndpointDeps,
  { mark, ...key }: EndpointKey & { mark: string },
): Promise<void> {
  const { id } = key;
  await changeLocked(deps, key, "webhook_endpoint.secret_saved", async (tx, endpoint, now) => {
    const secret = deps.seal.open(endpoint.sealedSecret, secretContext(id));
    if (mark !== digest(secret)) throw new AppError("not_found");
    if (endpoint.secretSavedAt) return undefined;
    await repository.update(tx, id, { secretSavedAt: now });
    return {};
  });
}

/**
 * Never shown again. The previous one also signs for 24 h; if it was never confirmed as saved, the one before does.
 * @throws AppError `not_found`, `account_closed`
 */
export async function rotateSecret(deps: EndpointDeps, key: EndpointKey): Promise<NewSecret> {
  const { id } = key;
  const secret = newWebhookSecret();
  await changeLocked(deps, key, "webhook_endpoint.secret_rotated", async (tx, endpoint, now) => {
    const isLost = endpoint.secretSavedAt === null && isRotating(endpoint, now);
    await repository.update(tx, id, {
      sealedSecret: deps.seal.seal(secret, secretContext(id)),
      sealedPreviousSecret: isLost ? endpoint.sealedPreviousSecret : endpoint.sealedSecret,
      previousSecretExpiresAt: new Date(now.getTime() + BOTH_SECRETS_MS),
      secretSavedAt: savedAt(key.actor, now),
    });
    return {};
  });
  return { id, secret, mark: digest(secret) };
}

/** Only users confirm that they saved it. */
export function savedAt(actor: Actor, now: Date): Date | null {
  return actor.startsWith("usr_") ? null : now;
}

export async function secretsAt(
  { db, clock, seal }: Deps,
  accountId: string,
  urls: readonly string[],
): Promise<string[]> {
  const endpoints = await repository.listAll(db, accountId);
  return endpoints
    .filter(({ mode, url }) => mode === "test" && urls.includes(url))
    .flatMap((endpoint) => signingSecrets(endpoint, seal, clock.now()));
}

export async function isSecretInUse(
  { db, clock, seal }: Deps,
  accountId: string,
  secret: string,
): Promise<boolean> {
  const given = Buffer.from(digest(secret));
  const endpoints = await repository.listAll(db, accountId);
  return endpoints
    .flatMap((endpoint) => signingSecrets(endpoint, seal, clock.now()))
    .some((known) => timingSafeEqual(Buffer.from(digest(known)), given));
}
