import type { Actor } from "#lib/platform/audit/log.ts";
import { AppError } from "#lib/platform/failures/errors.ts";
import { reportFinding } from "./findings.ts";
import { markFailed, markReturned, markSent, markSucceeded } from "./moves.ts";
import type { Refund, RefundDeps, RefundOwner, SeenRefund } from "./refund.ts";
import * as repository from "./repository.ts";

const MOST_MOVES = 10;

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
  // A member may move it meanwhile, also back to `ready`: what the bank sent must not be sent again.
  for (let moves = 0; moves < MOST_MOVES; moves++) {
    const refund = await repository.findMarked(deps.db, owner, seen.mark);
    if (!refund) return;
    const misfit = seen.kind === "sent" ? await misfitOf(deps, refund, seen) : undefined;
    if (misfit) return reportFinding(deps, deps.db, refund, { ...seen, kind: misfit });
    const move = nextMove(refund, seen);
    if (!move) return;
    await move(deps, refund, actor).catch(ignoreMoved);
  }
  throw new Error(`refund ${seen.mark} never stops moving`);
}

type Move = (deps: RefundDeps, refund: Refund, actor: Actor) => Promise<unknown>;

function nextMove(
  { status, returnedAt, amount, currency }: Refund,
  { kind }: Pick<SeenRefund, "kind">,
): Move | undefined {
  if (kind === "sent") {
    if (status === "ready") return markSent;
    return status === "processing" ? markSucceeded : undefined;
  }
  if (status === "processing") {
    return (deps, refund, actor) => markFailed(deps, refund, "returned", actor);
  }
  if (status !== "succeeded" || returnedAt !== null) return undefined;
  return (deps, refund, actor) =>
    markReturned(deps, refund, actor, (tx) =>
      reportFinding(deps, tx, refund, { kind: "returned", amount, currency }),
    );
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

/** @throws what is no refusal of a move */
export function ignoreMoved(error: unknown): void {
  const isMoved = error instanceof AppError && error.code === "refund_not_possible";
  if (!isMoved) throw error;
}
