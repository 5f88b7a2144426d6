import { isRefusedScheme } from "#lib/merchants/app-links/refused-schemes.ts";
import type { DeliverOn } from "#lib/merchants/model/deliver-on.ts";
import type { PayerVerification } from "#lib/merchants/model/payer-verification.ts";
import { type Actor, recordAudit } from "#lib/platform/audit/log.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { AppError, invalidField } from "#lib/platform/failures/errors.ts";
import { isPrintable } from "#lib/platform/values/printable.ts";
import type { Account } from "./account.ts";
import { isAppScheme } from "./app-scheme.ts";
import { lockOpen } from "./changes.ts";
import { MAX_APP_SCHEMES, MAX_EMBED_ORIGINS, MAX_NAME_LENGTH } from "./fields.ts";
import { parseOrigin } from "./origin.ts";
import * as repository from "./repository.ts";
import { isReturnUrl } from "./return-url.ts";

// A host name has at most 253 characters.
const MAX_ORIGIN_LENGTH = 270;
const MAX_RETENTION_DAYS = 3650;
const MAX_RETURN_DELAY_SECONDS = 90;

/** Empty for none. */
export type DefaultUrls = { successUrl: string; failureUrl: string };

export type Context = { db: Database; clock: Clock; accountId: string; actor: Actor };

function change(
  { db, clock, accountId, actor }: Context,
  setting: string,
  read: (account: Account) => Partial<Account>,
): Promise<void> {
  return db.transaction(async (tx) => {
    const account = await lockOpen(tx, accountId);
    const values = read(account);
    if (isUnchanged(account, values)) return;
    await repository.update(tx, accountId, values);
    const action = "account.settings_changed";
    const entry = { accountId, actor, action, target: accountId, details: { setting } } as const;
    await recordAudit(tx, clock.now(), entry);
  });
}

/** @throws AppError `invalid_request`, `account_closed`, `not_found` */
export async function rename(ctx: Context, text: string): Promise<void> {
  const name = text.trim();
  if (!isPrintable(name, MAX_NAME_LENGTH)) throw invalidField("name", "company_name");
  await change(ctx, "name", () => ({ name }));
}

/** @throws AppError `invalid_request`, `limit_reached`, `account_closed` */
export async function addEmbedOrigin(ctx: Context, text: string): Promise<void> {
  const origin = readOrigin(text);
  await change(ctx, "embedOrigins", ({ embedOrigins }) => ({
    embedOrigins: append(embedOrigins, origin, MAX_EMBED_ORIGINS),
  }));
}

/** @throws AppError `account_closed` */
export function removeEmbedOrigin(ctx: Context, origin: string): Promise<void> {
  return change(ctx, "embedOrigins", ({ embedOrigins }) => ({
    embedOrigins: embedOrigins.filter((known) => known !== origin),
  }));
}

/** @throws AppError `invalid_request`, `limit_reached`, `account_closed` */
export async function addAppScheme(ctx: Context, text: string): Promise<void> {
  const scheme = readScheme(text);
  await change(ctx, "appSchemes", ({ appSchemes }) => ({
    appSchemes: append(appSchemes, scheme, MAX_APP_SCHEMES),
  }));
}

/**
 * Live mode refuses schemes that are not listed.
 * @throws AppError `account_closed`
 */
export function removeAppScheme(ctx: Context, scheme: string): Promise<void> {
  return change(ctx, "appSchemes", ({ appSchemes }) => ({
    appSchemes: appSchemes.filter((known) => known !== scheme),
  }));
}

/** @throws AppError `invalid_request`, `account_closed` */
export async function setDefaultUrls(ctx: Context, urls: DefaultUrls): Promise<void> {
  const wrong = (["successUrl", "failureUrl"] as const).filter(
    (name) => urls[name].trim() !== "" && !isReturnUrl(urls[name].trim()),
  );
  if (wrong.length > 0) {
    const fields = wrong.map((path) => ({ path, message: "return_url" }));
    throw new AppError("invalid_request", { fields });
  }
  await change(ctx, "defaultUrls", () => ({
    defaultSuccessUrl: urls.successUrl.trim() || null,
    defaultFailureUrl: urls.failureUrl.trim() || null,
  }));
}

/**
 * Needs a confirmed IBAN in both modes: banks have no test mode.
 * @throws AppError `no_payee`, `payee_not_confirmed`, `account_closed`
 */
export async function setTakesTransfers(ctx: Context, takesTransfers: boolean) {
  const payees = await repository.listPayees(ctx.db, ctx.accountId);
  if (takesTransfers && payees.length === 0) throw new AppError("no_payee");
  if (takesTransfers && payees.every(({ confirmedAt }) => confirmedAt === null)) {
    throw new AppError("payee_not_confirmed");
  }
  await change(ctx, "takesTransfers", () => ({ takesTransfers }));
}

/**
 * For payments that succeed from now on. An event that waits is still sent with the money.
 * @throws AppError `account_closed`
 */
export function setDeliverOn(ctx: Context, deliverOn: DeliverOn): Promise<void> {
  return change(ctx, "deliverOn", () => ({ deliverOn }));
}

/** @throws AppError `account_closed` */
export function setPayerVerification(
  ctx: Context,
  payerVerification: PayerVerification,
): Promise<void> {
  return change(ctx, "payerVerification", () => ({ payerVerification }));
}

/**
 * `null` means the default.
 * @throws AppError `invalid_request`
 */
export async function setReturnDelay(ctx: Context, seconds: number | null): Promise<void> {
  if (seconds !== null && !isWithin(seconds, 0, MAX_RETURN_DELAY_SECONDS)) {
    throw invalidField("seconds", "return_delay");
  }
  await change(ctx, "returnDelay", () => ({ returnDelaySeconds: seconds }));
}

/**
 * `null` means the service's default.
 * @throws AppError `invalid_request`
 */
export async function setRetention(ctx: Context, days: number | null): Promise<void> {
  if (days !== null && !isWithin(days, 1, MAX_RETENTION_DAYS)) {
    throw invalidField("days", "retention_days");
  }
  await change(ctx, "retentionDays", () => ({ retentionDays: days }));
}

function isWithin(value: number, least: number, most: number): boolean {
  return Number.isInteger(value) && value >= least && value <= most;
}

function isUnchanged(account: Account, values: Partial<Account>): boolean {
  return JSON.stringify({ ...account, ...values }) === JSON.stringify(account);
}

function append(list: string[], item: string, limit: number): string[] {
  if (list.includes(item)) return list;
  if (list.length >= limit) throw new AppError("limit_reached");
  return [...list, item];
}

/** Accepts a trailing slash, as copied from the address bar. */
function readOrigin(text: string): string {
  const origin = parseOrigin(text.trim().replace(/\/$/, ""));
  if (!origin || origin.length > MAX_ORIGIN_LENGTH) throw invalidField("origin", "origin");
  return origin;
}

function readScheme(text: string): string {
  const scheme = text
    .trim()
    .toLowerCase()
    .replace(/:(\/\/)?$/, "");
  if (!isAppScheme(scheme)) throw invalidField("scheme", "app_scheme");
  if (isRefusedScheme(scheme)) throw invalidField("scheme", "app_scheme_refused");
  return scheme;
}
