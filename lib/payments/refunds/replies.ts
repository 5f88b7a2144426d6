import type { Actor } from "#lib/platform/audit/log.ts";
import { readId } from "#lib/platform/values/ids.ts";
import { findFile } from "./files.sql.ts";
import { refundFileContext } from "./files.ts";
import { reportFinding } from "./findings.ts";
import { markRefused } from "./moves.ts";
import { fileIdOf, type OrdersOfFile, ordersOf } from "./pain.ts";
import { findRefundMark, type Refund, type RefundDeps, type RefundOwner } from "./refund.ts";
import * as repository from "./repository.ts";
import { ignoreMoved } from "./settle.ts";

type Status = string | undefined;

/** What the merchant's bank wrote about one file (ISO 20022 pain.002). `messageId`, `id`, `endToEndId`: as the file has them. */
export type BankReply = {
  messageId: string;
  status: Status;
  parts: {
    id: string;
    status: Status;
    orders: { endToEndId: string; status: Status }[];
  }[];
};

/** `unknown`: what the reply names and no file of the merchant has. */
export type ReplyResult = { refused: number; unknown: number };

const REFUSED = "RJCT";

/** Only a refusal changes a refund: that a bank accepts an order moves no money. Again changes nothing. */
export async function settleReply(
  deps: RefundDeps,
  owner: RefundOwner,
  reply: BankReply,
  actor: Actor,
): Promise<ReplyResult> {
  const file = await findOrders(deps, owner, reply.messageId);
  if (!file) return { refused: 0, unknown: Math.max(1, namedIn(reply)) };
  let refused = 0;
  for (const endToEndId of refusedBy(reply, file.orders)) {
    const refund = await repository.find(deps.db, findRefundMark([endToEndId]) ?? "");
    // Released meanwhile, it may be in another file.
    if (refund?.fileId !== file.id) continue;
    await refuse(deps, refund, file.id, actor);
    refused += 1;
  }
  return { refused, unknown: unknownIn(reply, file.orders) };
}

async function findOrders(
  { db, seal }: Pick<RefundDeps, "db" | "seal">,
  { accountId, mode }: RefundOwner,
  messageId: string,
): Promise<{ id: string; orders: OrdersOfFile } | undefined> {
  const id = readId("rfil", fileIdOf(messageId));
  const file = id && (await findFile(db, { accountId, id }));
  if (!file || file.mode !== mode || file.sealedContent === null) return undefined;
  return { id, orders: ordersOf(seal.open(file.sealedContent, refundFileContext(id))) };
}

/** What is said of an order itself counts before what is said of its part, and of the file. */
function refusedBy({ status, parts }: BankReply, orders: OrdersOfFile): string[] {
  const said = new Map(parts.map((part) => [part.id, part]));
  return [...orders].flatMap(([id, endToEndIds]) => {
    const part = said.get(id);
    const own = new Map(part?.orders.map((each) => [each.endToEndId, each.status]));
    return endToEndIds.filter((each) => (own.get(each) ?? part?.status ?? status) === REFUSED);
  });
}

function namedIn({ parts }: BankReply): number {
  return parts.reduce((sum, { orders }) => sum + Math.max(1, orders.length), 0);
}

function unknownIn({ parts }: BankReply, file: OrdersOfFile): number {
  const unknown = parts.map(({ id, orders }) => {
    if (!file.has(id)) return Math.max(1, orders.length);
    const known = new Set(file.get(id));
    return orders.filter(({ endToEndId }) => !known.has(endToEndId)).length;
  });
  return unknown.reduce((sum, count) => sum + count, 0);
}

/** Money seen counts more than the bank's word. */
async function refuse(
  deps: RefundDeps,
  refund: Refund,
  fileId: string,
  actor: Actor,
): Promise<void> {
  if (refund.status === "processing") {
    await markRefused(deps, refund, fileId, actor).catch(ignoreMoved);
  } else if (refund.status === "succeeded") {
    const { amount, currency } = refund;
    await reportFinding(deps, deps.db, refund, { kind: "refused", amount, currency });
  }
}
