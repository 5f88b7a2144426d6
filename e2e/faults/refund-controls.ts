import { MEMBER } from "#lib/testing/transfers.ts";
import { readOrders } from "./bank-statement.ts";
import { type Control, sound, spoilt } from "./control.ts";
import type { Merchant, Order } from "./merchant.ts";
import { REPEATED_BY, type RefundOrder } from "./refunder.ts";
import type { Shop } from "./shop.ts";
import type { World } from "./world.ts";

async function refundable(merchant: Merchant, order: Order): Promise<string> {
  const id = (await merchant.create(order, () => false)) ?? "";
  await merchant.drive(id, "approve");
  return id;
}

const refund = ({ refunder }: Merchant, order: RefundOrder) => refunder.refund(order, () => false);

/** Half of it, twice asked for by each name. */
async function refundTwice(_world: World, merchant: Merchant, order: Order) {
  const id = await refundable(merchant, order);
  for (const repeatedBy of REPEATED_BY) {
    if (repeatedBy === "none") continue;
    const half = merchant.refunder.newOrder(id, { amount: 100, repeatedBy });
    for (let count = 0; count < 2; count++) await merchant.refunder.ask(half);
  }
}

/** Two files, both uploaded. */
async function sendTwice(
  { services: { refunds } }: World,
  merchant: Merchant,
  order: Order,
  shop: Shop,
) {
  const id = await refundable(merchant, order);
  const refundId = (await refund(merchant, merchant.refunder.newOrder(id))) ?? "";
  const { accountId, account } = shop;
  const payer = { iban: "DE89370400440532013000", name: null };
  await refunds.enterAccount({ accountId, id: refundId }, payer, MEMBER);
  for (let count = 0; count < 2; count++) {
    const file = await refunds.createFile({ accountId, mode: "test" }, MEMBER);
    const { content } = await refunds.readFile({ accountId, id: file.id }, MEMBER);
    for (const each of readOrders(content)) await account.pay(each.refundId, each.amount, "sent");
  }
}

export const REFUND_CONTROLS: readonly Control[] = [
  {
    name: "a refund exceeds its payment, and the database does not add up",
    invariant: "I12",
    where: "product",
    spoil: `alter table refunds disable trigger refunds_guard;
      ${spoilt("before insert", "refunds", "new.amount := new.amount + 1; return new;")}`,
    undo: `alter table refunds enable trigger refunds_guard; ${sound("refunds")}`,
    play: async (_world, merchant, order) =>
      refund(merchant, merchant.refunder.newOrder(await refundable(merchant, order))),
  },
  {
    name: "a refund forgets by which name it was asked for",
    invariant: "I13",
    where: "product",
    spoil: spoilt("before insert", "refunds", "new.external_id := null; return new;"),
    undo: sound("refunds"),
    play: refundTwice,
  },
  {
    name: "the key of a refund is not kept",
    invariant: "I13",
    where: "product",
    spoil: spoilt(
      "before insert",
      "idempotency_keys",
      "if new.key like 'refund%' then new.key := new.key || new.sealed_response; end if; return new;",
    ),
    undo: sound("idempotency_keys"),
    play: refundTwice,
  },
  {
    name: "a refund stays ready in its file",
    invariant: "I14",
    where: "product",
    spoil: spoilt(
      "before update",
      "refunds",
      "if new.status = 'processing' then return null; end if; return new;",
    ),
    undo: sound("refunds"),
    play: sendTwice,
  },
  {
    name: "a refund fails without its event",
    invariant: "I14",
    where: "product",
    spoil: spoilt(
      "before insert",
      "deliveries",
      "delete from events where id = new.event_id and type like 'refund.%'; if found then return null; end if; return new;",
    ),
    undo: sound("deliveries"),
    async play({ services: { refunds } }, merchant, order, { accountId, account }) {
      const id = await refundable(merchant, order);
      const refundId = (await refund(merchant, merchant.refunder.newOrder(id))) ?? "";
      const key = { accountId, id: refundId };
      await refunds.enterAccount(key, { iban: "DE89370400440532013000", name: null }, MEMBER);
      await refunds.markSent(key, MEMBER);
      await account.pay(refundId, 1, "refused");
      await refunds.markFailed(key, "refused", MEMBER);
    },
  },
];
