import type { StoredFunds } from "#lib/payments/model/funds.ts";
import type { RefundFailure, RefundStatus } from "#lib/payments/model/refund.ts";
import type { Transaction } from "#lib/payments/transactions/transaction.ts";
import type { Actor } from "#lib/platform/audit/log.ts";
import type { Database } from "#lib/platform/db/database.ts";
import type { PayerAccount } from "./account.ts";
import { createRefund } from "./create.ts";
import { listFiles } from "./files.sql.ts";
import { createFile, readFile } from "./files.ts";
import { countUnseen, listUnseen } from "./findings.sql.ts";
import { markSeen } from "./findings.ts";
import { findLimits } from "./limits.sql.ts";
import { isAboveLimit, setLimits } from "./limits.ts";
import { createLink, type LinkDeps, purge, readLink, type TypedAccount, useLink } from "./links.ts";
import { refundsOf } from "./money.ts";
import {
  cancelRefund,
  cancelUnsent,
  enterAccount,
  findOwn,
  markFailed,
  markReturned,
  markSent,
  markSucceeded,
  type RefundKey,
  release,
} from "./moves.ts";
import { revealOrder } from "./order.ts";
import { keepTransferAccount } from "./payer-account.ts";
import type { RefundLimits, RefundOwner, RefundRequest, SeenRefund } from "./refund.ts";
import { type BankReply, settleReply } from "./replies.ts";
import * as repository from "./repository.ts";
import { settleSeen } from "./settle.ts";

/** Of the console's list. */
const MOST_WAITING = 200;
const LISTED_FILES = 10;

export type RefundService = ReturnType<typeof createRefundService>;

export function createRefundService(deps: LinkDeps) {
  const { db } = deps;
  return {
    create: (request: RefundRequest) => createRefund(deps, request),

    /** @throws AppError `not_found` */
    get: (key: RefundKey) => findOwn(db, key),

    list: (filter: repository.RefundFilter) => repository.list(db, filter),
    /** With what is left to refund. */
    ofPayment: (transaction: Transaction & StoredFunds) => refundsOf(db, transaction),
    cancel: (key: RefundKey, actor: Actor) => cancelRefund(deps, key, actor),
    enterAccount: (key: RefundKey, account: PayerAccount, actor: Actor) =>
      enterAccount(deps, key, account, actor),
    markSent: (key: RefundKey, actor: Actor) => markSent(deps, key, actor),
    markSucceeded: (key: RefundKey, actor: Actor) => markSucceeded(deps, key, actor),
    markFailed: (key: RefundKey, reason: RefundFailure, actor: Actor) =>
      markFailed(deps, key, reason, actor),
    markReturned: (key: RefundKey, actor: Actor) => markReturned(deps, key, actor),
    release: (key: RefundKey, actor: Actor) => release(deps, key, actor),

    settle: (owner: RefundOwner, seen: SeenRefund, actor: Actor) =>
      settleSeen(deps, owner, seen, actor),

    /** What the merchant's bank wrote about a file of refunds. */
    settleReply: (owner: RefundOwner, reply: BankReply, actor: Actor) =>
      settleReply(deps, owner, reply, actor),

    /** What a member has not seen, newest first. */
    findings: (owner: RefundOwner) => listUnseen(db, owner, MOST_WAITING),
    countFindings: (owner: RefundOwner) => countUnseen(db, owner),
    markSeen: (key: { accountId: string; id: string }, actor: Actor) => markSeen(deps, key, actor),

    /** Where a transfer came from. */
    keepPayer: (tx: Database, transferId: string, account: PayerAccount) =>
      keepTransferAccount(deps, tx, transferId, account),

    createLink: (key: RefundKey, actor: Actor) => createLink(deps, key, actor),
    readLink: (token: string) => readLink(deps, token),
    useLink: (token: string, typed: TypedAccount) => useLink(deps, token, typed),
    purgeLinks: () => purge(deps),

    /** Longest wait first. */
    waiting: (owner: RefundOwner, statuses: RefundStatus[]) =>
      repository.listWaiting(db, owner, statuses, MOST_WAITING),

    revealOrder: (key: RefundKey, actor: Actor) => revealOrder(deps, key, actor),
    createFile: (owner: RefundOwner, actor: Actor) => createFile(deps, owner, actor),
    readFile: (key: { accountId: string; id: string }, actor: Actor) => readFile(deps, key, actor),
    files: (owner: RefundOwner) => listFiles(db, owner, LISTED_FILES),

    limits: (accountId: string) => findLimits(db, accountId),
    setLimits: (accountId: string, limits: RefundLimits, actor: Actor) =>
      setLimits(deps, accountId, limits, actor),
    isAboveLimit: (owner: RefundOwner, wanted: { amount: number; currency: string }) =>
      isAboveLimit(deps, owner, wanted),

    /** The payment's money went back. The caller locks the transaction. */
    cancelUnsent: (tx: Database, transactionId: string) => cancelUnsent(deps, tx, transactionId),
  };
}
