// The shopper's and the payer's first page, beside an empty Next page with one SELECT.
import { existsSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { NEXT, runNode } from "../../scripts/node.ts";
import { startDatabase } from "../harness/database.ts";
import { httpTarget } from "../harness/http-target.ts";
import { type LoadRequest, load } from "../harness/load.ts";
import { createBenchMerchant, openServices } from "../harness/merchant.ts";
import { startProcess, startProduct } from "../harness/processes.ts";
import { type Settings, takeTurns } from "../harness/rounds.ts";
import { say } from "../harness/say.ts";
import { printComparison } from "../harness/table.ts";

const BASELINE = "bench/baselines/page";
// Apart: an order that a payer has opened is another page for its shopper.
// The server keeps the QR codes of 1,000 orders: more of them in turn are all new to it.
const ORDERS = { new: 1_500, known: 100, payers: 500 };
const CONCURRENCY = 16;
const CROWD = 256;
const GOALS = { ratio: 0.6, html: 25_000 };

const DESKTOP =
  "Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";
const HEADERS = {
  accept: "text/html",
  "accept-encoding": "gzip, deflate, br, zstd",
  "user-agent": DESKTOP,
};

export async function run(settings: Settings): Promise<boolean> {
  if (!existsSync(".next/BUILD_ID")) {
    say("page: needs a build (npm run build)");
    return false;
  }
  if (!existsSync(`${BASELINE}/.next/BUILD_ID`)) {
    say("page: builds the empty page");
    const code = await runNode([NEXT, "build", BASELINE]);
    if (code !== 0) return false;
  }
  const stops: (() => Promise<unknown>)[] = [];
  try {
    return await compare(settings, stops);
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
}

async function compare(settings: Settings, stops: (() => Promise<unknown>)[]): Promise<boolean> {
  const database = await startDatabase();
  stops.push(database.stop);
  const orders = await createOrders(database.url, ORDERS.new + ORDERS.known + ORDERS.payers);
  const payers = orders.splice(0, ORDERS.payers);
  const known = orders.splice(0, ORDERS.known);
  await database.query("analyze");
  const baseline = await startProcess({
    name: "baseline-page",
    args: [NEXT, "start", BASELINE],
    variables: { DATABASE_URL: database.url },
    readyPath: `/?reference=${orders[0]}`,
  });
  stops.push(() => baseline.stop());
  const product = await startProduct("serve", database.url);
  stops.push(() => product.stop());
  const pages = [
    { process: baseline, name: "empty Next page", next: asking("/?reference=", orders) },
    { process: product, name: "checkout, new", next: asking("/checkout?reference=", orders) },
    { process: product, name: "checkout, again", next: asking("/checkout?reference=", known) },
    {
      process: product,
      name: "payer's first page",
      next: inTurn(await openAsPayers(product.url, payers)),
    },
  ];
  const targets = pages.map((page) => httpTarget({ ...page, database, concurrency: CONCURRENCY }));
  const samples = await takeTurns("page", targets, settings);
  const [first, ...rows] = pages.map(({ name }, index) => ({
    name,
    samples: samples[index] ?? [],
    goal: index === 0 ? undefined : GOALS.ratio,
  }));
  const isFast =
    first !== undefined &&
    printComparison({ title: `pages, c = ${CONCURRENCY}`, baseline: first, rows });
  const isSmall = await isHtmlSmall(`${product.url}/checkout?reference=${orders[0]}`);
  const next = asking("/checkout?reference=", orders);
  const crowd = await load({
    url: product.url,
    concurrency: CROWD,
    seconds: settings.seconds,
    next,
  });
  const refused = [...crowd.failures].map(([status, times]) => `${times} × ${status}`).join(", ");
  process.stdout.write(
    `\ncheckout, c = ${CROWD}: ${crowd.latenciesMs.length} answers, ${refused || "none refused"} (goal: none): ${refused ? "MISSED" : "holds"}\n`,
  );
  return isFast && isSmall && refused === "";
}

async function createOrders(url: string, count: number): Promise<string[]> {
  const services = await openServices(url);
  try {
    const { keys } = await createBenchMerchant(services);
    const apiKey = await services.apiKeys.authenticate(keys.web);
    if (!apiKey) throw new Error("the new key is not accepted");
    const references: string[] = [];
    for (let order = 0; order < count; order += 1) {
      const input = { amount: 1250, currency: "EUR", externalId: `order-${order}` };
      const { created } = await services.transactions.create({ apiKey, input });
      references.push(created.reference ?? "");
    }
    return references;
  } finally {
    await services.close();
  }
}

function asking(prefix: string, references: readonly string[]): () => LoadRequest {
  return inTurn(references.map((reference) => get(`${prefix}${reference}`)));
}

function get(path: string, headers: Record<string, string> = {}): LoadRequest {
  return { method: "GET", path, headers: { ...HEADERS, ...headers } };
}

function inTurn(requests: readonly LoadRequest[]): () => LoadRequest {
  let at = 0;
  return () => {
    at = (at + 1) % requests.length;
    const request = requests[at];
    if (!request) throw new Error("there is nothing to ask for");
    return request;
  };
}

/** The first visit gives a browser its cookie. */
async function openAsPayers(url: string, references: readonly string[]): Promise<LoadRequest[]> {
  const requests: LoadRequest[] = [];
  for (const reference of references) {
    const path = `/pay/${reference}`;
    const response = await fetch(url + path, { headers: HEADERS, redirect: "error" });
    await response.arrayBuffer();
    const [cookie] = response.headers.getSetCookie().map((line) => line.split(";", 1)[0]);
    if (!response.ok || !cookie) throw new Error(`${path} was not opened: ${response.status}`);
    requests.push(get(path, { cookie }));
  }
  return requests;
}

async function isHtmlSmall(url: string): Promise<boolean> {
  const response = await fetch(url, { headers: { ...HEADERS, "accept-encoding": "identity" } });
  const html = Buffer.from(await response.arrayBuffer());
  const isSmall = html.length <= GOALS.html;
  process.stdout.write(
    `\nHTML of the checkout: ${html.length} B, gzip ${gzipSync(html).length} B (goal: ${GOALS.html}): ${isSmall ? "holds" : "MISSED"}\n`,
  );
  return isSmall;
}
