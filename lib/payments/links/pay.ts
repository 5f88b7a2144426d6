import { hash, randomBytes } from "node:crypto";
import type { ApiKeyService } from "#lib/merchants/api-keys/service.ts";
import type { AttemptService } from "#lib/payments/attempts/service.ts";
import type { TransactionService } from "#lib/payments/transactions/service.ts";
import { AppError, invalidField, isAppError } from "#lib/platform/failures/errors.ts";
import type { Limits } from "#lib/platform/rate-limit/service.ts";
import type { LinkPress } from "./link.ts";
import { browserOf, type FoundLink, findByToken, isOver, type OpenDeps } from "./open.ts";
import { toDigits } from "./token.ts";
import { countPaid, type LinkVisit, listOpen } from "./visits.sql.ts";

const TRIES = 4;
/** Each may take a call to a bank. */
const ENDED_AT_ONCE = 5;
// 50 bits: no two payments of an account share a number.
const NUMBER_DIGITS = 10;

export type PayDeps = OpenDeps & {
  apiKeys: Pick<ApiKeyService, "ofLinks">;
  attempts: Pick<AttemptService, "expireForPage">;
  transactions: Pick<TransactionService, "create">;
  limits: Pick<Limits, "take">;
  /** Of the page, without the token. */
  pageUrl: string;
  /** Of the checkout, without the reference. */
  checkoutBefore: string;
};

type Wanted = {
  link: FoundLink;
  amount: number;
  browser: string | null;
  lang: string | undefined;
};

/**
 * The address of the checkout of a new transaction, or of an open one that the visitor continues.
 * @throws AppError `too_many_requests`, `not_found`, `invalid_request` (amount), `payment_link_over`, `payment_link_busy`, and those
 * of creations
 */
export async function payLink(deps: PayDeps, press: LinkPress): Promise<string> {
  if (press.address !== undefined) await deps.limits.take("link-presses", press.address);
  const link = await findByToken(deps, press.token);
  if (!link) throw new AppError("not_found");
  if (link.accountClosedAt !== null) throw new AppError("payment_link_over", { reason: "stopped" });
  const browser = press.browser === undefined ? null : browserOf(link, press.browser);
  const wanted = { link, amount: amountOf(link, press.amount), browser, lang: press.lang };
  for (let left = TRIES; ; left--) {
    const open = await listOpen(deps.db, link.id);
    const begun = continued(wanted, open, deps.clock.now());
    if (begun) return deps.checkoutBefore + begun.reference;
    try {
      return await begin(deps, wanted);
    } catch (error) {
      if (left === 0 || !(await mayTryAgain(deps, wanted, open, error))) throw refusalOf(error, link);
    }
  }
}

/** The order of a link for one payment may also have been paid without it. */
function refusalOf(error: unknown, { usage }: FoundLink): unknown {
  const isPaid = usage === "once" && isAppError(error) && error.code === "already_paid";
  return isPaid ? new AppError("payment_link_over", { reason: "paid" }) : error;
}

/** @throws AppError `invalid_request` */
function amountOf(link: FoundLink, typed: number | undefined): number {
  if (link.amount !== null) return link.amount;
  const isWithin =
    typed !== undefined &&
    Number.isInteger(typed) &&
    typed >= (link.minAmount ?? 1) &&
    typed <= (link.maxAmount ?? 0);
  if (!isWithin) throw invalidField("amount", "must be within the bounds of the link");
  return typed;
}

/** The visitor's own payment, or the one that a link for one payment has. */
function continued({ link, amount, browser }: Wanted, open: LinkVisit[], now: Date) {
  const payable = open.filter(
    ({ status, endReason, expiresAt }) =>
      status === "processing" || (endReason === null && expiresAt > now),
  );
  const own = payable.find((payment) => browser !== null && payment.browser === browser);
  if (own && (own.amount === amount || own.status === "processing")) return own;
  return link.usage === "once" && !own ? payable[0] : undefined;
}

async function begin(deps: PayDeps, { link, amount, browser, lang }: Wanted): Promise<string> {
  const { id, accountId, mode, currency, description, token } = link;
  await deps.limits.take("link-creations", id);
  const [apiKey, externalId] = await Promise.all([
    deps.apiKeys.ofLinks({ accountId, mode }),
    numberOf(deps, link, browser),
  ]);
  const page = `${deps.pageUrl}/${token}${lang === undefined ? "" : `?lang=${lang}`}`;
  const { created } = await deps.transactions.create({
    apiKey,
    link: { id, browser },
    input: {
      amount,
      currency,
      externalId,
      ...(description !== null && { description }),
      successUrl: page,
      failureUrl: page,
      processingUrl: page,
    },
  });
  return created.redirectUrl;
}

/**
 * One for each payment of a reusable link: the same until this browser has paid, so that pressing twice, or again after a failure, is
 * the same order.
 */
async function numberOf(
  { db }: PayDeps,
  { id, usage, externalId, token }: FoundLink,
  browser: string | null,
): Promise<string> {
  if (usage === "once") return externalId ?? token;
  const bytes =
    browser === null
      ? randomBytes(NUMBER_DIGITS)
      : hash("sha256", `${id}.${browser}.${await countPaid(db, id, browser)}`, "buffer");
  const number = toDigits(bytes.subarray(0, NUMBER_DIGITS));
  return externalId === null ? number : `${externalId}-${number}`;
}

/** After another press came between, or once payments that are over have ended. */
async function mayTryAgain(
  { attempts, clock }: PayDeps,
  { link }: Wanted,
  open: LinkVisit[],
  error: unknown,
): Promise<boolean> {
  const code = isAppError(error) ? error.code : undefined;
  if (code === "already_paid") return link.usage === "reusable";
  if (code !== "payment_link_busy") return code === "transaction_in_progress";
  const over = open.filter((payment) => isOver(payment, clock.now())).slice(0, ENDED_AT_ONCE);
  for (const { id } of over) await attempts.expireForPage(id);
  return over.length > 0 || link.usage === "once";
}
