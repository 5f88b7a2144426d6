import type { AccountService } from "#lib/merchants/accounts/service.ts";
import type { PublicLink } from "#lib/payments/links/link.ts";
import { fundsOf } from "#lib/payments/model/funds.ts";
import type { Refund } from "#lib/payments/refunds/refund.ts";
import type { KnownTransaction } from "#lib/payments/transactions/transaction.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Batched } from "#lib/platform/db/batched.ts";
import type { Database } from "#lib/platform/db/database.ts";
import type { WebhookEndpoint } from "#lib/webhooks/endpoints/endpoint.ts";
import * as endpointRepository from "#lib/webhooks/endpoints/repository.ts";
import {
  buildCreatedEvent,
  buildDisabledEvent,
  buildEvent,
  buildFundsEvent,
  buildLinkPaidEvent,
  buildRefundEvent,
} from "#lib/webhooks/events/event.ts";
import * as eventRepository from "#lib/webhooks/events/repository.ts";
import type { DisabledReason } from "#lib/webhooks/model/disabled-reason.ts";
import {
  LINK_PAID_EVENT,
  PROCESSING_EVENT,
  type RefundEvent,
} from "#lib/webhooks/model/event-types.ts";
import { enqueue } from "./enqueue.sql.ts";

type Deps = {
  clock: Clock;
  accounts: Pick<AccountService, "deliversOn">;
  readLink: (tx: Database, id: string) => Promise<PublicLink | undefined>;
};

/** For accounts with a subscriber. The caller commits next. */
export function recordCreation(
  deps: Pick<Deps, "clock">,
  tx: Batched,
  transaction: KnownTransaction,
): Promise<void> {
  return announce(deps, tx, transaction, { ...buildCreatedEvent(transaction), isKept: false });
}

/** To the account's other endpoints, as this one is disabled. Call it last. */
export function recordDisabled(
  tx: Database,
  endpoint: WebhookEndpoint,
  reason: DisabledReason,
  now: Date,
): Promise<void> {
  const { accountId, mode } = endpoint;
  const event = { ...buildDisabledEvent({ ...endpoint, reason }, now), isKept: false };
  return announce({ clock: { now: () => now } }, tx, { accountId, mode, id: null }, event);
}

/**
 * Without a subscriber, only outcomes are stored. Disabled endpoints can recover them. A live success waits for its money if the
 * account wants that.
 */
export async function recordStatus(
  deps: Deps,
  tx: Database,
  transaction: KnownTransaction,
): Promise<void> {
  const event = buildEvent(transaction);
  const isKept = event.type !== PROCESSING_EVENT;
  if (isKept && (await isWaiting(deps, tx, transaction))) return;
  await announce(deps, tx, transaction, { ...event, isKept });
  if (transaction.status === "succeeded") await recordLinkPaid(deps, tx, transaction);
}

/** Also the success that waited. The caller locks the transaction. */
export async function recordFunds(
  deps: Deps,
  tx: Database,
  transaction: KnownTransaction,
): Promise<void> {
  const isReceived = fundsOf(transaction).funds === "received";
  if (isReceived && !(await eventRepository.hasOutcome(tx, transaction.id))) {
    await announce(deps, tx, transaction, { ...buildEvent(transaction), isKept: true });
    await recordLinkPaid(deps, tx, transaction);
  }
  await announce(deps, tx, transaction, { ...buildFundsEvent(transaction), isKept: false });
}

/** With the success of a link's payment. */
async function recordLinkPaid(
  deps: Deps,
  tx: Database,
  transaction: KnownTransaction,
): Promise<void> {
  const { paymentLinkId, accountId, mode } = transaction;
  if (paymentLinkId === null) return;
  const type = LINK_PAID_EVENT;
  if ((await endpointRepository.listSubscribed(tx, { accountId, mode, type })).length === 0) return;
  const link = await deps.readLink(tx, paymentLinkId);
  if (!link) throw new Error(`payment link ${paymentLinkId} is missing`);
  await announce(deps, tx, transaction, {
    ...buildLinkPaidEvent(link, transaction),
    isKept: false,
  });
}

/** Only for endpoints that subscribe. Belongs to no transaction: a transaction may have many. */
export async function recordRefund(
  deps: Deps,
  tx: Database,
  type: RefundEvent,
  refund: Refund,
): Promise<void> {
  const { accountId, mode } = refund;
  const event = { ...buildRefundEvent(type, refund), isKept: false };
  await announce(deps, tx, { accountId, mode, id: null }, event);
}

/** Whether a live success is reported only with its money. */
export async function isWaiting(
  { accounts }: Pick<Deps, "accounts">,
  tx: Database,
  transaction: KnownTransaction,
): Promise<boolean> {
  // No bank's file shows a sandbox's money.
  if (transaction.mode !== "live" || fundsOf(transaction).funds !== "expected") return false;
  return (await accounts.deliversOn(tx, transaction.accountId)) === "received";
}

/** `id`: of the transaction. */
type About = Pick<KnownTransaction, "accountId" | "mode"> & { id: string | null };

type Announced = ReturnType<typeof buildEvent> & { isKept: boolean };

async function announce(
  { clock }: Pick<Deps, "clock">,
  tx: Database | Batched,
  { accountId, mode, id: transactionId }: About,
  { type, payload, isKept }: Announced,
): Promise<void> {
  const endpoints = await endpointRepository.listSubscribed(tx, { accountId, mode, type });
  if (!isKept && endpoints.length === 0) return;
  const event = { type, payload, accountId, mode, transactionId, createdAt: clock.now() };
  const enabled = endpoints.filter(({ disabledAt }) => disabledAt === null);
  await enqueue(
    tx,
    event,
    enabled.map(({ id }) => id),
  );
}
