import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Seal } from "#lib/platform/crypto/seal.ts";
import type { Database } from "#lib/platform/db/database.ts";
import type { Logger } from "#lib/platform/telemetry/logger.ts";
import { isSigned } from "#lib/sandbox/model/signed-webhook.ts";
import { readCredentials } from "./credentials.ts";
import { findOrder } from "./ordering.ts";
import { type PaymentEvent, readPaymentEvent } from "./payment-event.ts";
import * as repository from "./repository.ts";

type Deps = { db: Database; clock: Clock; seal: Seal; logger: Logger };

/** `unchanged`: a repetition or older news; `ignored`: about no known order, or not fitting it. */
export type WebhookResult = "unsigned" | "unreadable" | "ignored" | "unchanged" | "changed";

/**
 * Only if signature, account, amount and currency fit. A paid order stays paid.
 * @throws AppError `not_found` until the shop is set up
 */
export async function receiveWebhook(
  deps: Deps,
  headers: Record<string, string>,
  rawBody: string | Buffer,
): Promise<WebhookResult> {
  const { webhookSecret, accountId } = await readCredentials(deps);
  if (!isSigned(webhookSecret, headers, rawBody)) return "unsigned";
  const event = readPaymentEvent(rawBody);
  if (!event) return "unreadable";
  if (event === "other" || event.data.accountId !== accountId) return "ignored";
  return apply(deps, event, headers["webhook-id"] ?? "");
}

async function apply(
  { db, clock, logger }: Deps,
  event: PaymentEvent,
  eventId: string,
): Promise<WebhookResult> {
  const { data } = event;
  const found = await findOrder(db, data.metadata?.orderId ?? "");
  if (!found) return "ignored";
  const outcome = { orderId: found.id, transactionId: data.id, eventId, at: clock.now() };
  if (event.type === "transaction.failed") {
    return (await repository.markFailed(db, outcome)) ? "changed" : "unchanged";
  }
  if (data.amount !== found.amount || data.currency !== found.currency) {
    logger.warn(
      { orderId: found.id, eventId },
      "the webhook has a different amount than the order",
    );
    return "ignored";
  }
  return (await repository.markPaid(db, outcome)) ? "changed" : "unchanged";
}
