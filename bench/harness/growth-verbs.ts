import type { Services } from "#lib/services/index.ts";
import { idOf, RARE } from "#lib/testing/many-payments.ts";
import type { GrownMerchant } from "./grown-merchant.ts";

export type Verb = {
  name: string;
  /** A page may take longer with many payments, up to a limit. */
  isPage?: boolean;
  prepare?: (merchant: GrownMerchant) => Promise<unknown>;
  run: (merchant: GrownMerchant) => Promise<unknown>;
};

type Filter = Parameters<Services["payments"]["list"]>[0]["filter"];
type Order = NonNullable<Parameters<Services["payments"]["list"]>[0]["order"]>;

/** A page of the console: rows and totals. */
function page(
  name: string,
  filterOf: Filter | ((merchant: GrownMerchant) => Filter),
  order?: Order,
): Verb {
  return {
    name: `console: ${name}`,
    isPage: true,
    run: (merchant) => {
      const { services, accountId } = merchant;
      const filter = typeof filterOf === "function" ? filterOf(merchant) : filterOf;
      return services.payments.listWithTotals({
        accountId,
        mode: "test",
        filter,
        ...(order && { order }),
      });
    },
  };
}

const searching = (text: string): Filter => ({ search: { text, zone: "UTC" } });

type Listing = Omit<
  Parameters<Services["transactions"]["list"]>[0],
  "accountId" | "mode" | "limit"
>;

function list(name: string, filterOf: (merchant: GrownMerchant) => Listing): Verb {
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

type Log = Omit<
  Parameters<Services["webhooks"]["listDeliveries"]>[0],
  "accountId" | "endpointId" | "limit"
>;

function log(name: string, filterOf: (merchant: GrownMerchant) => Log): Verb {
  return {
    name: `console: deliveries, ${name}`,
    isPage: true,
    run: (merchant) => {
      const { services, accountId, endpointId } = merchant;
      const filter = { ...filterOf(merchant), accountId, endpointId, limit: 50 };
      return services.webhooks.listDeliveries(filter);
    },
  };
}

const DAY_MS = 24 * 60 * 60 * 1000;
const ago = (days: number) => new Date(Date.now() - days * DAY_MS);
const ENDED_AT_ONCE = 100;

async function create({ services, apiKey, created }: GrownMerchant): Promise<void> {
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

export const VERBS: readonly Verb[] = [
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
  page("search of all orders, status failed", {
    ...searching("order-"),
    statuses: ["failed"],
  }),
  page("search of many orders, status failed", {
    ...searching("order-12"),
    statuses: ["failed"],
  }),
  page("search of all orders, currency SEK", { ...searching("order-"), currency: "SEK" }),
  page("search of many orders, currency SEK", { ...searching("order-123"), currency: "SEK" }),
  page("search of many orders, reason expired", {
    ...searching("order-123"),
    failureReason: "expired",
  }),
  page("search of all orders, a bank", { ...searching("order-"), bankId: "bank-1" }),
  page("search of many orders, a bank", { ...searching("order-123"), bankId: "bank-1" }),
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
  page("reason and amounts of many", { failureReason: "expired", maxAmount: 200, currency: "EUR" }),
  page("currency SEK", { currency: "SEK" }),
  page("currency and amounts of many, none with both", {
    currency: "SEK",
    minAmount: 101,
    maxAmount: 149,
  }),
  page("currency, reason and amounts of many, none with all", {
    currency: "SEK",
    failureReason: "superseded",
    minAmount: 14_900,
  }),
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
  page("bank and currency of many, none with both", { bankId: "bank-1", currency: "SEK" }),
  page("bank and reason of many, none with both", { bankId: "bank-1", failureReason: "expired" }),
  page("amount of few old ones", { maxAmount: RARE.amount, currency: "EUR" }),
  page(
    "the oldest day by amount",
    { createdBefore: ago(179) },
    { by: "amount", direction: "desc" },
  ),
  page(
    "failed ones of one day by amount",
    { statuses: ["failed"], createdFrom: ago(31), createdBefore: ago(30) },
    { by: "amount", direction: "desc" },
  ),
  page("externalId", ({ rows }) => ({ externalId: `order-${rows / 2}` })),
  page("externalId, none", { externalId: "no-order" }),
  {
    name: "API list: events",
    isPage: true,
    run: ({ services, accountId }) =>
      services.webhooks.listEvents({ accountId, mode: "test", limit: 101 }),
  },
  {
    name: "console: webhooks",
    run: ({ services, accountId }) => services.webhooks.listEndpoints({ accountId, mode: "test" }),
  },
  log("newest", () => ({})),
  log("after one in the middle", ({ rows }) => ({
    before: idOf(rows / 2 + 1).replace("txn", "dlv"),
  })),
  log("exhausted, few old ones", () => ({ status: "exhausted" })),
  log("pending, none", () => ({ status: "pending" })),
  log("search of an order", ({ rows }) => ({ search: `order-${rows / 2}` })),
  log("search of many orders", () => ({ search: "order-12" })),
  log("search of nothing there", () => ({ search: "nothing like this" })),
  {
    name: "console: send missed webhooks of 60 payments, none missed",
    run: ({ services, accountId, endpointId, rows }) =>
      services.webhooks.recover({
        accountId,
        endpointId,
        since: ago(10),
        until: ago(10 - (180 / rows) * 60),
        actor: "operator",
      }),
  },
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
  { name: "worker: purge of metadata", run: ({ services }) => services.retention.metadata() },
  {
    name: "worker: expire",
    run: ({ services }) => services.transactions.expireDue(ENDED_AT_ONCE),
  },
];
