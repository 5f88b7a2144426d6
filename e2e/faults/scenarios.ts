import type { Source } from "./bank-account.ts";
import type { Merchant, Order } from "./merchant.ts";
import type { RequestOptions } from "./requests.ts";
import type { Shop } from "./shop.ts";
import type { World } from "./world.ts";

export type Cast = {
  world: World;
  shop: Shop;
  merchant: Merchant;
  order: Order;
  /** The server that is never the victim. */
  spare: string;
};

type Armed = RequestOptions & { url: string };

/** `victim` is killed at each step of `act` in turn. */
export type Scenario = {
  name: string;
  victim: "api" | "worker";
  /** Who reports money by transfer. */
  sources?: Source[];
  /** Runs without faults. */
  prepare(cast: Cast): Promise<unknown>;
  /** A request to an API server carries `armed`. */
  act(cast: Cast, armed: Armed): Promise<unknown>;
  /** The users' reaction to a missing response. */
  after(cast: Cast): Promise<unknown>;
};

const LEASE_SECONDS = 61;
const LIFETIME_SECONDS = 31 * 60;

const nothing = async () => undefined;
const created = ({ merchant, order }: Cast) => merchant.create(order, () => false);
const idOf = ({ order }: Cast) => order.acknowledged.at(-1)?.id ?? "";
const payer = (outcome: string) => (cast: Cast, options?: RequestOptions) =>
  cast.merchant.drive(idOf(cast), outcome, options);
const again = ({ merchant, order }: Cast) =>
  merchant.orders.find((other) => other !== order && other.externalId === order.externalId) ??
  merchant.newOrder({ externalId: order.externalId });
const atBank = async (cast: Cast) => {
  await created(cast);
  const { reference, orderDigest } = await viewOf(cast);
  const choice = { reference, orderDigest, bankId: "sandbox", payerIp: undefined };
  await cast.world.services.attempts.start(choice);
};
const viewOf = async ({ world, order }: Cast) => {
  const link = new URL(order.acknowledged.at(-1)?.redirectUrl ?? "");
  const view = await world.services.checkout.view(link.searchParams.get("reference") ?? "", "web");
  if (!view) throw new Error("the order is gone");
  return view;
};
const approveAtBank = async (cast: Cast) => {
  const latest = await cast.world.services.attempts.latest(idOf(cast));
  if (latest?.approvalUrl) await cast.world.bank.act(latest.approvalUrl, "approve");
};
const approved = async (cast: Cast) => {
  await created(cast);
  await payer("accept")(cast);
};
const paidByTransfer = async (cast: Cast) => {
  const { account } = cast.shop;
  const expected = await account.expectedBy(idOf(cast));
  if (!expected) throw new Error("the order expects no transfer");
  await account.receive(idOf(cast), expected);
};

/** Includes the users' reactions to missing responses. */
export const SCENARIOS: readonly Scenario[] = [
  {
    name: "creation, asked again",
    victim: "api",
    prepare: nothing,
    act: ({ merchant, order }, armed) => merchant.ask(order, armed),
    after: created,
  },
  {
    name: "creation, never asked again",
    victim: "api",
    prepare: nothing,
    act: ({ merchant, order }, armed) => merchant.ask(order, armed),
    after: nothing,
  },
  {
    name: "creation in another's place, asked again",
    victim: "api",
    prepare: created,
    act: (cast, armed) => cast.merchant.ask(again(cast), armed),
    after: (cast) => cast.merchant.create(again(cast), () => false),
  },
  {
    name: "creation in the place of one whose payer is at the bank",
    victim: "api",
    prepare: atBank,
    act: (cast, armed) => cast.merchant.ask(again(cast), armed),
    after: approveAtBank,
  },
  {
    name: "approval, tried again",
    victim: "api",
    prepare: created,
    act: payer("approve"),
    after: payer("approve"),
  },
  {
    name: "approval, nobody comes back",
    victim: "api",
    prepare: created,
    act: payer("approve"),
    after: nothing,
  },
  {
    name: "refusal, then approval",
    victim: "api",
    prepare: created,
    act: payer("decline"),
    after: payer("approve"),
  },
  {
    name: "cancellation while the payer is at the bank, who approves then",
    victim: "api",
    prepare: atBank,
    act: (cast, armed) => cast.merchant.cancel(idOf(cast), armed),
    after: approveAtBank,
  },
  {
    name: "cancellation of what nobody approved, asked again",
    victim: "api",
    prepare: created,
    act: (cast, armed) => cast.merchant.cancel(idOf(cast), armed),
    after: (cast) => cast.merchant.cancel(idOf(cast)),
  },
  {
    name: "a statement for an order whose payer is at the bank, sent again",
    victim: "api",
    async prepare(cast) {
      await atBank(cast);
      await paidByTransfer(cast);
    },
    act: ({ shop }, { url, ...armed }) => shop.account.send(url, armed),
    after: ({ shop, spare }) => shop.account.send(spare),
  },
  {
    name: "a worker reads a feed and delivers",
    victim: "worker",
    sources: ["feed"],
    async prepare(cast) {
      await created(cast);
      await paidByTransfer(cast);
    },
    act: ({ world }) => world.letTimePass(LEASE_SECONDS),
    after: nothing,
  },
  {
    name: "a worker asks the bank and delivers",
    victim: "worker",
    prepare: approved,
    act: ({ world }) => world.letTimePass(LEASE_SECONDS),
    after: nothing,
  },
  {
    name: "a worker expires and delivers",
    victim: "worker",
    prepare: created,
    act: ({ world }) => world.letTimePass(LIFETIME_SECONDS),
    after: nothing,
  },
  {
    name: "a worker expires while the payer is at the bank, who approves then",
    victim: "worker",
    prepare: atBank,
    act: ({ world }) => world.letTimePass(LIFETIME_SECONDS),
    after: approveAtBank,
  },
];
