import { createHmac, randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { serveFeed } from "./feed-server.ts";

export type SimulatedTransaction = {
  id: string;
  iban: string;
  side: "credit" | "debit";
  status: "pending" | "completed" | "declined" | "reversed";
  operation_type: string;
  amount_cents: number;
  currency: string;
  reference: string | null;
  /** Of credits: the payer's name and account. */
  label?: string;
  income?: { counterparty_account_number: string; counterparty_account_number_format: string };
  updated_at: string;
  settled_at: string | null;
  /** Before, lists leave it out. */
  readableAt: number;
};

type State = {
  now: () => Date;
  transactions: SimulatedTransaction[];
  credentials: { login: string; secretKey: string };
  webhookSecret: string;
};

/** Qonto as its documentation describes it, over real HTTP: a model of ours, never compared with the provider. */
export async function startQonto({ now, port = 0 }: { now: () => Date; port?: number }) {
  const state: State = {
    now,
    transactions: [],
    credentials: { login: "corner-books-1234", secretKey: "5c".repeat(16) },
    webhookSecret: "whsec-6f".repeat(4),
  };
  return {
    ...state,
    ...createLedger(state),
    ...(await serveFeed((request, response) => respond(state, request, response), port)),
  };
}

function respond(state: State, { url = "", headers }: IncomingMessage, response: ServerResponse) {
  const { pathname, searchParams } = new URL(url, "http://qonto.invalid");
  const { login, secretKey } = state.credentials;
  if (headers.authorization !== `${login}:${secretKey}`) {
    return response.writeHead(401).end('{"message":"Invalid credentials"}');
  }
  if (!pathname.endsWith("/v2/transactions")) return response.writeHead(404).end("{}");
  const [page, size] = [searchParams.get("page") ?? 1, searchParams.get("per_page") ?? 100].map(
    Number,
  ) as [number, number];
  const shown = listOf(state, searchParams).slice((page - 1) * size, page * size);
  const body = { transactions: shown.map(({ readableAt: _, ...each }) => each), meta: {} };
  return response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
}

function listOf({ transactions, now }: State, query: URLSearchParams): SimulatedTransaction[] {
  const from = Date.parse(query.get("updated_at_from") ?? "");
  const direction = query.get("sort_by") === "updated_at:asc" ? 1 : -1;
  return transactions
    .filter(
      (each) =>
        each.iban === query.get("iban") &&
        each.side === (query.get("side") ?? each.side) &&
        each.readableAt <= now().getTime() &&
        !(Date.parse(each.updated_at) < from),
    )
    .sort((one, other) => direction * (Date.parse(one.updated_at) - Date.parse(other.updated_at)));
}

function createLedger({ now, transactions, webhookSecret }: State) {
  let changes = 0;
  // Most changes have a moment of their own.
  const stamp = () => new Date(now().getTime() + (changes++ % 500)).toISOString();
  return {
    book(input: Partial<SimulatedTransaction> & { iban: string }): SimulatedTransaction {
      const updated_at = stamp();
      const transaction: SimulatedTransaction = {
        id: randomUUID(),
        side: "credit",
        status: "completed",
        operation_type: "income",
        amount_cents: 1250,
        currency: "EUR",
        reference: null,
        updated_at,
        settled_at: updated_at,
        readableAt: 0,
        ...input,
      };
      transactions.push(transaction);
      return transaction;
    },

    change(transaction: SimulatedTransaction, values: Partial<SimulatedTransaction>): void {
      const updated_at = stamp();
      const settles = values.status === "completed" && transaction.settled_at === null;
      Object.assign(transaction, { updated_at, ...(settles && { settled_at: updated_at }) });
      Object.assign(transaction, values);
    },

    /** As it is sent; other secrets and times for forged and late ones. */
    webhook(
      transaction: SimulatedTransaction,
      { secret = webhookSecret, at = now(), id = randomUUID() as string } = {},
    ) {
      const data = { event: "created", ...transaction };
      const body = Buffer.from(JSON.stringify({ id, type: "v1/transactions", data }));
      const time = String(Math.floor(at.getTime() / 1000));
      const hex = createHmac("sha256", secret).update(`${time}.`).update(body).digest("hex");
      return { body, headers: new Headers({ "x-qonto-signature": `t=${time},v1=${hex}` }) };
    },
  };
}
