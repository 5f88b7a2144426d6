import { amountPicking } from "#lib/banks/sandbox/behaviours.ts";
import type { Source } from "./bank-account.ts";
import { findViolations } from "./invariants.ts";
import { createMerchant, type Merchant } from "./merchant.ts";
import { createOffice } from "./office.ts";
import { createRandom, pause, type Random } from "./random.ts";
import { refundExtra, refundSome } from "./random-refunds.ts";
import { comeToRest, describeUnfinished } from "./rest.ts";
import type { Shop } from "./shop.ts";
import type { Round } from "./step-rounds.ts";
import type { World } from "./world.ts";

// These bank faults end with the true status. Others need a person.
const TROUBLES = ["delayed", "late", "twice", "malformed", "server_error", "slow"] as const;
const SOURCES: readonly [Source[], ...Source[][]] = [["job"], ["feed"], ["job", "feed"]];
// Rarely, as a file must be quiet for 10 seconds before it is read.
const WITH_FOLDER = 0.1;
const ORDERS = 8;
// Paid before the faults, so that refunds meet them.
const PAID = 2;
const FAULTS = 3;

/**
 * Orders continue while processes are killed, networks fail and the database crashes. Round `n` of a seed repeats the same
 * choices.
 */
export async function* playRandomRounds(
  world: World,
  { seed, rounds }: { seed: number; rounds: number },
): AsyncGenerator<Round> {
  for (let number = 0; number < rounds; number++) {
    yield await playRound(world, createRandom(seed + number), `seed ${seed + number}`);
  }
}

async function playRound(world: World, random: Random, name: string): Promise<Round> {
  const { fleet } = world;
  await fleet.restore();
  let isWhole = false;
  let isOver = false;
  const takes = () => isWhole || random.chance(0.7);
  const sources = [...random.pick(SOURCES)];
  if (random.chance(WITH_FOLDER)) sources.push("folder");
  const shop = await world.openShop({ takes, sources });
  const [first = "", second = ""] = fleet.apis.map(({ url }) => url);
  const merchant = createMerchant(shop, random, [first, second]);
  const office = createOffice(world, shop, random);
  const faults: string[] = [];
  const violations: string[] = [];
  try {
    const paid = await sellSome(shop, merchant, first);
    const buyers = Array.from({ length: ORDERS }, async () => {
      const id = await buy(world, shop, merchant, random, () => isWhole);
      if (id !== undefined && random.chance(0.6)) await refund(id);
    });
    const people = Promise.all([...buyers, ...paid.map(refund)]);
    let isSettled = false;
    const job = shop.account.runJob([first, second], random, () => isSettled);
    const members = office.run(
      () => isWhole,
      () => isOver,
    );
    const [unlucky] = paid;
    if (unlucky && random.chance(0.3)) office.takeBack(unlucky);
    for (let count = 0; count < FAULTS; count++) {
      await pause(random);
      const done = await random.pick(HARMS)(world, random);
      faults.push(typeof done === "string" ? done : done.name);
      if (typeof done !== "string") violations.push(done.violation);
    }
    await heal(world);
    isWhole = true;
    await people;
    isOver = true;
    violations.push(...(await members));
    isSettled = true;
    await job;
    const isAtRest = await comeToRest(world, shop);
    violations.push(...(await findViolations(world, shop, merchant)));
    if (!isAtRest) {
      violations.push("I9 it never came to rest", ...(await describeUnfinished(world, shop)));
    }
    const refunds = merchant.refunder.orders.filter(
      (order) => order.acknowledged.length > 0,
    ).length;
    const money = `${shop.account.credits().length} credits by ${sources.join(" and ")}, ${refunds} refunds`;
    return { name: `${name}: ${money}; ${faults.join(", ")}`, violations };
  } finally {
    await shop.close();
  }

  async function refund(id: string): Promise<void> {
    await refundSome(merchant, random, id, () => isWhole);
    if (random.chance(0.4)) await refundExtra(world, shop, merchant, random, () => isWhole);
  }
}

/** One at a bank, one by transfer if the job reports it. Without faults. */
async function sellSome({ account }: Shop, merchant: Merchant, url: string): Promise<string[]> {
  const ids: string[] = [];
  for (let count = 0; count < PAID; count++) {
    const id = await merchant.create(merchant.newOrder(), () => false);
    if (id === undefined) throw new Error("an order was not taken");
    const expected = count === 0 && account.isReported && (await account.expectedBy(id));
    if (expected) await account.receive(id, expected);
    else await merchant.drive(id, "approve");
    ids.push(id);
  }
  if (account.bookings.length > 0) await account.send(url);
  await Promise.all(ids.map((id) => merchant.refunder.waitForMoney(id)));
  return ids;
}

/** Users may press twice, cancel, or leave. Resolves to the order's id. */
async function buy(
  world: World,
  shop: Shop,
  merchant: Merchant,
  random: Random,
  isWhole: () => boolean,
): Promise<string | undefined> {
  const troubled = amountPicking(random.pick(TROUBLES));
  const isTroubled = random.chance(0.3) && troubled !== undefined;
  const order = merchant.newOrder(isTroubled ? { amount: troubled } : {});
  const isImpatient = random.chance(0.3);
  if (isImpatient) await Promise.all([merchant.ask(order), merchant.ask(order)]);
  const id = order.acknowledged[0]?.id ?? (await merchant.create(order, isWhole));
  if (id === undefined) return undefined;
  if (random.chance(0.4)) {
    await sendTransfer(world, shop, random, id);
    if (random.chance(0.6)) return id;
  }
  const steps = 1 + random.below(3);
  for (let step = 0; step < steps; step++) {
    await pause(random);
    const move = random.pick(["approve", "approve", "accept", "decline", "cancel", "both"]);
    if (move === "cancel") await merchant.cancel(id);
    else if (move === "both") {
      await Promise.all([merchant.drive(id, "approve"), merchant.cancel(id)]);
    } else await merchant.drive(id, move);
  }
  if (random.chance(0.2)) await approveAtBank(world, id);
  return id;
}

/** The shopper may report it, and send too little or too much. */
async function sendTransfer({ services }: World, { account }: Shop, random: Random, id: string) {
  const expected = await account.expectedBy(id);
  if (!expected) return;
  const { reference, amount } = expected;
  if (random.chance(0.5)) await services.transfers.reportSent(reference).catch(() => undefined);
  await pause(random);
  const amounts = random.pick([[amount], [amount], [amount - 1, amount], [amount, amount]]);
  for (const each of amounts) await account.receive(id, { reference, amount: each });
}

/** Works even if the product is down. */
async function approveAtBank({ product, bank }: World, id: string): Promise<void> {
  const { rows } = await product
    .query<{ approval_url: string }>(
      "select approval_url from payment_attempts where transaction_id = $1 and approval_url is not null order by id desc limit 1",
      [id],
    )
    .catch(() => ({ rows: [] }));
  const [latest] = rows;
  if (latest) await bank.act(latest.approval_url, "approve");
}

const DATABASE_FAULTS = ["refuse", "silence", "delay", "lose_commits", "lose_commits"] as const;
const BANK_FAULTS = ["refuse", "delay"] as const;
const ENDINGS = ["crash", "fast"] as const;

/** Resolves to what it did, or a violation. */
type Harm = (world: World, random: Random) => Promise<string | { name: string; violation: string }>;

const anyone = ({ fleet }: World, random: Random) => {
  const [first, ...others] = fleet.members;
  if (!first) throw new Error("no fleet");
  return random.pick([first, ...others]);
};

const HARMS: readonly [Harm, ...Harm[]] = [
  async (world, random) => {
    const member = anyone(world, random);
    await member.process?.end("SIGKILL");
    return `${member.name} killed`;
  },
  async (world, random) => {
    const member = anyone(world, random);
    await member.process?.end("SIGKILL");
    // Without a database, it would never report that it runs.
    member.proxy.play("none");
    await world.fleet.restore([member]);
    return `${member.name} killed and started`;
  },
  async (world, random) => {
    const member = anyone(world, random);
    const { process } = member;
    const isAlive = process && !process.hasEnded();
    const ended = await process?.end("SIGTERM");
    const name = `${member.name} told to stop`;
    // SIGTERM ends a process cleanly under any fault.
    return isAlive && ended !== 0
      ? { name, violation: `P10 ${member.name} ended with ${ended}` }
      : name;
  },
  async (world, random) => {
    const member = anyone(world, random);
    const fault = random.pick(DATABASE_FAULTS);
    member.proxy.play(fault);
    return `${member.name}'s way to the database: ${fault}`;
  },
  async ({ office }, random) => {
    const fault = random.pick(DATABASE_FAULTS);
    office.proxy.play(fault);
    return `the console's way to the database: ${fault}`;
  },
  async (world, random) => {
    const fault = random.pick(BANK_FAULTS);
    world.bank.proxy.play(fault);
    return `the way to the bank: ${fault}`;
  },
  async (world, random) => {
    world.bank.proxy.reset();
    const member = anyone(world, random);
    member.proxy.reset();
    return `connections of ${member.name} and to the bank reset`;
  },
  async ({ product }) => {
    await product
      .query(
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = 'product' and pid <> pg_backend_pid()",
      )
      .catch(() => undefined);
    return "all sessions of the database ended";
  },
  async (world, random) => {
    const how = random.pick(ENDINGS);
    await world.server.down(how);
    await pause(random);
    await world.server.up();
    return `the database restarted (${how})`;
  },
];

async function heal(world: World): Promise<void> {
  world.bank.proxy.play("none");
  world.office.proxy.play("none");
  for (const { proxy } of world.fleet.members) proxy.play("none");
  await world.fleet.restore();
}
