import { setTimeout as sleep } from "node:timers/promises";
import { onServer, type PostgresServer } from "#lib/testing/postgres-server.ts";
import { findViolations } from "./invariants.ts";
import { createMerchant, type Merchant } from "./merchant.ts";
import { createRandom } from "./random.ts";
import { comeToRest, describeUnfinished } from "./rest.ts";
import type { Round } from "./step-rounds.ts";
import { createWorld, type World } from "./world.ts";

const BUYERS = 6;
const BEFORE = 20;
const WITHOUT_PRIMARY_MS = 1_000;
const CHECK_MS = 500;
const BACK_MS = 8_000;
// The worker's connections notice a silent primary by the next check of theirs.
const LISTENING_MS = 40_000;

type Pair = { primary: PostgresServer; standby: PostgresServer };

type Failover = {
  name: string;
  harm(world: World, pair: Pair): Promise<unknown>;
  /** A removed guard, which the named invariant must detect. */
  control?: { invariant: string; spoil: (pair: Pair) => Promise<unknown> };
};

export const FAILOVERS: readonly Failover[] = [
  { name: "the primary is killed", harm: (_world, { primary }) => primary.down("crash") },
  {
    name: "the primary's machine falls silent",
    async harm({ fleet, servers }, { primary }) {
      for (const { proxies } of fleet.members) proxies[servers.indexOf(primary)]?.play("silence");
      await primary.down("crash");
    },
  },
  { name: "the primary is stopped", harm: (_world, { primary }) => primary.down("fast") },
  {
    name: "control, commits are acknowledged before the standby has them",
    harm: (_world, { primary }) => primary.down("crash"),
    control: {
      invariant: "I1",
      async spoil({ primary, standby }) {
        await configure(primary, "reset synchronous_standby_names");
        await configure(standby, "set primary_conninfo = ''");
      },
    },
  },
];

/** In a world of their own. After each, the old primary is the standby of the new one. */
export async function* playFailovers(most: number): AsyncGenerator<Round> {
  const world = await createWorld("failover", { hasStandby: true });
  try {
    const [primary, standby] = world.servers;
    if (!primary || !standby) throw new Error("no standby");
    let pair: Pair = { primary, standby };
    await join(pair);
    for (const failover of FAILOVERS.slice(0, most)) {
      yield await playFailover(world, pair, failover);
      pair = { primary: pair.standby, standby: pair.primary };
    }
  } finally {
    await world.close();
  }
}

async function playFailover(world: World, pair: Pair, failover: Failover): Promise<Round> {
  const { fleet } = world;
  await fleet.restore();
  const shop = await world.openShop();
  const urls = fleet.apis.map(({ url }) => url ?? "");
  const merchant = createMerchant(shop, createRandom(1), [urls[0] ?? "", ...urls.slice(1)]);
  const violations: string[] = [];
  try {
    await failover.control?.spoil(pair);
    const figures = await failOver(world, pair, failover, merchant, violations);
    await join({ primary: pair.standby, standby: pair.primary });
    for (const { proxies } of fleet.members) for (const proxy of proxies) proxy.play("none");
    const isAtRest = await comeToRest(world, shop);
    violations.push(...(await findViolations(world, shop, merchant)));
    if (!isAtRest) {
      violations.push("I9 it never came to rest", ...(await describeUnfinished(world, shop)));
    }
    for (const { name, process } of fleet.members) {
      if (process?.hasEnded()) violations.push(`P10 ${name} ended`);
    }
    const name = `${failover.name}: ${figures}`;
    if (!failover.control) return { name, violations };
    const { invariant } = failover.control;
    const isNoticed = violations.some((violation) => violation.startsWith(invariant));
    const missed = `not noticed; found: ${violations.join("; ") || "nothing"}`;
    return { name, violations: isNoticed ? [] : [missed] };
  } finally {
    await shop.close();
  }
}

/** Under load. Resolves to its figures, once processes sell and listen at the new primary. */
async function failOver(
  world: World,
  pair: Pair,
  { harm }: Failover,
  merchant: Merchant,
  violations: string[],
): Promise<string> {
  const { apis, workers } = world.fleet;
  const urls = apis.map(({ url }) => url ?? "");
  let isOver = false;
  const load = Promise.all([
    ...Array.from({ length: BUYERS }, () => buy(merchant, () => isOver)),
    ...urls.map((url) => checkHealth(url, () => isOver)),
  ]);
  try {
    while (acknowledgedBy(merchant) < BEFORE) await sleep(20);
    await harm(world, pair);
    await sleep(WITHOUT_PRIMARY_MS);
    const sold = acknowledgedBy(merchant);
    await onServer(pair.standby.url, (client) => client.query("select pg_promote()"));
    const promotedAt = performance.now();
    const since = () => Math.round(performance.now() - promotedAt);
    await Promise.all(urls.map((url) => sell(merchant, url)));
    const backMs = since();
    if (backMs > BACK_MS) violations.push(`service was back only after ${backMs} ms`);
    while ((await listeners(pair.standby)) < workers.length && since() < LISTENING_MS) {
      await sleep(100);
    }
    const listeningMs = since();
    if (listeningMs > LISTENING_MS) violations.push("a worker does not listen");
    return `${sold} orders before, ${acknowledgedBy(merchant)} in all; back after ${backMs} ms, listening after ${listeningMs} ms`;
  } finally {
    isOver = true;
    await load;
  }
}

async function buy(merchant: Merchant, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const id = await merchant.create(merchant.newOrder(), isOver);
    if (id !== undefined) await merchant.drive(id, "approve");
  }
}

async function sell(merchant: Merchant, url: string): Promise<void> {
  const order = merchant.newOrder();
  while (!(await merchant.ask(order, { url }))) await sleep(100);
}

/** As a load balancer does. */
async function checkHealth(url: string, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const response = await fetch(`${url}/health/ready`).catch(() => undefined);
    await response?.body?.cancel();
    await sleep(CHECK_MS);
  }
}

const acknowledgedBy = ({ orders }: Merchant) =>
  orders.filter(({ acknowledged }) => acknowledged.length > 0).length;

async function listeners({ url }: PostgresServer): Promise<number> {
  const { rows } = await onServer(url, (client) =>
    client.query<{ count: number }>(
      "select count(*)::int from pg_stat_activity where application_name = 'bankside-listen' and query like 'listen %'",
    ),
  );
  return rows[0]?.count ?? 0;
}

/** From now on, a commit is acknowledged when the standby has it, too. */
async function join({ primary, standby }: Pair): Promise<void> {
  await standby.follow(primary);
  await configure(primary, "set synchronous_standby_names = 'standby'");
}

async function configure({ url }: PostgresServer, change: string): Promise<void> {
  await onServer(url, async (client) => {
    await client.query(`alter system ${change}`);
    await client.query("select pg_reload_conf()");
  });
}
