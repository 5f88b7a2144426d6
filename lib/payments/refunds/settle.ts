import type { Actor } from "#lib/platform/audit/log.ts";
import { AppError } from "#lib/platform/failures/errors.ts";
import { reportFinding } from "./findings.ts";
import { markFailed, markReturned, markSent, markSucceeded } from "./moves.ts";
import type { Refund, RefundDeps, RefundOwner, SeenRefund } from "./refund.ts";
import * as repository from "./repository.ts";

/**
 * What the merchant's bank booked. Reporting it again changes nothing. A debit of another amount or account, or of a refund that
 * was not sent, is for a member to look at.
 */
export async function settleSeen(
  deps: RefundDeps,
  owner: RefundOwner,
  seen: SeenRefund,
  actor: Actor,
): Promise<void> {
  const { db } = deps;
  const refund = await repository.findMarked(db, owner, seen.mark);
  if (!refund) return;
  if (seen.kind === "returned") return returned(deps, refund, actor);
  const kind = await misfitOf(deps, refund, seen);
  if (kind) await reportFinding(deps, db, refund, { ...seen, kind });
  else await sent(deps, refund, actor);
}

async function misfitOf(
  { db, lifecycle }: RefundDeps,
  { transactionId, amount, currency, status, failureReason }: Refund,
  seen: SeenRefund,
) {
  if (amount !== seen.amount || currency !== seen.currency) return "other_amount";
  if ((await lifecycle.find(db, transactionId))?.payeeIban !== seen.iban) return "other_account";
  // Of a refund that was returned, statements show the debit too.
  const isUnsent =
    status === "awaiting_account" || status === "cancelled" || failureReason === "refused";
  return isUnsent ? "not_expected" : undefined;
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
    const { amount, currency } = refund;
    await markReturned(deps, refund, actor, (tx) =>
      reportFinding(deps, tx, refund, { kind: "returned", amount, currency }),
    );
  }
}

/** @throws what is no refusal of a move */
export function ignoreMoved(error: unknown): void {
  const isMoved = error instanceof AppError && error.code === "refund_not_possible";
  if (!isMoved) throw error;
}
