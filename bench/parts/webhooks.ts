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
/** Endpoints of other merchants, with a delivery each. */
const OTHERS = 5_000;
const OTHER_CASES = {
  none: "'exhausted', null",
  "wait for a retry": "'pending', now() + interval '2 hours'",
  "are due and fail": "'pending', now() - interval '1 hour'",
};
/** Of the rate without others. */
const GOALS_BESIDE = { none: 1, "wait for a retry": 0.9, "are due and fail": 0.5 };
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
    return (await besideOthers(settings, receiver)) && isMet;
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

/** The rate of one endpoint, while those of other merchants wait or fail. */
async function besideOthers({ rounds, seconds }: Settings, receiver: Receiver): Promise<boolean> {
  const database = await startDatabase();
  const worker = await startProduct("worker", database.url, LOCAL);
  const names = Object.keys(OTHER_CASES) as (keyof typeof OTHER_CASES)[];
  const rates = names.map((): number[] => []);
  try {
    await createEndpoints(database, [receiver.urlOf(0)]);
    await addOthers(database);
    for (let round = 0; round <= rounds; round += 1) {
      for (const [at, name] of names.entries()) {
        await fill(database, seconds * WAITING_PER_SECOND, OTHER_CASES[name]);
        await sleep(500);
        const { perSecond } = await measure(receiver, worker, database, () =>
          sleep(seconds * 1000),
        );
        await database.query("update deliveries set status = 'exhausted' where status = 'pending'");
        await sleep(1_000);
        // The first round warms up.
        if (round > 0) rates[at]?.push(perSecond);
      }
      say(`webhooks beside ${OTHERS} others: round ${round} of ${rounds}`);
    }
  } finally {
    await worker.stop();
    await database.stop();
  }
  const median = (values: readonly number[] = []) =>
    values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
  const alone = median(rates[0]);
  const shares = names.map((name, at) => ({ name, share: median(rates[at]) / alone }));
  const isMet = shares.every(({ name, share }) => share >= GOALS_BESIDE[name]);
  printTable(`webhooks to 1 host beside ${OTHERS} endpoints, per second`, [
    ["others that", "min / median / max", "of alone", "goal"],
    ...shares.map(({ name, share }, at) => {
      const goal = GOALS_BESIDE[name];
      const result = `${goal} ${share >= goal ? "holds" : "MISSED"}`;
      return [name, spread(rates[at] ?? [], 0), share.toFixed(2), result];
    }),
  ]);
  return isMet;
}

/** Of 500 accounts, each on a host of its own that refuses connections. */
async function addOthers(database: BenchDatabase): Promise<void> {
  await database.query(
    `insert into accounts select (jsonb_populate_record(a, jsonb_build_object('id', 'acct_other_' || n))).*
     from accounts a, generate_series(1, 500) n`,
  );
  await database.query(
    `insert into webhook_endpoints select (jsonb_populate_record(e, jsonb_build_object(
       'id', 'whep_other_' || n, 'account_id', 'acct_other_' || (n % 500 + 1),
       'url', 'http://127.1.' || n / 250 || '.' || n % 250 + 1 || ':9/webhook',
       'failing_since', now(), 'last_failed_at', now(), 'failures', 1))).*
     from webhook_endpoints e, generate_series(1, $1::int) n`,
    [OTHERS],
  );
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

/** Adds as many deliveries to each endpoint that works, and one to each other, whose status and next attempt are `others`. */
async function fill(
  database: BenchDatabase,
  perEndpoint: number,
  others = OTHER_CASES.none,
): Promise<void> {
  await database.query("truncate delivery_attempts, deliveries, events cascade");
  await database.query(
    `with made as (
       insert into events (id, account_id, mode, type, payload, created_at)
       select 'evt_' || e.id || '_' || lpad(n::text, 8, '0'), e.account_id, e.mode, 'transaction.failed', $1, now()
       from webhook_endpoints e, generate_series(1, $2::int) n where e.failing_since is null returning id, account_id)
     insert into deliveries (id, event_id, endpoint_id, status, next_attempt_at, created_at)
     select 'dlv_' || made.id, made.id, e.id, 'pending', now(), now()
     from made join webhook_endpoints e on e.account_id = made.account_id`,
    [BODY, perEndpoint],
  );
  await database.query(
    `with made as (
       insert into events (id, account_id, mode, type, payload, created_at)
       select 'evt_' || e.id, e.account_id, e.mode, 'transaction.failed', $1, now()
       from webhook_endpoints e where e.id like 'whep_other_%' returning id)
     insert into deliveries (id, event_id, endpoint_id, status, next_attempt_at, created_at)
     select 'dlv_' || id, id, substr(id, 5), ${others}, now() from made`,
    [BODY],
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
