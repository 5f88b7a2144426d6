// Open live pages in one `serve` process, beside a bare server of events.
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { Services } from "#lib/services/index.ts";
import { freePort } from "#lib/testing/free-port.ts";
import { type BenchDatabase, startDatabase } from "../harness/database.ts";
import { createBenchMerchant, openServices } from "../harness/merchant.ts";
import { createPages, type Page } from "../harness/pages.ts";
import { type BenchProcess, startProcess, startProduct } from "../harness/processes.ts";
import type { Settings } from "../harness/rounds.ts";
import { say } from "../harness/say.ts";
import { percentile, printTable, spread } from "../harness/table.ts";

const MANY = 10_000;
const SOME = 1_000;
const AT_ONCE = 32;
const IDLE_MS = 20_000;
const APPROVALS = 20;
const EVENT_MS = 5_000;
// The bank's answers, which are not measured, take their time.
const APPROVALS_AT_ONCE = 2;

const GOALS = { refused: 0, statements: 20, megabytes: 500, p95Ms: 100 };

type Target = {
  name: string;
  process: BenchProcess;
  path: string;
  /** Ends the order and returns when it did. */
  end(order: Order): Promise<number>;
};

type Order = { id: string; reference: string };

export async function run(settings: Settings): Promise<boolean> {
  const stops: (() => Promise<unknown>)[] = [];
  try {
    const database = await startDatabase();
    stops.push(database.stop);
    const services = await openServices(database.url);
    stops.push(services.close);
    const { keys } = await createBenchMerchant(services);
    const orders = await createOrders(services, database, keys.web, MANY + SOME * 2);
    const variables = { DATABASE_URL: database.url };
    const baseline = await startProcess({
      name: "baseline-streams",
      args: ["bench/baselines/streams.ts"],
      variables,
      readyPath: "/ready",
    });
    stops.push(() => baseline.stop());
    // It is also the bank, which it calls by its public address.
    const port = String(await freePort());
    const product = await startProduct("serve", database.url, {
      PORT: port,
      PUBLIC_URL: `http://localhost:${port}`,
      SANDBOX_SHOP_URL: `http://127.0.0.1:${port}/sandbox/shop`,
    });
    stops.push(() => product.stop());
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    stops.push(() => client.end());
    const targets: Target[] = [
      { name: "bare server", process: baseline, path: "/events", end: announcing(client) },
      {
        name: "serve",
        process: product,
        path: "/checkout/events",
        end: approving(product, keys.web),
      },
    ];
    const areFast = await compareLatency(targets, orders, settings.rounds);
    const areCheap = await compareCost(targets, orders.slice(0, MANY), database);
    return areFast && areCheap;
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
}

/** Copies of one that the product created. */
async function createOrders(
  services: Services,
  database: BenchDatabase,
  key: string,
  count: number,
): Promise<Order[]> {
  const apiKey = await services.apiKeys.authenticate(key);
  if (!apiKey) throw new Error("the new key is not accepted");
  const input = { amount: 1250, currency: "EUR", externalId: "first" };
  const { created } = await services.transactions.create({ apiKey, input });
  const rows = await database.query(
    `insert into transactions select (jsonb_populate_record(t, jsonb_build_object(
       'id', 'txn_' || lpad(n::text, 26, '0'), 'reference', lpad(n::text, 22, 'r'), 'external_id', 'order-' || n,
       'expires_at', t.expires_at + interval '1 day'))).*
     from transactions t, generate_series(1, $2) n where t.id = $1 returning id, reference`,
    [created.id, count],
  );
  return rows;
}

const announcing = (client: pg.Client) => async (order: Order) => {
  const endedAt = Date.now();
  await client.query("select pg_notify('bench_stream', $1)", [order.reference]);
  return endedAt;
};

const approving = (product: BenchProcess, key: string) => async (order: Order) => {
  const headers = { "x-api-key": key };
  const approved = await fetch(`${product.url}/api/test/transactions/${order.id}/outcome`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify({ outcome: "approve" }),
  });
  if (!approved.ok) throw new Error(`an approval was answered ${approved.status}`);
  const found = await fetch(`${product.url}/api/transactions/${order.id}`, { headers });
  const { finishedAt } = (await found.json()) as { finishedAt: string };
  return Date.parse(finishedAt);
};

async function compareLatency(
  targets: readonly Target[],
  orders: readonly Order[],
  rounds: number,
): Promise<boolean> {
  const lines: string[][] = [];
  let isMet = true;
  for (const [index, target] of targets.entries()) {
    const from = MANY + SOME * index;
    const open = orders.slice(from, from + SOME);
    const pages = createPages(target.process.url, target.path);
    const opened = new Map(
      (
        await pages.openAll(
          open.map(({ reference }) => reference),
          AT_ONCE,
        )
      ).map((page) => [page.reference, page]),
    );
    const p95s: number[] = [];
    let unheard = 0;
    for (let round = 0; round < rounds; round += 1) {
      const ending = open.slice(round * APPROVALS, (round + 1) * APPROVALS);
      const delays = await endAll(target, ending, opened);
      unheard += ending.length - delays.length;
      p95s.push(
        percentile(
          delays.toSorted((a, b) => a - b),
          0.95,
        ),
      );
      say(`streams: round ${round + 1} of ${rounds}, ${target.name}: p95 ${p95s.at(-1)} ms`);
    }
    const isOwn = index > 0;
    const holds =
      !isOwn || (Math.max(...p95s) < GOALS.p95Ms && unheard === 0 && pages.lost() === 0);
    isMet &&= holds;
    const verdict = isOwn ? `< ${GOALS.p95Ms} ms, none ${holds ? "holds" : "MISSED"}` : "";
    lines.push([target.name, `${spread(p95s, 0)} ms`, `${unheard + pages.lost()}`, verdict]);
    pages.closeAll();
  }
  const head = ["", "p95 min / median / max", "lost", "goal"];
  printTable(`outcome to page, ${SOME} pages open`, [head, ...lines]);
  return isMet;
}

/** In ms, of the pages that heard of it. */
async function endAll(
  target: Target,
  orders: readonly Order[],
  opened: ReadonlyMap<string, Page>,
): Promise<number[]> {
  const endedAt = new Map<string, number>();
  const waiting = orders.values();
  const client = async () => {
    for (const order of waiting) endedAt.set(order.reference, await target.end(order));
  };
  await Promise.all(Array.from({ length: APPROVALS_AT_ONCE }, client));
  const deadline = Date.now() + EVENT_MS;
  const pages = orders.map(({ reference }) => opened.get(reference));
  while (Date.now() < deadline && pages.some((page) => page?.finalAt === undefined)) await sleep(5);
  return pages.flatMap((page) =>
    page?.finalAt === undefined ? [] : [page.finalAt - (endedAt.get(page.reference) ?? Number.NaN)],
  );
}

async function compareCost(
  targets: readonly Target[],
  orders: readonly Order[],
  database: BenchDatabase,
): Promise<boolean> {
  const lines: string[][] = [];
  let isMet = true;
  for (const [index, { name, process, path }] of targets.entries()) {
    const before = process.memoryBytes() ?? Number.NaN;
    const pages = createPages(process.url, path);
    const startedAt = performance.now();
    const opened = await pages.openAll(
      orders.map(({ reference }) => reference),
      AT_ONCE,
    );
    const seconds = (performance.now() - startedAt) / 1000;
    say(`streams: ${opened.length} pages of ${name} opened in ${seconds.toFixed(0)} s`);
    await sleep(IDLE_MS / 2);
    const counted = await transactionsOf(database);
    const cpuMs = process.cpuMs() ?? Number.NaN;
    await sleep(IDLE_MS);
    const perSecond = ((await transactionsOf(database)) - counted - 1) / (IDLE_MS / 1000);
    const cores = ((process.cpuMs() ?? Number.NaN) - cpuMs) / IDLE_MS;
    const after = process.memoryBytes() ?? Number.NaN;
    const refused = orders.length - opened.length + pages.lost();
    const megabytes = after / 1e6;
    const isOwn = index > 0;
    const holds =
      !isOwn ||
      (refused <= GOALS.refused && perSecond <= GOALS.statements && megabytes < GOALS.megabytes);
    isMet &&= holds;
    lines.push([
      name,
      `${refused}`,
      perSecond.toFixed(1),
      cores.toFixed(2),
      `${megabytes.toFixed(0)} MB`,
      `${((after - before) / orders.length / 1024).toFixed(1)} KiB`,
      isOwn ? `0, ≤ 20/s, < 500 MB ${holds ? "holds" : "MISSED"}` : "",
    ]);
    pages.closeAll();
    await sleep(2_000);
  }
  const head = ["", "refused", "statements/s", "cores", "memory", "of it per page", "goal"];
  printTable(`${MANY} pages open and idle`, [head, ...lines]);
  return isMet;
}

/** Statements outside of database transactions count as one each. */
async function transactionsOf(database: BenchDatabase): Promise<number> {
  const [row] = await database.query(
    "select (xact_commit + xact_rollback)::int as count from pg_stat_database where datname = current_database()",
  );
  return row.count;
}
