// What one merchant's API and console verbs take, as its payments grow from ten thousand to `--rows`.
import type { Services } from "#lib/services/index.ts";
import { idOf, RARE } from "#lib/testing/many-payments.ts";
import { startDatabase } from "../harness/database.ts";
import { fill } from "../harness/many-payments.ts";
import { createBenchMerchant, openServices } from "../harness/merchant.ts";
import type { Part } from "../harness/part.ts";
import { say } from "../harness/say.ts";
import { median, printTable, spread } from "../harness/table.ts";

const FEW = 10_000;
const MOST_RATIO = 2;
/** For the first page of a search or filter. A single millisecond is noise, so a verb below it may take twice as long as any. */
const MOST_MS = 50;
const NOISE_MS = 1;
const IN_A_ROW = 7;

type Merchant = Awaited<ReturnType<typeof open>>;
type Verb = {
  name: string;
  /** What may take longer with many payments, but no more than {@link MOST_MS}. */
  isPage?: boolean;
  prepare?: (merchant: Merchant) => Promise<unknown>;
  run: (merchant: Merchant) => Promise<unknown>;
};

export const run: Part = async ({ rounds, rows }) => {
  const merchants: Merchant[] = [];
  try {
    for (const size of [FEW, rows]) merchants.push(await open(size));
    const lines: string[][] = [];
    let isMet = true;
    for (const verb of VERBS) {
      const times = await measure(verb, merchants, rounds);
      const [few = Number.NaN, many = Number.NaN] = times.map(median);
      const ratio = Math.max(many, NOISE_MS) / Math.max(few, NOISE_MS);
      const holds = verb.isPage ? many <= MOST_MS : ratio <= MOST_RATIO;
      isMet &&= holds;
      const goal = verb.isPage ? `≤ ${MOST_MS} ms` : `≤ ${MOST_RATIO}×`;
      lines.push([
        verb.name,
        ...times.map((ms) => spread(ms, 1)),
        (many / few).toFixed(1),
        `${goal} ${holds ? "holds" : "MISSED"}`,
      ]);
      say(`growth: ${lines.at(-1)?.join("  ")}`);
    }
    printTable(`ms min / median / max, one merchant with ${FEW} and ${rows} payments`, [
      ["", String(FEW), String(rows), "ratio", "goal"],
      ...lines,
    ]);
    return isMet;
  } finally {
    for (const { close } of merchants.reverse()) await close();
  }
};

async function open(rows: number) {
  const database = await startDatabase();
  const services = await openServices(database.url);
  const { accountId, keys } = await createBenchMerchant(services);
  const apiKey = await services.apiKeys.authenticate(keys.web);
  if (!apiKey) throw new Error("the new key is not accepted");
  await fill(database, { accountId, keyId: apiKey.id }, rows);
  const close = async () => {
    await services.close();
    await database.stop();
  };
  return { rows, database, services, apiKey, accountId, created: [] as string[], close };
}

/** By merchant, then by round: the median of some times in a row, as many verbs take less than a millisecond. */
async function measure({ prepare, run }: Verb, merchants: Merchant[], rounds: number) {
  const times = merchants.map((): number[] => []);
  // The first round fills caches.
  for (let round = 0; round <= rounds; round += 1) {
    for (const [index, merchant] of merchants.entries()) {
      const inARow: number[] = [];
      for (let time = 0; time < IN_A_ROW; time += 1) {
        await prepare?.(merchant);
        const startedAt = performance.now();
        await run(merchant);
        inARow.push(performance.now() - startedAt);
      }
      if (round > 0) times[index]?.push(median(inARow));
    }
  }
  return times;
}

type Filter = Parameters<Services["payments"]["list"]>[0]["filter"];
type Order = NonNullable<Parameters<Services["payments"]["list"]>[0]["order"]>;

/** A page of the console: rows and totals. */
function page(
  name: string,
  filterOf: Filter | ((merchant: Merchant) => Filter),
  order?: Order,
): Verb {
  return {
    name: `console: ${name}`,
    isPage: true,
    run: (merchant) => {
      const { services, accountId } = merchant;
      const filter = typeof filterOf === "function" ? filterOf(merchant) : filterOf;
      const place = { accountId, mode: "test" as const, filter, ...(order && { order }) };
      return Promise.all([services.payments.list(place), services.payments.totals(place)]);
    },
  };
}

const searching = (text: string): Filter => ({ search: { text, zone: "UTC" } });

type Listing = Omit<
  Parameters<Services["transactions"]["list"]>[0],
  "accountId" | "mode" | "limit"
>;

function list(name: string, filterOf: (merchant: Merchant) => Listing): Verb {
  return {
    name: `API list: ${name}`,
    isPage: true,
    run: (merchant) => {
      const { services, accountId } = merchant;
      const filter = filterOf(merchant);
      return services.transactions.list({ ...filter, accountId, mode: "test", limit: 101 });
    },
  };
}

const DAY_MS = 24 * 60 * 60 * 1000;
const ago = (days: number) => new Date(Date.now() - days * DAY_MS);
const ENDED_AT_ONCE = 100;

async function create({ services, apiKey, created }: Merchant): Promise<void> {
  const externalId = `new-${process.pid}-${created.length}`;
  const input = { amount: 1250, currency: "EUR", externalId };
  const { created: transaction } = await services.transactions.create({ apiKey, input });
  created.push(transaction.id);
}

const statistics = (days: 7 | 30 | 90): Verb => ({
  name: `console: statistics of ${days} days`,
  run: ({ services, accountId }) =>
    services.statistics.read({ accountId, mode: "test", days, zone: "Europe/Berlin" }),
});

const VERBS: Verb[] = [
  { name: "API: create", run: create },
  {
    name: "API: cancel",
    prepare: create,
    run: ({ services, apiKey, created }) =>
      services.transactions.cancel(apiKey, created.at(-1) ?? ""),
  },
  {
    name: "API: get",
    run: ({ services, apiKey, rows }) => services.transactions.get(apiKey, idOf(rows / 2)),
  },
  {
    name: "checkout: view",
    run: async ({ services, apiKey, rows }) => {
      const { reference, flow } = await services.transactions.get(apiKey, idOf(rows));
      return services.checkout.view(reference, flow);
    },
  },
  list("newest", () => ({})),
  list("after a cursor", ({ rows }) => ({ before: idOf(rows / 2) })),
  list("externalId", ({ rows }) => ({ externalId: `order-${rows / 2}` })),
  list("externalId, none", () => ({ externalId: "no-order" })),
  list("status processing, old ones", () => ({ status: "processing" })),
  list("status failed", () => ({ status: "failed" })),
  list("status failed, after a cursor", ({ rows }) => ({
    status: "failed",
    before: idOf(rows / 2),
  })),
  list("created on the oldest day", () => ({ createdBefore: ago(179) })),
  list("created last day, processing", () => ({ createdAfter: ago(1), status: "processing" })),
  page("newest", {}),
  page("by amount", {}, { by: "amount", direction: "desc" }),
  page("by status", {}, { by: "status", direction: "asc" }),
  page("search of an order", ({ rows }) => searching(`order-${rows / 2}`)),
  page("search of many orders", searching("order-12")),
  page("search of an amount", searching("71.81")),
  page("search of a day", ({ rows }) =>
    searching(rows > 0 ? ago(179).toISOString().slice(0, 10) : ""),
  ),
  page("search of nothing there", searching("nothing like this")),
  page("status failed", { statuses: ["failed"] }),
  page("status processing, old ones", { statuses: ["processing"] }),
  page("two statuses", { statuses: ["processing", "pending"] }),
  page("reason expired", { failureReason: "expired" }),
  page("reason without payments", { failureReason: "verification_failed" }),
  page("reason and an amount without payments", {
    failureReason: "expired",
    minAmount: 20_000,
    currency: "EUR",
  }),
  page("reason and a rare amount", { failureReason: "expired", maxAmount: 104, currency: "EUR" }),
  page("currency SEK", { currency: "SEK" }),
  page("currency of few old ones", { currency: RARE.currency }),
  page("currency without payments", { currency: "NOK" }),
  page(
    "a rare currency by amount",
    { currency: RARE.currency },
    { by: "amount", direction: "desc" },
  ),
  page("bank", { bankId: "bank-1" }),
  page("bank of few old ones", { bankId: RARE.bankId }),
  page("bank without payments", { bankId: "no-bank" }),
  page("bank and status processing", { bankId: "bank-1", statuses: ["processing"] }),
  page("bank and currency without payments", { bankId: "bank-1", currency: "NOK" }),
  page("amount of few old ones", { maxAmount: RARE.amount, currency: "EUR" }),
  page(
    "the oldest day by amount",
    { createdBefore: ago(179) },
    { by: "amount", direction: "desc" },
  ),
  page("externalId", ({ rows }) => ({ externalId: `order-${rows / 2}` })),
  page("externalId, none", { externalId: "no-order" }),
  {
    name: "console: revision",
    run: ({ services, accountId }) => services.payments.revision({ accountId, mode: "test" }),
  },
  {
    name: "console: one payment",
    run: ({ services, accountId, rows }) => services.payments.get(accountId, idOf(rows / 2)),
  },
  {
    name: "console: export of a rare currency",
    isPage: true,
    run: async ({ services, accountId }) => {
      const filter = { currency: RARE.currency };
      const parts = services.payments.exportCsv({
        accountId,
        mode: "test",
        filter,
        actor: "operator",
      });
      for await (const _ of parts);
    },
  },
  {
    name: "console: first 1,000 rows of an export",
    run: async ({ services, accountId }) => {
      let left = 10;
      const owner = { accountId, mode: "test" as const };
      for await (const _ of services.payments.exportCsv({
        ...owner,
        filter: {},
        actor: "operator",
      })) {
        left -= 1;
        if (left === 0) break;
      }
    },
  },
  statistics(7),
  statistics(30),
  statistics(90),
  { name: "operator: accounts", run: ({ services }) => services.operator.accounts() },
  { name: "worker: purge of metadata", run: ({ services }) => services.retention.purge() },
  {
    name: "worker: expire",
    run: ({ services }) => services.transactions.expireDue(ENDED_AT_ONCE),
  },
];
