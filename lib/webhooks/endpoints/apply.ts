import type { Actor } from "#lib/platform/audit/log.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { AppError } from "#lib/platform/failures/errors.ts";
import { digest } from "#lib/platform/values/ids.ts";
import { changeIn, type EndpointDeps, type Owner, parseSettings } from "./change.ts";
import { insertEndpoint } from "./create.ts";
import {
  type EndpointView,
  secretContext,
  toEndpointView,
  type WebhookEndpoint,
} from "./endpoint.ts";
import type { EndpointInput, EndpointSettings } from "./fields.ts";
import * as repository from "./repository.ts";

const LIFETIME_MS = 24 * 60 * 60_000;

export type Application = Owner &
  EndpointInput & {
    externalId?: string | undefined;
    idempotencyKey?: string | undefined;
    actor: Actor;
  };

/** `secret`: of an endpoint that this request creates, or created. */
export type Applied = { endpoint: EndpointView; secret: string | null; isNew: boolean };

/**
 * Creates an endpoint, or changes the one with this `externalId` into what is asked. So a program can repeat its description. A repeated
 * `idempotencyKey` gets the endpoint of its first request, with its Webhook Secret.
 * @throws AppError `invalid_request`, `account_closed`, `limit_reached`, `idempotency_key_reused`
 */
export async function applyEndpoint(deps: EndpointDeps, asked: Application): Promise<Applied> {
  const { db, accounts } = deps;
  const { accountId, mode, actor, externalId, idempotencyKey, ...input } = asked;
  const settings = await parseSettings(deps, input, { accountId, mode, actor });
  const requestHash = digest(JSON.stringify([settings, externalId ?? null]));
  const wanted = { ...settings, accountId, mode, actor, requestHash };
  return db.transaction(async (tx) => {
    await accounts.holdOpenAlone(tx, accountId);
    const repeated = await findRepeated(deps, tx, { ...wanted, idempotencyKey });
    if (repeated) return repeated;
    const known = externalId && (await changeKnown(deps, tx, { ...wanted, externalId }));
    if (known) return { endpoint: await view(deps, tx, known), secret: null, isNew: false };
    const { id, secret } = await insertEndpoint(deps, tx, {
      ...wanted,
      externalId: externalId ?? null,
      idempotencyKey: idempotencyKey ?? null,
      isReceiver: false,
    });
    return { endpoint: await view(deps, tx, { accountId, id }), secret, isNew: true };
  });
}

type Asked = Owner & { idempotencyKey: string | undefined; requestHash: string };

async function findRepeated(
  { clock, seal }: EndpointDeps,
  tx: Database,
  { accountId, mode, idempotencyKey, requestHash }: Asked,
): Promise<Applied | undefined> {
  if (idempotencyKey === undefined) return undefined;
  const now = clock.now();
  const since = new Date(now.getTime() - LIFETIME_MS);
  const first = await repository.findCreated(tx, { accountId, mode, idempotencyKey, since });
  if (!first) return undefined;
  if (first.requestHash !== requestHash) throw new AppError("idempotency_key_reused");
  const secret = seal.open(first.sealedSecret, secretContext(first.id));
  return { endpoint: toEndpointView(first, now), secret, isNew: false };
}

type Known = EndpointSettings & Owner & { externalId: string; actor: Actor };

async function changeKnown(
  deps: EndpointDeps,
  tx: Database,
  { accountId, mode, externalId, actor, url, name, eventTypes }: Known,
): Promise<Pick<WebhookEndpoint, "accountId" | "id"> | undefined> {
  const known = await repository.findExternal(tx, { accountId, mode, externalId });
  if (!known) return undefined;
  const key = { accountId, mode, id: known.id, actor };
  await changeIn(deps, tx, key, { url, name, eventTypes });
  return known;
}

async function view(
  { clock }: EndpointDeps,
  tx: Database,
  key: { accountId: string; id: string },
): Promise<EndpointView> {
  const endpoint = await repository.find(tx, key);
  if (!endpoint) throw new AppError("not_found");
  return toEndpointView(endpoint, clock.now());
}
