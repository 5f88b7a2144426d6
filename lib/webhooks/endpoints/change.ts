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
import { CREATED_EVENT } from "#lib/webhooks/model/event-types.ts";
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
  accounts: Pick<AccountService, "holdOpen" | "holdOpenAlone" | "setAnnouncesCreations">;
  resolve?: Resolve | undefined;
  allowlist?: Allowlist | undefined;
  stopPending: (tx: Database, endpointId: string, now: Date) => Promise<void>;
  recordDisabled: (
    tx: Database,
    endpoint: WebhookEndpoint,
    reason: "merchant",
    now: Date,
  ) => Promise<void>;
};

export type Owner = { accountId: string; mode: Mode };
/** Without `mode`, in either. */
export type EndpointKey = { accountId: string; mode?: Mode | undefined; id: string; actor: Actor };

/** What is absent stays. */
export type EndpointChange = EndpointKey & {
  [Field in keyof EndpointInput]?: EndpointInput[Field] | undefined;
};

const SUBSCRIBING: readonly AuditAction[] = [
  "webhook_endpoint.changed",
  "webhook_endpoint.deleted",
];

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

/** Writers take the account alone first, so one after the other. */
export async function noteSubscriptions(
  { accounts }: Pick<EndpointDeps, "accounts">,
  tx: Database,
  accountId: string,
): Promise<void> {
  const asked = { accountId, type: CREATED_EVENT } as const;
  const isAsked = await repository.isAnySubscribed(tx, asked);
  await accounts.setAnnouncesCreations(tx, accountId, isAsked);
}

type ChangeDeps = Pick<EndpointDeps, "db" | "clock" | "accounts">;

type Work = (tx: Database, endpoint: WebhookEndpoint, now: Date) => Promise<Details | undefined>;

export function changeLocked(
  deps: ChangeDeps,
  key: EndpointKey,
  action: AuditAction,
  work: Work,
): Promise<void> {
  return deps.db.transaction(async (tx) => {
    const hold = SUBSCRIBING.includes(action) ? "holdOpenAlone" : "holdOpen";
    await deps.accounts[hold](tx, key.accountId);
    await changeHeld(deps, tx, { ...key, action }, work);
  });
}

async function changeHeld(
  { clock, accounts }: ChangeDeps,
  tx: Database,
  { accountId, mode, id, actor, action }: EndpointKey & { action: AuditAction },
  work: Work,
): Promise<void> {
  const endpoint = await repository.lock(tx, { accountId, mode, id });
  if (!endpoint) throw new AppError("not_found");
  const now = clock.now();
  const details = await work(tx, endpoint, now);
  if (!details) return;
  if (SUBSCRIBING.includes(action)) await noteSubscriptions({ accounts }, tx, accountId);
  await recordAudit(tx, now, { accountId, actor, action, target: id, details });
}

/** @throws AppError `not_found`, `invalid_request`, `account_closed` */
export async function changeEndpoint(
  deps: EndpointDeps,
  { accountId, mode, id, actor, ...change }: EndpointChange,
): Promise<void> {
  const key = { accountId, mode, id, actor };
  const known = await repository.find(deps.db, key);
  if (!known) throw new AppError("not_found");
  const { url = known.url, name = known.name ?? "", eventTypes = known.eventTypes } = change;
  const input = { url, name, eventTypes };
  const settings = await parseSettings(deps, input, { accountId, mode: known.mode, actor });
  await deps.db.transaction(async (tx) => {
    await deps.accounts.holdOpenAlone(tx, accountId);
    await changeIn(deps, tx, key, settings);
  });
}

/** The caller holds the account alone. */
export async function changeIn(
  deps: ChangeDeps,
  tx: Database,
  key: EndpointKey,
  settings: EndpointSettings,
): Promise<void> {
  const action = "webhook_endpoint.changed";
  await changeHeld(deps, tx, { ...key, action }, async (_tx, endpoint) => {
    if (isAsWanted(endpoint, settings)) return undefined;
    const isMoved = settings.url !== endpoint.url;
    const moved = isMoved ? UNTRIED : {};
    await repository.update(tx, key.id, { ...settings, ...moved });
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
    await stop(deps, tx, endpoint, now);
    return {};
  });
}

/**
 * Its deliveries stay in the log of payments.
 * @throws AppError `not_found`, `account_closed`
 */
export async function deleteEndpoint(deps: EndpointDeps, key: EndpointKey): Promise<void> {
  await changeLocked(deps, key, "webhook_endpoint.deleted", async (tx, endpoint, now) => {
    await repository.update(tx, key.id, { deletedAt: now });
    if (!endpoint.disabledAt) await stop(deps, tx, endpoint, now);
    return {};
  });
}

async function stop(
  { stopPending, recordDisabled }: EndpointDeps,
  tx: Database,
  endpoint: WebhookEndpoint,
  now: Date,
): Promise<void> {
  await repository.disable(tx, endpoint.id, now, "merchant");
  await stopPending(tx, endpoint.id, now);
  await recordDisabled(tx, endpoint, "merchant", now);
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
