import { timingSafeEqual } from "node:crypto";
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
import { digest, newId } from "#lib/platform/values/ids.ts";
import type { Allowlist } from "#lib/webhooks/net-guard/allowlist.ts";
import { checkCallbackUrl, type Resolve } from "#lib/webhooks/net-guard/callback-url.ts";
import { newWebhookSecret } from "#lib/webhooks/signatures/signature.ts";
import {
  type EndpointView,
  type EndpointWithLatest,
  isRotating,
  secretContext,
  signingSecrets,
  toEndpointView,
  UNTRIED,
  type WebhookEndpoint,
} from "./endpoint.ts";
import { type EndpointInput, type EndpointSettings, parseEndpoint } from "./fields.ts";
import type { AllowsLocal, Receiver } from "./local-callbacks.ts";
import * as repository from "./repository.ts";

const MAX_ENDPOINTS = 20;
const BOTH_SECRETS_MS = 24 * 60 * 60_000;

type Deps = {
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

type Owner = { accountId: string; mode: Mode };
type Details = NonNullable<AuditEntry["details"]>;
type Key = { accountId: string; id: string; actor: Actor };

/** Shown only once. `mark` identifies the secret without revealing it. */
export type NewSecret = { id: string; secret: string; mark: string };

/** `isReceiver`: of the account's test receiver, which knows the secret. */
export type NewEndpoint = NewSecret & { isReceiver: boolean };

/** Every change is audited. Closed accounts can't be changed. */
export function createEndpoints({ db, clock, seal, accounts, resolve, ...deps }: Deps) {
  const parse = async (input: EndpointInput, owner: Owner & { actor: Actor }) =>
    parseEndpoint(input, {
      allowLocal: await deps.allowsLocal({ ...owner, url: input.url }),
      allowlist: deps.allowlist,
      resolve,
    });

  const isAtReceiver = (accountId: string, { url }: EndpointSettings) =>
    deps.receiver?.urlsOf(accountId).includes(url) ?? false;

  /** `work` returns audit details, or `undefined` if nothing changed. */
  function change(
    { accountId, id, actor }: Key,
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

  const check = async (target: { mode: Mode; url: string; actor: Actor }): Promise<string> =>
    checkCallbackUrl(target.url, {
      allowLocal: await deps.allowsLocal(target),
      allowlist: deps.allowlist,
      resolve,
    });

  return {
    /**
     * Returns the URL in its stored form.
     * @throws AppError `invalid_request`
     */
    checkCallbackUrl: check,

    /**
     * The Webhook Secret is never shown again. Users confirm that they saved it, unless it is for the test receiver.
     * @throws AppError `invalid_request`, `account_closed`, `limit_reached`
     */
    async createEndpoint({
      accountId,
      mode,
      actor = "operator",
      ...input
    }: Owner & EndpointInput & { actor?: Actor }): Promise<NewEndpoint> {
      const settings = await parse(input, { accountId, mode, actor });
      const isReceiver = mode === "test" && isAtReceiver(accountId, settings);
      const id = newId("whep");
      const secret = newWebhookSecret();
      await db.transaction(async (tx) => {
        await accounts.holdOpen(tx, accountId);
        await repository.lockRoom(tx, accountId);
        if ((await repository.countEndpoints(tx, { accountId, mode })) >= MAX_ENDPOINTS) {
          throw new AppError("limit_reached", {
            fields: [
              {
                path: "url",
                message: `There are ${MAX_ENDPOINTS} endpoints already. Change one of them instead.`,
              },
            ],
          });
        }
        const createdAt = clock.now();
        await repository.insert(tx, {
          ...settings,
          id,
          accountId,
          mode,
          // The command line can't ask for confirmation.
          secretSavedAt: actor.startsWith("usr_") && !isReceiver ? null : createdAt,
          sealedSecret: seal.seal(secret, secretContext(id)),
          sealedPreviousSecret: null,
          previousSecretExpiresAt: null,
          disabledAt: null,
          disabledReason: null,
          ...UNTRIED,
          createdAt,
        });
        const entry = { accountId, actor, action: "webhook_endpoint.created", target: id } as const;
        await recordAudit(tx, createdAt, { ...entry, details: { mode } });
      });
      return { id, secret, mark: digest(secret), isReceiver };
    },

    /** @throws AppError `not_found` if `mark` is not of the current Webhook Secret, `account_closed` */
    async acknowledgeSecret({ mark, ...key }: Key & { mark: string }): Promise<void> {
      const { id } = key;
      await change(key, "webhook_endpoint.secret_saved", async (tx, endpoint, now) => {
        const secret = seal.open(endpoint.sealedSecret, secretContext(id));
        if (mark !== digest(secret)) throw new AppError("not_found");
        if (endpoint.secretSavedAt) return undefined;
        await repository.update(tx, id, { secretSavedAt: now });
        return {};
      });
    },

    /** @throws AppError `not_found`, `invalid_request`, `account_closed` */
    async changeEndpoint({ accountId, id, actor, ...input }: Key & EndpointInput): Promise<void> {
      const known = await repository.find(db, { accountId, id });
      if (!known) throw new AppError("not_found");
      const settings = await parse(input, { accountId, mode: known.mode, actor });
      await change({ accountId, id, actor }, "webhook_endpoint.changed", async (tx, endpoint) => {
        if (isAsWanted(endpoint, settings)) return undefined;
        const isMoved = settings.url !== endpoint.url;
        // Failures at the old URL don't count for the new one.
        const moved = isMoved ? UNTRIED : {};
        await repository.update(tx, id, { ...settings, ...moved });
        return describeChange(endpoint, settings);
      });
    },

    /**
     * The new Webhook Secret is never shown again. The previous one also signs for 24 h. If it was never confirmed as saved, the
     * one before signs instead: the receiver still uses it.
     * @throws AppError `not_found`, `account_closed`
     */
    async rotateSecret(key: Key): Promise<NewSecret> {
      const { id } = key;
      const secret = newWebhookSecret();
      await change(key, "webhook_endpoint.secret_rotated", async (tx, endpoint, now) => {
        const isLost = endpoint.secretSavedAt === null && isRotating(endpoint, now);
        await repository.update(tx, id, {
          sealedSecret: seal.seal(secret, secretContext(id)),
          sealedPreviousSecret: isLost ? endpoint.sealedPreviousSecret : endpoint.sealedSecret,
          previousSecretExpiresAt: new Date(now.getTime() + BOTH_SECRETS_MS),
          secretSavedAt: null,
        });
        return {};
      });
      return { id, secret, mark: digest(secret) };
    },

    /**
     * Ends pending deliveries. A request under way ends by itself.
     * @throws AppError `not_found`, `account_closed`
     */
    async disableEndpoint(key: Key): Promise<void> {
      await change(key, "webhook_endpoint.disabled", async (tx, endpoint, now) => {
        if (endpoint.disabledAt) return undefined;
        await repository.disable(tx, key.id, now, "merchant");
        await deps.stopPending(tx, key.id, now);
        return {};
      });
    },

    /**
     * Events missed while disabled are not sent automatically.
     * @throws AppError `not_found`, `account_closed`
     */
    async enableEndpoint(key: Key): Promise<void> {
      await change(key, "webhook_endpoint.enabled", async (tx, endpoint) => {
        if (!endpoint.disabledAt) return undefined;
        const enabled = { disabledAt: null, disabledReason: null, ...UNTRIED };
        await repository.update(tx, key.id, enabled);
        return {};
      });
    },

    /**
     * Moves the enabled endpoints that differ in scheme, host or port only. Secrets stay the same.
     * @throws AppError `invalid_request`
     */
    async changeUrls(input: Owner & { url: string }): Promise<void> {
      const { accountId, mode } = input;
      const actor = "demo";
      const url = await check({ ...input, actor });
      await db.transaction(async (tx) => {
        const ids = await repository.changeUrls(tx, { accountId, mode, url });
        for (const target of ids) {
          const action = "webhook_endpoint.changed";
          await recordAudit(tx, clock.now(), { accountId, actor, action, target });
        }
      });
    },

    /** Oldest first. */
    async listEndpoints(owner: Owner): Promise<EndpointWithLatest[]> {
      const now = clock.now();
      const rows = await repository.listWithLatest(db, owner);
      return rows.map(({ endpoint, status, ...attempt }) => ({
        ...toEndpointView(endpoint, now),
        latest: status ? { status, ...attempt } : undefined,
      }));
    },

    /**
     * Finds the endpoint in either mode.
     * @throws AppError `not_found`
     */
    async getEndpoint(key: { accountId: string; id: string }): Promise<EndpointView> {
      const endpoint = await repository.find(db, key);
      if (!endpoint) throw new AppError("not_found");
      return toEndpointView(endpoint, clock.now());
    },

    /** Webhook Secrets of the test endpoints with one of these URLs. */
    async secretsAt(accountId: string, urls: readonly string[]): Promise<string[]> {
      const endpoints = await repository.listAll(db, accountId);
      return endpoints
        .filter(({ mode, url }) => mode === "test" && urls.includes(url))
        .flatMap((endpoint) => signingSecrets(endpoint, seal, clock.now()));
    },

    async isSecretInUse(accountId: string, secret: string): Promise<boolean> {
      const given = Buffer.from(digest(secret));
      const endpoints = await repository.listAll(db, accountId);
      return endpoints
        .flatMap((endpoint) => signingSecrets(endpoint, seal, clock.now()))
        .some((known) => timingSafeEqual(Buffer.from(digest(known)), given));
    },
  };
}

/** Omits queries, fragments and unchanged event types. */
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
