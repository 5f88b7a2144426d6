import type { AccountService } from "#lib/merchants/accounts/service.ts";
import {
  type Actor,
  type AuditAction,
  type AuditEntry,
  recordAudit,
} from "#lib/platform/audit/log.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Mode } from "#lib/platform/configuration/mode.ts";
import type { Seal } from "#lib/platform/crypto/seal.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { AppError } from "#lib/platform/failures/errors.ts";
import type { Allowlist } from "#lib/webhooks/net-guard/allowlist.ts";
import { checkCallbackUrl, type Resolve } from "#lib/webhooks/net-guard/callback-url.ts";
import { UNTRIED, type WebhookEndpoint } from "./endpoint.ts";
import { type EndpointInput, type EndpointSettings, parseEndpoint } from "./fields.ts";
import type { AllowsLocal, Receiver } from "./local-callbacks.ts";
import * as repository from "./repository.ts";

export type EndpointDeps = {
  db: Database;
  clock: Clock;
  seal: Seal;
  allowsLocal: AllowsLocal;
  receiver?: Receiver | undefined;
  accounts: Pick<AccountService, "holdOpen">;
  resolve?: Resolve | undefined;
  allowlist?: Allowlist | undefined;
  stopPending: (tx: Database, endpointId: string, now: Date) => Promise<void>;
};

export type Owner = { accountId: string; mode: Mode };
export type EndpointKey = { accountId: string; id: string; actor: Actor };

type Details = NonNullable<AuditEntry["details"]>;

export async function parseSettings(
  { allowsLocal, allowlist, resolve }: EndpointDeps,
  input: EndpointInput,
  owner: Owner & { actor: Actor },
): Promise<EndpointSettings> {
  const allowLocal = await allowsLocal({ ...owner, url: input.url });
  return parseEndpoint(input, { allowLocal, allowlist, resolve });
}

/** @throws AppError `invalid_request` */
export async function checkUrl(
  { allowsLocal, allowlist, resolve }: EndpointDeps,
  target: { mode: Mode; url: string; actor: Actor },
): Promise<string> {
  return checkCallbackUrl(target.url, {
    allowLocal: await allowsLocal(target),
    allowlist,
    resolve,
  });
}

export function changeLocked(
  { db, clock, accounts }: EndpointDeps,
  { accountId, id, actor }: EndpointKey,
  action: AuditAction,
  work: (tx: Database, endpoint: WebhookEndpoint, now: Date) => Promise<Details | undefined>,
): Promise<void> {
  return db.transaction(async (tx) => {
    await accounts.holdOpen(tx, accountId);
    const endpoint = await repository.lock(tx, { accountId, id });
    if (!endpoint) throw new AppError("not_found");
    const now = clock.now();
    const details = await work(tx, endpoint, now);
    if (details) await recordAudit(tx, now, { accountId, actor, action, target: id, details });
  });
}

/** @throws AppError `not_found`, `invalid_request`, `account_closed` */
export async function changeEndpoint(
  deps: EndpointDeps,
  { actor, ...input }: EndpointKey & EndpointInput,
): Promise<void> {
  const { accountId, id } = input;
  const known = await repository.find(deps.db, { accountId, id });
  if (!known) throw new AppError("not_found");
  const settings = await parseSettings(deps, input, { accountId, mode: known.mode, actor });
  const key = { accountId, id, actor };
  await changeLocked(deps, key, "webhook_endpoint.changed", async (tx, endpoint) => {
    if (isAsWanted(endpoint, settings)) return undefined;
    const isMoved = settings.url !== endpoint.url;
    const moved = isMoved ? UNTRIED : {};
    await repository.update(tx, id, { ...settings, ...moved });
    return describeChange(endpoint, settings);
  });
}

/**
 * Ends pending deliveries. A request under way ends by itself.
 * @throws AppError `not_found`, `account_closed`
 */
export async function disableEndpoint(deps: EndpointDeps, key: EndpointKey): Promise<void> {
  await changeLocked(deps, key, "webhook_endpoint.disabled", async (tx, endpoint, now) => {
    if (endpoint.disabledAt) return undefined;
    await repository.disable(tx, key.id, now, "merchant");
    await deps.stopPending(tx, key.id, now);
    return {};
  });
}

/**
 * Events missed while disabled are not sent automatically.
 * @throws AppError `not_found`, `account_closed`
 */
export async function enableEndpoint(deps: EndpointDeps, key: EndpointKey): Promise<void> {
  await changeLocked(deps, key, "webhook_endpoint.enabled", async (tx, endpoint) => {
    if (!endpoint.disabledAt) return undefined;
    const enabled = { disabledAt: null, disabledReason: null, ...UNTRIED };
    await repository.update(tx, key.id, enabled);
    return {};
  });
}

/**
 * Moves enabled endpoints that differ in scheme, host or port only.
 * @throws AppError `invalid_request`
 */
export async function changeUrls(
  deps: EndpointDeps,
  input: Owner & { url: string },
): Promise<void> {
  const { db, clock } = deps;
  const { accountId, mode } = input;
  const actor = "demo";
  const url = await checkUrl(deps, { ...input, actor });
  await db.transaction(async (tx) => {
    const ids = await repository.changeUrls(tx, { accountId, mode, url });
    for (const target of ids) {
      const action = "webhook_endpoint.changed";
      await recordAudit(tx, clock.now(), { accountId, actor, action, target });
    }
  });
}

function describeChange(before: EndpointSettings, after: EndpointSettings): Details {
  const placeOf = ({ url }: EndpointSettings) =>
    url.replace(/^https?:\/\//, "").replace(/[?#].*$/, "");
  const types = ({ eventTypes }: EndpointSettings) => eventTypes.join(", ");
  return {
    ...(before.url !== after.url && { from: placeOf(before), to: placeOf(after) }),
    ...(types(before) !== types(after) && { eventTypes: types(after) }),
  };
}

function isAsWanted(endpoint: WebhookEndpoint, wanted: EndpointSettings): boolean {
  const asText = ({ url, name, eventTypes }: EndpointSettings) =>
    JSON.stringify([url, name, eventTypes]);
  return asText(endpoint) === asText(wanted);
}
