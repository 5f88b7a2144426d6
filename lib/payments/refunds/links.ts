import { type Actor, recordAudit } from "#lib/platform/audit/log.ts";
import { AppError } from "#lib/platform/failures/errors.ts";
import type { Limits } from "#lib/platform/rate-limit/service.ts";
import { parseIban } from "#lib/platform/values/iban.ts";
import { digest, randomToken } from "#lib/platform/values/ids.ts";
import { isPrintable } from "#lib/platform/values/printable.ts";
import { consumeLink, findByLink, insertLink, purgeLinks } from "./links.sql.ts";
import { findOwn, type RefundKey, takeAccount } from "./moves.ts";
import { notPossible } from "./not-possible.ts";
import type { Refund, RefundDeps } from "./refund.ts";

const TOKEN_BYTES = 32;
const LIFETIME_MS = 14 * 24 * 60 * 60 * 1000;
const MAX_NAME_LENGTH = 70;

export type LinkDeps = RefundDeps & {
  limits: Pick<Limits, "take">;
  /** Of the page, without the token. */
  pageUrl: string;
};

/** `done`: the payer has entered the account. */
export type AskedRefund = Pick<Refund, "amount" | "currency" | "mode"> & {
  payeeName: string;
  state: "open" | "done" | "over";
};

/**
 * A page on which the payer enters their account. Only its digest is stored.
 * @throws AppError `not_found`, `refund_not_possible` unless the account is missing
 */
export function createLink(deps: LinkDeps, key: RefundKey, actor: Actor): Promise<string> {
  const { db, clock, lifecycle, pageUrl } = deps;
  return db.transaction(async (tx) => {
    const { transactionId, accountId } = await findOwn(tx, key);
    await lifecycle.lock(tx, transactionId);
    const { status, id: refundId } = await findOwn(tx, key);
    if (status !== "awaiting_account") throw notPossible("status");
    const token = randomToken(TOKEN_BYTES);
    const createdAt = clock.now();
    const expiresAt = new Date(createdAt.getTime() + LIFETIME_MS);
    const row = { digest: digest(token), refundId, createdAt, expiresAt, usedAt: null };
    await insertLink(tx, row);
    const action = "refund.link_created";
    await recordAudit(tx, createdAt, { accountId, actor, action, target: refundId });
    return `${pageUrl}/${token}`;
  });
}

/** `undefined` for a token that was never given out. */
export async function readLink(
  { db, clock }: Pick<LinkDeps, "db" | "clock">,
  token: string,
): Promise<AskedRefund | undefined> {
  const found = isToken(token) ? await findByLink(db, digest(token)) : undefined;
  if (!found) return undefined;
  const { link, refund, payeeName } = found;
  const { amount, currency, mode, status } = refund;
  const isOpen = status === "awaiting_account" && link.expiresAt > clock.now();
  const isKept = link.usedAt !== null && status !== "cancelled" && status !== "failed";
  const state = isKept ? "done" : isOpen ? "open" : "over";
  return { amount, currency, mode, payeeName, state };
}

/** As typed by the payer. */
export type TypedAccount = { iban: string; name: string };

/**
 * Works once.
 * @throws AppError `link_not_valid`, `invalid_request` with the fields that are wrong, `too_many_tries`
 */
export async function useLink(deps: LinkDeps, token: string, typed: TypedAccount): Promise<void> {
  const { db, clock, limits } = deps;
  const found = isToken(token) ? await findByLink(db, digest(token)) : undefined;
  if (!found || found.link.expiresAt <= clock.now()) throw new AppError("link_not_valid");
  await limits.take("link", `refund:${found.link.digest}`);
  const account = readAccount(typed);
  const { accountId, id } = found.refund;
  await takeAccount(deps, { accountId, id }, account, (tx) =>
    consumeLink(tx, found.link.digest, clock.now()),
  );
}

function readAccount({ iban: typed, name: written }: TypedAccount) {
  const iban = parseIban(typed);
  const name = written.trim();
  const isNamed = isPrintable(name, MAX_NAME_LENGTH);
  const fields = [
    ...(iban === undefined ? [{ path: "iban", message: "iban" }] : []),
    ...(isNamed ? [] : [{ path: "name", message: "account_holder" }]),
  ];
  if (iban === undefined || !isNamed) throw new AppError("invalid_request", { fields });
  return { iban, name };
}

export function purge({ db, clock }: Pick<LinkDeps, "db" | "clock">): Promise<number> {
  // Until then, its page says that it was used or has expired.
  return purgeLinks(db, new Date(clock.now().getTime() - LIFETIME_MS));
}

const isToken = (text: string) => /^[\w-]{43}$/.test(text);
