import { type Actor, recordAudit } from "#lib/platform/audit/log.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { AppError } from "#lib/platform/failures/errors.ts";
import { digest, newId } from "#lib/platform/values/ids.ts";
import { newWebhookSecret } from "#lib/webhooks/signatures/signature.ts";
import { type EndpointDeps, noteSubscriptions, type Owner, parseSettings } from "./change.ts";
import { secretContext, UNTRIED, type WebhookEndpoint } from "./endpoint.ts";
import type { EndpointInput, EndpointSettings } from "./fields.ts";
import * as repository from "./repository.ts";
import { type NewSecret, savedAt } from "./secrets.ts";

const MAX_ENDPOINTS = 20;

const UNNAMED = { externalId: null, idempotencyKey: null, requestHash: null };

export type EndpointRequest = Owner & EndpointInput & { actor?: Actor };

export type NewEndpoint = NewSecret & { isReceiver: boolean };

/**
 * The Webhook Secret is never shown again. Users confirm that they saved it.
 * @throws AppError `invalid_request`, `account_closed`, `limit_reached`
 */
export async function createEndpoint(
  deps: EndpointDeps,
  { accountId, mode, actor = "operator", ...input }: EndpointRequest,
): Promise<NewEndpoint> {
  const { db, accounts, receiver } = deps;
  const settings = await parseSettings(deps, input, { accountId, mode, actor });
  const isReceiver =
    mode === "test" && (receiver?.urlsOf(accountId).includes(settings.url) ?? false);
  const wanted = { ...settings, ...UNNAMED, accountId, mode, actor, isReceiver };
  return db.transaction(async (tx) => {
    await accounts.holdOpenAlone(tx, accountId);
    return { ...(await insertEndpoint(deps, tx, wanted)), isReceiver };
  });
}

export type Wanted = EndpointSettings &
  Pick<WebhookEndpoint, "accountId" | "mode" | "externalId" | "idempotencyKey" | "requestHash"> & {
    actor: Actor;
    isReceiver: boolean;
  };

/**
 * The caller holds the account alone.
 * @throws AppError `limit_reached`
 */
export async function insertEndpoint(
  { clock, seal, accounts }: EndpointDeps,
  tx: Database,
  { actor, isReceiver, ...settings }: Wanted,
): Promise<NewSecret> {
  const { accountId, mode } = settings;
  if ((await repository.countEndpoints(tx, { accountId, mode })) >= MAX_ENDPOINTS) {
    const message = `There are ${MAX_ENDPOINTS} endpoints already. Change one of them instead.`;
    throw new AppError("limit_reached", { fields: [{ path: "url", message }] });
  }
  const id = newId("whep");
  const secret = newWebhookSecret();
  const createdAt = clock.now();
  await repository.insert(tx, {
    ...settings,
    id,
    secretSavedAt: isReceiver ? createdAt : savedAt(actor, createdAt),
    sealedSecret: seal.seal(secret, secretContext(id)),
    sealedPreviousSecret: null,
    previousSecretExpiresAt: null,
    disabledAt: null,
    disabledReason: null,
    ...UNTRIED,
    createdAt,
    deletedAt: null,
  });
  await noteSubscriptions({ accounts }, tx, accountId);
  const entry = { accountId, actor, action: "webhook_endpoint.created", target: id } as const;
  await recordAudit(tx, createdAt, { ...entry, details: { mode } });
  return { id, secret, mark: digest(secret) };
}
