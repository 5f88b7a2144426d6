import { randomUUID } from "node:crypto";
import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import type { startQonto } from "#lib/testing/qonto-simulator.ts";
import { makeStatement } from "#lib/testing/statements.ts";
import type { RequestOptions } from "./merchant.ts";
import type { Random } from "./random.ts";

/** Each reports every credit: the merchant's job sends statements, the bank writes files, the provider has a list. */
export type Source = "job" | "folder" | "feed";

/** `amount` in minor units. */
type Credit = { id: string; transactionId: string; reference: string; amount: number };

type Expected = Pick<Credit, "reference" | "amount">;

type Deps = {
  product: pg.Pool;
  qonto: Awaited<ReturnType<typeof startQonto>>;
  accountId: string;
  iban: string;
  /** Of the statements. */
  apiKey: string;
  /** Its files are read. */
  folder: string;
  sources: readonly Source[];
};

const TIMEOUT_MS = 12_000;
// Under the limit of files per hour, also if each is sent again.
const JOB_MS = 700;
const HALF_WRITTEN_MS = 200;

/** A merchant's account, outside the product. It survives all faults. */
export async function openBankAccount({ product, qonto, sources, ...deps }: Deps) {
  const { accountId, iban, apiKey, folder } = deps;
  const credits: Credit[] = [];
  let acknowledged = 0;
  await mkdir(folder, { recursive: true });

  /** All credits so far, as a statement of the day. Whether it was acknowledged. */
  async function send(url: string, options: RequestOptions = {}): Promise<boolean> {
    const count = credits.length;
    const headers = { "x-api-key": apiKey, ...options.headers };
    const isTaken = await post(url, headers, write("camt.053", iban, credits));
    if (isTaken) acknowledged = Math.max(acknowledged, count);
    return isTaken;
  }

  return {
    credits,
    send,

    /** `undefined` if the database is down, or the order can't be paid by transfer. */
    async expectedBy(transactionId: string): Promise<Expected | undefined> {
      const { rows } = await product
        .query<Expected>(
          `select e.reference, t.amount::float8 as amount
           from transactions t join expected_transfers e on e.transaction_id = t.id where t.id = $1`,
          [transactionId],
        )
        .catch(() => ({ rows: [] }));
      return rows[0];
    },

    async receive(transactionId: string, { reference, amount }: Expected): Promise<void> {
      const id = randomUUID().replaceAll("-", "");
      const credit = { id, transactionId, reference, amount };
      credits.push(credit);
      if (sources.includes("feed")) qonto.book({ iban, reference, amount_cents: amount });
      if (sources.includes("folder")) {
        await drop(join(folder, `${id}.xml`), write("camt.054", iban, [credit]));
      }
    },

    /** The merchant's job, until it is over and all credits are acknowledged. */
    async runJob(urls: readonly [string, ...string[]], random: Random, isOver: () => boolean) {
      if (!sources.includes("job")) return;
      while (!isOver() || acknowledged < credits.length) {
        if (acknowledged < credits.length) await send(random.pick(urls));
        await sleep(JOB_MS);
      }
    },

    /** How many reports the product has not read yet. */
    async unread(): Promise<number> {
      const files = await readdir(folder, { withFileTypes: true });
      const { rows } = await product.query<{ count: number }>(
        "select count(*)::int as count from received_transfers where account_id = $1 and feed_key is not null",
        [accountId],
      );
      const fed = rows[0]?.count ?? 0;
      const unfed = sources.includes("feed") ? credits.length - fed : 0;
      return files.filter((file) => file.isFile()).length + unfed;
    },

    close: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Statements and notifications have ids of their own. */
function write(kind: "camt.053" | "camt.054", iban: string, credits: readonly Credit[]): string {
  const sign = kind === "camt.053" ? "S" : "N";
  const entries = credits.map(({ id, reference, amount }) => ({
    reference,
    amount: (amount / 100).toFixed(2),
    bankRef: `${sign}${id}`,
  }));
  return makeStatement({ kind, iban, entries });
}

/** False without a response, or if the server is in trouble. Anything else is a defect. */
async function post(url: string, headers: Record<string, string>, body: string): Promise<boolean> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const response = await fetch(`${url}/api/statements`, { method: "POST", headers, body, signal })
    .then(async (one) => ({ status: one.status, text: await one.text() }))
    .catch(() => undefined);
  if (response === undefined || response.status >= 500) return false;
  if (response.status !== 202) {
    throw new Error(`a statement got ${response.status} ${response.text}`);
  }
  return true;
}

/** Half, and then the rest. */
async function drop(path: string, text: string): Promise<void> {
  await writeFile(path, text.slice(0, text.length / 2));
  await sleep(HALF_WRITTEN_MS);
  await writeFile(path, text);
}
