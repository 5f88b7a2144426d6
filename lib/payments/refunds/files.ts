import { type Actor, recordAudit } from "#lib/platform/audit/log.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { AppError } from "#lib/platform/failures/errors.ts";
import { newId } from "#lib/platform/values/ids.ts";
import { openAccount, refundContext } from "./account.ts";
import * as repository from "./files.sql.ts";
import { notPossible } from "./not-possible.ts";
import { type Order, writePain } from "./pain.ts";
import type { RefundDeps, RefundFile, RefundOwner } from "./refund.ts";

export const refundFileContext = (id: string) => `refund_files:${id}`;

/** More are for the next file. */
const MOST_PER_FILE = 1000;

type Deps = Pick<RefundDeps, "db" | "clock" | "seal">;

/**
 * Of all that are ready in euro. A refund is in one file only, until it is released.
 * @throws AppError `refund_not_possible` if none is ready
 */
export function createFile(deps: Deps, owner: RefundOwner, actor: Actor): Promise<RefundFile> {
  const { db, clock, seal } = deps;
  return db.transaction(async (tx) => {
    const now = clock.now();
    const orders = await lockOrders(deps, tx, owner);
    if (orders.length === 0) throw notPossible("status");
    const id = newId("rfil");
    const isTest = owner.mode === "test";
    const content = writePain({ id, createdAt: now, orders, isTest });
    const file: RefundFile = {
      ...owner,
      id,
      sealedContent: seal.seal(content, refundFileContext(id)),
      count: orders.length,
      total: orders.reduce((sum, { amount }) => sum + amount, 0),
      createdBy: actor,
      createdAt: now,
    };
    await repository.insertFile(tx, file);
    const ids = orders.map((order) => order.id);
    await repository.putInFile(tx, ids, { fileId: id, updatedAt: now });
    await recordAudit(tx, now, {
      accountId: owner.accountId,
      actor,
      action: "refund_file.created",
      target: id,
      details: { count: file.count, total: file.total },
    });
    return file;
  });
}

async function lockOrders({ seal }: Deps, tx: Database, owner: RefundOwner): Promise<Order[]> {
  const rows = await repository.lockReady(tx, owner, "EUR", MOST_PER_FILE);
  return rows.flatMap(({ refund, payment }) => {
    if (refund.sealedAccount === null) return [];
    const creditor = openAccount(seal, refund.sealedAccount, refundContext(refund.id));
    const { id, amount, reason } = refund;
    const debtor = { iban: payment.payeeIban, name: payment.payeeName };
    const text = ["Refund", payment.externalId ?? payment.reference, reason ?? ""].join(" ").trim();
    return [{ id, amount, debtor, creditor, text }];
  });
}

/**
 * The same bytes each time.
 * @throws AppError `not_found`, also once it is deleted
 */
export async function readFile(
  { db, clock, seal }: Deps,
  key: { accountId: string; id: string },
  actor: Actor,
): Promise<{ file: RefundFile; content: string }> {
  const file = await repository.findFile(db, key);
  if (!file || file.sealedContent === null) throw new AppError("not_found");
  const { accountId, id: target } = file;
  const content = seal.open(file.sealedContent, refundFileContext(target));
  await recordAudit(db, clock.now(), {
    accountId,
    actor,
    action: "refund_file.downloaded",
    target,
  });
  return { file, content };
}
