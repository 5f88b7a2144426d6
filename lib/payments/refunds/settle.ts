import type { Actor } from "#lib/platform/audit/log.ts";
import { AppError } from "#lib/platform/failures/errors.ts";
import { markFailed, markReturned, markSent, markSucceeded } from "./moves.ts";
import type { Refund, RefundDeps, RefundOwner, SeenRefund } from "./refund.ts";
import * as repository from "./repository.ts";

const MOST_MOVES = 10;

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
  // A member may move it meanwhile, also back to `ready`: what the bank sent must not be sent again.
  for (let moves = 0; moves < MOST_MOVES; moves++) {
    const refund = await repository.find(deps.db, seen.id);
    if (refund?.accountId !== accountId || refund.mode !== mode) return;
    const move = nextMove(refund, seen);
    if (!move || (seen.kind === "sent" && !(await isSame(deps, refund, seen)))) return;
    await move(deps, refund, actor).catch(ignoreMoved);
  }
  throw new Error(`refund ${seen.id} never stops moving`);
}

type Move = (deps: RefundDeps, refund: Refund, actor: Actor) => Promise<unknown>;

function nextMove(
  { status, returnedAt }: Refund,
  { kind }: Pick<SeenRefund, "kind">,
): Move | undefined {
  if (kind === "sent") {
    if (status === "ready") return markSent;
    return status === "processing" ? markSucceeded : undefined;
  }
  if (status === "processing") {
    return (deps, refund, actor) => markFailed(deps, refund, "returned", actor);
  }
  return status === "succeeded" && returnedAt === null ? markReturned : undefined;
}

async function isSame(
  { db, lifecycle }: RefundDeps,
  { transactionId, amount, currency }: Refund,
  seen: SeenRefund,
): Promise<boolean> {
  if (amount !== seen.amount || currency !== seen.currency) return false;
  return (await lifecycle.find(db, transactionId))?.payeeIban === seen.iban;
}

function ignoreMoved(error: unknown): void {
  const isMoved = error instanceof AppError && error.code === "refund_not_possible";
  if (!isMoved) throw error;
}
