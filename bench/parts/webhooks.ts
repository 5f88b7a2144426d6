// One worker's deliveries to receivers on this machine, beside a bare sender of signed posts.
import { createServer } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { type BenchDatabase, startDatabase } from "../harness/database.ts";
import { createBenchMerchant, openServices } from "../harness/merchant.ts";
import { type BenchProcess, startProcess, startProduct } from "../harness/processes.ts";
import type { Settings } from "../harness/rounds.ts";
import { say } from "../harness/say.ts";
import { printTable, spread } from "../harness/table.ts";

const HOSTS = 16;
/** Deliveries a second, to that many hosts. */
const GOALS = { 1: 300, [HOSTS]: 1_000 } as const;
/** More than any sender reaches, so that the queue stays full. */
const WAITING_PER_SECOND = 4_000;
const BODY = JSON.stringify({
  id: "evt",
  type: "transaction.failed",
  data: { text: "x".repeat(600) },
});
const LOCAL = { ALLOW_LOCAL_CALLBACKS: "true" };

type Receiver = Awaited<ReturnType<typeof startReceiver>>;

export async function run(settings: Settings): Promise<boolean> {
  const stops: (() => Promise<unknown>)[] = [];
  try {
    const receiver = await startReceiver();
    stops.push(receiver.stop);
    let isMet = true;
    for (const hosts of [1, HOSTS] as const) {
      isMet = (await compare(settings, receiver, hosts)) && isMet;
    }
    return isMet;
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
}

/** On every address of loopback, each of which is a host of its own. */
async function startReceiver() {
  let received = 0;
  const server = createServer((request, response) => {
    received += 1;
    request.resume();
    response.end();
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((listening) => server.listen(0, "0.0.0.0", listening));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return {
    received: () => received,
    urlOf: (host: number) => `http://127.0.0.${host + 1}:${port}/webhook`,
    stop: async () => void server.close(),
  };
}

async function compare(
  { rounds, seconds }: Settings,
  receiver: Receiver,
  hosts: 1 | typeof HOSTS,
): Promise<boolean> {
  const database = await startDatabase();
  const processes: BenchProcess[] = [];
  try {
    const urls = Array.from({ length: hosts }, (_, host) => receiver.urlOf(host));
    await createEndpoints(database, urls);
    const sender = await startProcess({
      name: "baseline-sender",
      args: ["bench/baselines/sender.ts"],
      variables: { TARGETS: urls.join(" "), BODY },
      readyPath: "/?seconds=0",
    });
    processes.push(sender);
    const worker = await startProduct("worker", database.url, LOCAL);
    processes.push(worker);
    const rates = { sender: [] as number[], worker: [] as number[] };
    const cpu = { sender: [] as number[], worker: [] as number[], database: [] as number[] };
    for (let round = 0; round <= rounds; round += 1) {
      const bare = await measure(receiver, sender, database, () =>
        fetch(`${sender.url}/?seconds=${seconds}`).then((response) => response.arrayBuffer()),
      );
      await fill(database, Math.ceil((seconds * WAITING_PER_SECOND) / hosts));
      await sleep(500);
      const own = await measure(receiver, worker, database, () => sleep(seconds * 1000));
      await database.query("update deliveries set status = 'exhausted' where status = 'pending'");
      await sleep(1_000);
      // The first round warms up.
      if (round === 0) continue;
      rates.sender.push(bare.perSecond);
      rates.worker.push(own.perSecond);
      cpu.sender.push(bare.cpuMs);
      cpu.worker.push(own.cpuMs);
      cpu.database.push(own.databaseCpuMs);
      say(
        `webhooks to ${hosts}: round ${round} of ${rounds}: ${own.perSecond.toFixed(0)} per second`,
      );
    }
    const goal = GOALS[hosts];
    const isMet = Math.min(...rates.worker) >= goal;
    printTable(`webhooks to ${hosts} ${hosts === 1 ? "host" : "hosts"}, per second`, [
      ["", "min / median / max", "goal", "CPU/delivery", "database"],
      ["bare sender", spread(rates.sender, 0), "", `${spread(cpu.sender)} ms`, ""],
      [
        "worker",
        spread(rates.worker, 0),
        `${goal} ${isMet ? "holds" : "MISSED"}`,
        `${spread(cpu.worker)} ms`,
        `${spread(cpu.database)} ms`,
      ],
    ]);
    return isMet;
  } finally {
    for (const process of processes.reverse()) await process.stop();
    await database.stop();
  }
}

/** One merchant for each. */
async function createEndpoints({ url }: BenchDatabase, urls: readonly string[]): Promise<void> {
  const services = await openServices(url, LOCAL);
  try {
    for (const callbackUrl of urls) await createBenchMerchant(services, callbackUrl);
  } finally {
    await services.close();
  }
}

/** Adds as many deliveries to each endpoint. */
async function fill(database: BenchDatabase, perEndpoint: number): Promise<void> {
  await database.query("truncate delivery_attempts, deliveries, events cascade");
  await database.query(
    `with made as (
       insert into events (id, account_id, mode, type, payload, created_at)
       select 'evt_' || e.id || '_' || lpad(n::text, 8, '0'), e.account_id, e.mode, 'transaction.failed', $1, now()
       from webhook_endpoints e, generate_series(1, $2::int) n returning id, account_id)
     insert into deliveries (id, event_id, endpoint_id, status, next_attempt_at, created_at)
     select 'dlv_' || made.id, made.id, e.id, 'pending', now(), now()
     from made join webhook_endpoints e on e.account_id = made.account_id`,
    [BODY, perEndpoint],
  );
  await database.query("analyze events, deliveries");
  await database.query("select pg_notify('bankside_worker', '')");
}

async function measure(
  receiver: Receiver,
  process: BenchProcess,
  database: BenchDatabase,
  work: () => Promise<unknown>,
) {
  const before = { count: receiver.received(), own: process.cpuMs(), database: database.cpuMs() };
  const startedAt = performance.now();
  await work();
  const seconds = (performance.now() - startedAt) / 1000;
  const count = receiver.received() - before.count;
  const each = (from: number | undefined, to: number | undefined) =>
    from === undefined || to === undefined ? Number.NaN : (to - from) / count;
  return {
    perSecond: count / seconds,
    cpuMs: each(before.own, process.cpuMs()),
    databaseCpuMs: each(before.database, database.cpuMs()),
  };
}
