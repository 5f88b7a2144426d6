import { randomUUID } from "node:crypto";
import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import type { startQonto } from "#lib/testing/qonto-simulator.ts";
import { type Booking, write } from "./bank-statement.ts";
import type { Random } from "./random.ts";
import type { RequestOptions } from "./requests.ts";

/** Each reports every credit: the merchant's job sends statements, the bank writes files, the provider has a list. */
export type Source = "job" | "folder" | "feed";

type Expected = { reference: string; amount: number };

/** What the bank makes of an order: it sends the money, which may come back, or not. */
export type Sending = "sent" | "sent back" | "bounced" | "refused";

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
// Slower with each, to stay under the limit of files per hour.
const JOB_MS = 700;
const SLOWER_MS = 50;
const HALF_WRITTEN_MS = 200;

/** A merchant's account, outside the product. It survives all faults. */
export async function openBankAccount({ product, qonto, sources, ...deps }: Deps) {
  const { accountId, iban, apiKey, folder } = deps;
  const bookings: Booking[] = [];
  const sendings = new Map<string, Sending[]>();
  let acknowledged = 0;
  await mkdir(folder, { recursive: true });

  /** All bookings so far, as a statement of the day. Whether it was acknowledged. */
  async function send(url: string, options: RequestOptions = {}): Promise<boolean> {
    const count = bookings.length;
    const headers = { "x-api-key": apiKey, ...options.headers };
    const isTaken = await post(url, headers, write("camt.053", iban, bookings));
    if (isTaken) acknowledged = Math.max(acknowledged, count);
    return isTaken;
  }

  async function book(booking: Booking): Promise<void> {
    bookings.push(booking);
    if (!sources.includes("folder")) return;
    await drop(join(folder, `${booking.id}.xml`), write("camt.054", iban, [booking]));
  }

  /** As often as it is ordered: a bank does not know better. */
  async function pay(refundId: string, amount: number, sending: Sending): Promise<void> {
    sendings.set(refundId, [...(sendings.get(refundId) ?? []), sending]);
    if (sending === "sent" || sending === "sent back") {
      await book({ kind: "debit", id: newId(), refundId, amount });
    }
    if (sending === "sent back" || sending === "bounced") {
      await book({ kind: "return", id: newId(), refundId, amount });
    }
  }

  return {
    bookings,
    credits: () => bookings.filter((booking) => booking.kind === "credit"),
    /** Of a refund. */
    sendingsOf: (refundId: string): readonly Sending[] => sendings.get(refundId) ?? [],
    /** Payments whose money went back, as far as a member entered it. */
    takenBack: new Set<string>(),
    /** Whether a statement shows debits. */
    isReported: sources.includes("job"),
    send,
    pay,

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
      if (sources.includes("feed")) qonto.book({ iban, reference, amount_cents: amount });
      await book({ kind: "credit", id: newId(), transactionId, reference, amount });
    },

    /** The merchant's job, until it is over and all bookings are acknowledged. */
    async runJob(urls: readonly [string, ...string[]], random: Random, isOver: () => boolean) {
      if (!sources.includes("job")) return;
      let sent = 0;
      while (!isOver() || acknowledged < bookings.length) {
        if (acknowledged < bookings.length) {
          await send(random.pick(urls));
          sent++;
        }
        await sleep(JOB_MS + sent * SLOWER_MS);
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
      const credits = bookings.filter(({ kind }) => kind === "credit");
      const unfed = sources.includes("feed") ? credits.length - fed : 0;
      return files.filter((file) => file.isFile()).length + unfed;
    },

    close: () => rm(folder, { recursive: true, force: true }),
  };
}

const newId = () => randomUUID().replaceAll("-", "");

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
