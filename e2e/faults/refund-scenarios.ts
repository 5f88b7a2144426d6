import { MEMBER } from "#lib/testing/transfers.ts";
import { readOrders } from "./bank-statement.ts";
import type { RefundOrder } from "./refunder.ts";
import type { Cast, Scenario } from "./scenarios.ts";

const orders = new WeakMap<Cast, RefundOrder>();
const idOf = ({ order }: Cast) => order.acknowledged.at(-1)?.id ?? "";

async function approved(cast: Cast): Promise<void> {
  await cast.merchant.create(cast.order, () => false);
  await cast.merchant.drive(idOf(cast), "approve");
}

async function paidByTransfer(cast: Cast): Promise<void> {
  const { merchant, order, shop, spare } = cast;
  await merchant.create(order, () => false);
  const expected = await shop.account.expectedBy(idOf(cast));
  if (!expected) throw new Error("the order expects no transfer");
  await shop.account.receive(idOf(cast), expected);
  await shop.account.send(spare);
}

/** All of it, as otherwise the same request again could be another refund. */
function refundOf(cast: Cast): RefundOrder {
  const known = orders.get(cast) ?? cast.merchant.refunder.newOrder(idOf(cast));
  orders.set(cast, known);
  return known;
}

const refunded = ({ merchant }: Cast, order: RefundOrder) =>
  merchant.refunder.refund(order, () => false);

/** The bank sends it, and it comes back. */
async function sent(cast: Cast): Promise<void> {
  const { world, shop } = cast;
  const { refunds } = world.services;
  await refunded(cast, refundOf(cast));
  const { id } = await refunds.createFile({ accountId: shop.accountId, mode: "test" }, MEMBER);
  const { content } = await refunds.readFile({ accountId: shop.accountId, id }, MEMBER);
  for (const { refundId, amount } of readOrders(content)) {
    await shop.account.pay(refundId, amount, "sent back");
  }
}

const cancel = ({ merchant }: Cast, id: string | undefined, armed = {}) =>
  merchant.refunder.cancel(id ?? "", armed);

export const REFUND_SCENARIOS: readonly Scenario[] = [
  {
    name: "refund, asked again",
    victim: "api",
    prepare: approved,
    act: (cast, armed) => cast.merchant.refunder.ask(refundOf(cast), armed),
    after: (cast) => refunded(cast, refundOf(cast)),
  },
  {
    name: "refund, never asked again, and another of the rest",
    victim: "api",
    prepare: approved,
    act: (cast, armed) => cast.merchant.refunder.ask(refundOf(cast), armed),
    after: (cast) => refunded(cast, cast.merchant.refunder.newOrder(idOf(cast))),
  },
  {
    name: "cancellation of a refund, asked again, and another refund",
    victim: "api",
    async prepare(cast) {
      await approved(cast);
      await refunded(cast, refundOf(cast));
    },
    act: (cast, armed) => cancel(cast, refundOf(cast).acknowledged[0]?.id, armed),
    async after(cast) {
      await cancel(cast, refundOf(cast).acknowledged[0]?.id);
      await refunded(cast, cast.merchant.refunder.newOrder(idOf(cast)));
    },
  },
  {
    name: "a statement that shows a refund and its return, sent again",
    victim: "api",
    async prepare(cast) {
      await paidByTransfer(cast);
      await sent(cast);
    },
    act: ({ shop }, { url, ...armed }) => shop.account.send(url, armed),
    after: ({ shop, spare }) => shop.account.send(spare),
  },
];
