// The API under load of 16 requests at a time, against a bare Fastify with the same reads and writes.
import { existsSync } from "node:fs";
import { z } from "zod";
import type { ApiKey } from "#lib/merchants/api-keys/api-key.ts";
import type { Services } from "#lib/services/index.ts";
import { type BenchDatabase, startDatabase } from "../harness/database.ts";
import { httpTarget } from "../harness/http-target.ts";
import type { LoadRequest } from "../harness/load.ts";
import { createBenchMerchant, openServices } from "../harness/merchant.ts";
import { type BenchProcess, startProcess, startProduct } from "../harness/processes.ts";
import { type Settings, type Target, takeTurns } from "../harness/rounds.ts";
import { say } from "../harness/say.ts";
import { printComparison } from "../harness/table.ts";

const CONCURRENCY = 16;
// The product allows 20.
const CREATIONS_PER_JWT = 20;
const JWTS = 64;
const MORE_KEYS = 8;

const EXCHANGE = "/api/auth/verify-apikey";

const GOALS = { creation: 0.7, reading: 0.75, listing: 0.8, exchange: 0.7 };

type Product = "api" | "serve";
type World = {
  settings: Settings;
  database: BenchDatabase;
  services: Services;
  accountId: string;
  /** In turn: one may write 2,000 times a second at most, and read 5,000 times. */
  nextKey: () => string;
  apiKey: ApiKey;
  baseline: BenchProcess;
  products: { kind: Product; process: BenchProcess }[];
};

export async function run(settings: Settings): Promise<boolean> {
  const stops: (() => Promise<unknown>)[] = [];
  try {
    const world = await open(settings, stops);
    let isMet = true;
    for (const compare of [creation, withNewJwts, withJwts, reading, listing, exchange]) {
      isMet = (await compare(world)) && isMet;
    }
    return isMet;
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
}

async function open(settings: Settings, stops: (() => Promise<unknown>)[]): Promise<World> {
  const database = await startDatabase();
  stops.push(database.stop);
  const services = await openServices(database.url);
  stops.push(services.close);
  const { accountId, keys } = await createBenchMerchant(services);
  const apiKey = await services.apiKeys.authenticate(keys.web);
  if (!apiKey) throw new Error("the new key is not accepted");
  for (const [bare, table, key] of [
    ["bare_transactions", "transactions", "id"],
    ["bare_keys", "idempotency_keys", "account_id, key"],
  ]) {
    await database.query(
      `create table ${bare} (like ${table} including defaults, primary key (${key}))`,
    );
  }
  const baseline = await startProcess({
    name: "baseline-api",
    args: ["bench/baselines/api.ts"],
    variables: { DATABASE_URL: database.url },
    readyPath: "/ready",
  });
  stops.push(() => baseline.stop());
  const kinds: Product[] = existsSync(".next/BUILD_ID") ? ["api", "serve"] : ["api"];
  if (kinds.length === 1) say("create: without a build, `serve` is left out (npm run build)");
  const products: World["products"] = [];
  for (const kind of kinds) {
    const process = await startProduct(kind, database.url);
    stops.push(() => process.stop());
    products.push({ kind, process });
  }
  const more = Array.from({ length: MORE_KEYS }, () =>
    services.apiKeys.create({ accountId, method: "web", mode: "test" }),
  );
  const all = [keys.web, ...(await Promise.all(more)).map(({ key }) => key)];
  let turn = 0;
  const nextKey = () => {
    turn += 1;
    return all[turn % all.length] ?? "";
  };
  return { settings, database, services, accountId, nextKey, apiKey, baseline, products };
}

let count = 0;
function newOrder(): { amount: number; currency: string; externalId: string } {
  count += 1;
  return { amount: 1250, currency: "EUR", externalId: `order-${process.pid}-${count}` };
}

function post(path: string, headers: Record<string, string>, body: object): LoadRequest {
  const json = { "content-type": "application/json" };
  return { method: "POST", path, headers: { ...headers, ...json }, body: JSON.stringify(body) };
}

function creationOf({ nextKey }: World, path: string): () => LoadRequest {
  return () => {
    const order = newOrder();
    return post(path, { "x-api-key": nextKey(), "idempotency-key": order.externalId }, order);
  };
}

/** Ratios are to the first of `baselines`; further ones are shown without a goal. `prepare` is not measured. */
async function compare(
  { settings, products, baseline, database }: World,
  title: string,
  goal: number,
  next: () => LoadRequest,
  baselines: { name: string; next: () => LoadRequest }[],
  prepare: (product: BenchProcess, seconds: number) => Promise<void> = async () => undefined,
): Promise<boolean> {
  const common = { database, concurrency: CONCURRENCY };
  const targets: Target[] = [
    ...baselines.map(({ name, next }) => httpTarget({ name, process: baseline, next, ...common })),
    ...products.map(({ kind, process }) => {
      const target = httpTarget({ name: kind, process, next, ...common });
      const measure = async (seconds: number) => {
        await prepare(process, seconds);
        return target.measure(seconds);
      };
      return { name: kind, measure };
    }),
  ];
  const samples = await takeTurns(title, targets, settings);
  const rows = targets.map(({ name }, index) => ({
    name,
    samples: samples[index] ?? [],
    goal: products.some(({ kind }) => kind === name) ? goal : undefined,
  }));
  const [first, ...others] = rows;
  return first !== undefined && printComparison({ title, baseline: first, rows: others });
}

function creation(world: World): Promise<boolean> {
  return compare(
    world,
    "create with a key, c = 16",
    GOALS.creation,
    creationOf(world, "/api/transactions"),
    [
      { name: "key SELECT + 2 INSERTs", next: creationOf(world, "/transactions") },
      { name: "… into tables without indexes", next: creationOf(world, "/bare-transactions") },
    ],
  );
}

const withNewJwts = (world: World) => creationWithJwt(world, "new JWTs", 1);
const withJwts = (world: World) => creationWithJwt(world, "JWTs of 20", CREATIONS_PER_JWT);

async function creationWithJwt(
  world: World,
  what: string,
  creationsPerJwt: number,
): Promise<boolean> {
  const jwts: { jwt: string; left: number }[] = [];
  // As for an app: by the process that then creates. Above what one creates per second.
  const prepare = async ({ url }: BenchProcess, seconds: number) => {
    jwts.length = 0;
    const missing = Math.max(JWTS, (seconds * 3_000) / creationsPerJwt);
    while (jwts.length < missing) {
      const issued = Array.from({ length: JWTS }, () => exchanged(url, world.nextKey()));
      for (const jwt of await Promise.all(issued)) jwts.push({ jwt, left: creationsPerJwt });
    }
  };
  const next = (): LoadRequest => {
    // In turn: the creations of one JWT would wait for each other.
    const token = jwts.shift();
    if (!token) throw new Error("too few JWTs were issued");
    token.left -= 1;
    if (token.left > 0) jwts.push(token);
    const order = { ...newOrder(), source: "sdk_integration" };
    return post("/api/transactions", { authentication: `Bearer ${token.jwt}` }, order);
  };
  return compare(
    world,
    `create with ${what}, c = 16`,
    GOALS.creation,
    next,
    [{ name: "key SELECT + 2 INSERTs", next: creationOf(world, "/transactions") }],
    prepare,
  );
}

async function exchanged(url: string, key: string): Promise<string> {
  const response = await fetch(`${url}${EXCHANGE}`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-api-key": key },
    body: "{}",
  });
  return z.object({ token: z.string() }).parse(await response.json()).token;
}

async function reading(world: World): Promise<boolean> {
  const { accountId, nextKey, services } = world;
  const some = await services.transactions.list({ accountId, mode: "test", limit: 1000 });
  const ids = some.map(({ id }) => id);
  let at = 0;
  const next = (prefix: string) => (): LoadRequest => {
    at = (at + 1) % ids.length;
    return {
      method: "GET",
      path: `${prefix}/transactions/${ids[at]}`,
      headers: { "x-api-key": nextKey() },
    };
  };
  return compare(world, "GET by id, c = 16", GOALS.reading, next("/api"), [
    { name: "one SELECT", next: next("") },
  ]);
}

async function listing(world: World): Promise<boolean> {
  const next = (prefix: string) => (): LoadRequest => ({
    method: "GET",
    path: `${prefix}/transactions`,
    headers: { "x-api-key": world.nextKey(), "x-account": world.accountId },
  });
  return compare(world, "list of 20, c = 16", GOALS.listing, next("/api"), [
    { name: "one SELECT of 21", next: next("") },
  ]);
}

function exchange(world: World): Promise<boolean> {
  const own = { "x-account": world.accountId, "x-key-id": world.apiKey.id };
  const next = (path: string) => () =>
    post(path, { ...own, "x-api-key": world.nextKey() }, { email: "payer@shop.example" });
  return compare(world, "exchange of a key, c = 16", GOALS.exchange, next(EXCHANGE), [
    { name: "INSERT + signature", next: next("/token") },
  ]);
}
