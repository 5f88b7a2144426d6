import type { Actor } from "#lib/platform/audit/log.ts";
import { AppError } from "#lib/platform/failures/errors.ts";
import { markFailed, markReturned, markSent, markSucceeded } from "./moves.ts";
import type { Refund, RefundDeps, RefundOwner, SeenRefund } from "./refund.ts";
import * as repository from "./repository.ts";

/**
 * What the merchant's bank booked. Reporting it again changes nothing, nor does a debit of another amount, account or mode: it is
 * for a member to look at.
 */
export async function settleSeen(
  deps: RefundDeps,
  { accountId, mode }: RefundOwner,
  seen: SeenRefund,
  actor: Actor,
): Promise<void> {
  const refund = await repository.find(deps.db, seen.id);
  if (refund?.accountId !== accountId || refund.mode !== mode) return;
  if (seen.kind === "returned") return returned(deps, refund, actor);
  if (await isSame(deps, refund, seen)) await sent(deps, refund, actor);
}

async function isSame(
  { db, lifecycle }: RefundDeps,
  { transactionId, amount, currency }: Refund,
  seen: SeenRefund,
): Promise<boolean> {
  if (amount !== seen.amount || currency !== seen.currency) return false;
  return (await lifecycle.find(db, transactionId))?.payeeIban === seen.iban;
}

/** A member may move it meanwhile. */
async function sent(deps: RefundDeps, refund: Refund, actor: Actor): Promise<void> {
  if (refund.status === "ready") await markSent(deps, refund, actor).catch(ignoreMoved);
  if (refund.status === "ready" || refund.status === "processing") {
    await markSucceeded(deps, refund, actor).catch(ignoreMoved);
  }
}

async function returned(deps: RefundDeps, refund: Refund, actor: Actor): Promise<void> {
  if (refund.status === "processing") {
    await markFailed(deps, refund, "returned", actor).catch(ignoreMoved);
  } else if (refund.status === "succeeded") {
    await markReturned(deps, refund, actor);
  }
}

function ignoreMoved(error: unknown): void {
  const isMoved = error instanceof AppError && error.code === "refund_not_possible";
  if (!isMoved) throw error;
}
