import type { AccountService } from "#lib/merchants/accounts/service.ts";
import { SCOPES, type Scope } from "#lib/merchants/model/scope.ts";
import { type Actor, recordAudit } from "#lib/platform/audit/log.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Mode } from "#lib/platform/configuration/mode.ts";
import type { Database } from "#lib/platform/db/database.ts";
import {
  AppError,
  type ErrorCode,
  invalidField,
  isAppError,
} from "#lib/platform/failures/errors.ts";
import { newId, randomToken } from "#lib/platform/values/ids.ts";
import { isPrintable } from "#lib/platform/values/printable.ts";
import type { ApiKey, ApiKeyRow } from "./api-key.ts";
import { digestsOf, scopedDigest } from "./digest.ts";
import * as repository from "./repository.ts";

const NAME_LENGTH = 60;
const MAX_ACTIVE = 50;

export type NewApiKey = Omit<ApiKey, "id" | "scopes"> & {
  /** All it may do; without, all that its method allows. */
  scopes?: readonly Scope[] | null;
  name?: string | null;
  actor?: Actor;
};

export type Renaming = { accountId: string; id: string; name: string; actor: Actor };

/** The test clock is on, or other machines get pages over plain http. */
export type LiveRefusal = Extract<ErrorCode, "live_mode_off" | "https_required">;

export type ChangeDeps = {
  db: Database;
  clock: Clock;
  accounts: Pick<AccountService, "holdOpen" | "primaryPayee">;
  liveRefusal: LiveRefusal | undefined;
};

async function checkPayee(
  { accounts }: ChangeDeps,
  { accountId, mode }: NewApiKey,
  actor: Actor,
): Promise<void> {
  if (mode !== "live" || !actor.startsWith("usr_")) return;
  await accounts.primaryPayee(accountId, "live").catch((error: unknown) => {
    if (!isAppError(error) || error.code !== "no_payee") throw error;
    throw new AppError("payee_not_confirmed", { cause: error });
  });
}

/** @throws AppError `live_mode_off`, `https_required` */
export function checkMode({ liveRefusal }: Pick<ChangeDeps, "liveRefusal">, mode: Mode): void {
  if (mode === "live" && liveRefusal) throw new AppError(liveRefusal);
}

/**
 * The key is never shown again.
 * @throws AppError `invalid_request`, `account_closed`, `limit_reached` (50 active keys per account), `payee_not_confirmed`
 * (users' live keys), and the errors of {@link checkMode}
 */
export async function create(
  deps: ChangeDeps,
  input: NewApiKey,
): Promise<{ id: string; key: string }> {
  const { db, clock, accounts } = deps;
  const { accountId, method, mode, scopes = null, actor = "operator" } = input;
  const name = parseName(input.name);
  checkScopes(scopes);
  checkMode(deps, mode);
  await checkPayee(deps, input, actor);
  const id = newId("key");
  const key = `sk_${mode}_${randomToken(32)}`;
  const { digest: plain, scoped } = digestsOf(key);
  const createdAt = clock.now();
  const row: ApiKeyRow = {
    id,
    accountId,
    method,
    scopes: scopes && [...scopes],
    withheld: null,
    mode,
    digest: scopes === null ? plain : scoped,
    lastFour: key.slice(-4),
    name,
    createdBy: actor,
    createdAt,
    firstUsedAt: null,
    lastUsedAt: null,
    revokedAt: null,
  };
  await db.transaction(async (tx) => {
    await accounts.holdOpen(tx, accountId);
    await repository.serialise(tx, accountId);
    if ((await repository.countActiveOf(tx, accountId)) >= MAX_ACTIVE) {
      throw new AppError("limit_reached");
    }
    await repository.insert(tx, row);
    const details = detailsOf(row);
    const entry = { accountId, actor, action: "api_key.created", target: id, details } as const;
    await recordAudit(tx, createdAt, entry);
  });
  return { id, key };
}

/**
 * Blank removes the name.
 * @throws AppError `invalid_request`, `not_found`, `account_closed`
 */
export function rename(
  { db, clock, accounts }: ChangeDeps,
  { accountId, id, name: wanted, actor }: Renaming,
): Promise<void> {
  const name = parseName(wanted);
  return db.transaction(async (tx) => {
    await accounts.holdOpen(tx, accountId);
    const isRenamed = await repository.rename(tx, accountId, id, name);
    if (!isRenamed) throw new AppError("not_found");
    const entry = { accountId, actor, action: "api_key.renamed", target: id } as const;
    await recordAudit(tx, clock.now(), entry);
  });
}

export type Withholding = { accountId: string; id: string; withheld: Scope[]; actor: Actor };

/**
 * Takes rights from a web key, or gives them back. Also its JWTs lose them.
 * @throws AppError `not_found` (also for other keys), `account_closed`
 */
export function withhold(
  { db, clock, accounts }: ChangeDeps,
  { accountId, id, withheld: wanted, actor }: Withholding,
): Promise<void> {
  const withheld = SCOPES.filter((scope) => wanted.includes(scope));
  return db.transaction(async (tx) => {
    await accounts.holdOpen(tx, accountId);
    const key = await repository.lockActive(tx, accountId, id);
    if (key?.method !== "web" || key.scopes !== null) throw new AppError("not_found");
    if (String(key.withheld ?? []) === String(withheld)) return;
    // Once only: it is not the digest of the key any more.
    const digest = key.withheld === null ? scopedDigest(key.digest) : key.digest;
    await repository.setWithheld(tx, id, { withheld, digest });
    const details = { withheld: withheld.join(" ") };
    const entry = { accountId, actor, action: "api_key.scopes_changed", target: id } as const;
    await recordAudit(tx, clock.now(), { ...entry, details });
  });
}

/** Also invalidates its JWTs. False if the account has no such active key. */
export function revoke(
  { db, clock }: Pick<ChangeDeps, "db" | "clock">,
  accountId: string,
  id: string,
  actor: Actor,
): Promise<boolean> {
  const revokedAt = clock.now();
  return db.transaction(async (tx) => {
    const revoked = await repository.revoke(tx, accountId, id, revokedAt);
    if (!revoked) return false;
    const details = detailsOf(revoked);
    const entry = { accountId, actor, action: "api_key.revoked", target: id, details } as const;
    await recordAudit(tx, revokedAt, entry);
    return true;
  });
}

/** For the audit log. */
function detailsOf({ method, scopes, mode }: Pick<ApiKeyRow, "method" | "scopes" | "mode">) {
  return scopes ? { scopes: scopes.join(" "), mode } : { method, mode };
}

function checkScopes(scopes: readonly Scope[] | null): void {
  if (scopes?.length === 0) throw invalidField("scopes", "api_key_scopes");
}

function parseName(given: string | null | undefined): string | null {
  const name = given?.trim() ?? "";
  if (name === "") return null;
  if (isPrintable(name, NAME_LENGTH)) return name;
  throw invalidField("name", "api_key_name");
}
