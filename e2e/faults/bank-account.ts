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
  const { accountId, iban, folder } = deps;
  const credits: Credit[] = [];
  let acknowledged = 0;
  await mkdir(folder, { recursive: true });

  const write = (kind: "camt.053" | "camt.054", some: readonly Credit[]) =>
    makeStatement({
      kind,
      iban,
      entries: some.map(({ id, reference, amount }) => ({
        reference,
        amount: (amount / 100).toFixed(2),
        // Statements and notifications have ids of their own.
        bankRef: `${kind === "camt.053" ? "S" : "N"}${id.replaceAll("-", "")}`,
      })),
    });

  /** All credits so far, as a statement of the day. Whether it was acknowledged. */
  async function send(url: string, { headers = {} }: RequestOptions = {}): Promise<boolean> {
    const count = credits.length;
    try {
      const response = await fetch(`${url}/api/statements`, {
        method: "POST",
        headers: { "x-api-key": deps.apiKey, ...headers },
        body: write("camt.053", credits),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const body = await response.text();
      if (response.status === 202) acknowledged = Math.max(acknowledged, count);
      // Anything else is a defect.
      else if (response.status < 500) throw new Error(`a statement got ${response.status} ${body}`);
    } catch (error) {
      if (!isNoResponse(error)) throw error;
    }
    return acknowledged >= count;
  }

  /** Half, and then the rest. */
  async function drop(credit: Credit): Promise<void> {
    const path = join(folder, `${credit.id}.xml`);
    const text = write("camt.054", [credit]);
    await writeFile(path, text.slice(0, text.length / 2));
    await sleep(HALF_WRITTEN_MS);
    await writeFile(path, text);
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
      const credit = { id: randomUUID(), transactionId, reference, amount };
      credits.push(credit);
      if (sources.includes("feed")) qonto.book({ iban, reference, amount_cents: amount });
      if (sources.includes("folder")) await drop(credit);
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

export type BankAccount = Awaited<ReturnType<typeof openBankAccount>>;

/** `fetch` throws a `TypeError` if the connection fails. */
function isNoResponse(error: unknown): boolean {
  return error instanceof TypeError || (error instanceof Error && error.name === "TimeoutError");
}
