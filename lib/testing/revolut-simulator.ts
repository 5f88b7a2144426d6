import { createHmac, randomBytes, randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { importX509, jwtVerify } from "jose";
import { serveFeed } from "./feed-server.ts";

const IBAN = "NL91ABNA0417164300";

export type RevolutTransaction = {
  id: string;
  type: string;
  state: "created" | "pending" | "completed" | "declined" | "failed" | "reverted";
  created_at: string;
  updated_at: string;
  completed_at: string | null;
  reference: string | null;
  legs: {
    leg_id: string;
    account_id: string;
    amount: number;
    currency: string;
    counterparty?: { account_type: string };
    description?: string;
  }[];
  /** Before, lists leave it out. */
  readableAt: number;
};

type Client = { certificate: string; redirectUri: string };

export type RevolutSimulator = Awaited<ReturnType<typeof startRevolut>>;

type State = {
  now: () => Date;
  transactions: RevolutTransaction[];
  accounts: { id: string; currency: string; ibans: string[] }[];
  clients: Map<string, Client>;
  /** Single use. */
  codes: Map<string, string>;
  refreshTokens: Map<string, string>;
  accessTokens: Map<string, number>;
  webhookSecret: string;
};

const ACCESS_MS = 40 * 60_000;

/** Revolut as its documentation describes it, over real HTTP: a model of ours, never compared with the provider. */
export async function startRevolut({ now, port = 0 }: { now: () => Date; port?: number }) {
  const state: State = {
    now,
    transactions: [],
    accounts: [
      { id: randomUUID(), currency: "GBP", ibans: [] },
      { id: randomUUID(), currency: "EUR", ibans: [IBAN] },
    ],
    clients: new Map(),
    codes: new Map(),
    refreshTokens: new Map(),
    accessTokens: new Map(),
    webhookSecret: "wsk_6f6f6f6f6f6f6f6f6f6f6f6f6f6f6f6f",
  };
  return {
    ...state,
    ...createOwner(state),
    ...createLedger(state),
    ...(await serveFeed((request, response) => respond(state, request, response), port)),
  };
}

async function respond(state: State, request: IncomingMessage, response: ServerResponse) {
  const { pathname, searchParams } = new URL(request.url ?? "", "http://revolut.invalid");
  const path = pathname.replace("/revolut", "");
  const send = (status: number, body: unknown) =>
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  if (path === "/auth/token" && request.method === "POST") {
    const tokens = await grant(state, await readForm(request));
    return tokens ? send(200, tokens) : send(400, { error: "invalid_grant" });
  }
  const token = request.headers.authorization?.replace("Bearer ", "") ?? "";
  if ((state.accessTokens.get(token) ?? 0) <= state.now().getTime()) {
    return send(401, { message: "The request should be authorized." });
  }
  if (path === "/accounts")
    return send(
      200,
      state.accounts.map(({ id }) => ({ id })),
    );
  const [, accountId] = /^\/accounts\/([^/]+)\/bank-details$/.exec(path) ?? [];
  const account = state.accounts.find(({ id }) => id === accountId);
  if (account?.ibans.length)
    return send(
      200,
      account.ibans.map((iban) => ({ iban })),
    );
  return path === "/transactions" ? send(200, listOf(state, searchParams)) : send(404, {});
}

async function readForm(request: IncomingMessage): Promise<Record<string, string>> {
  const chunks = await request.toArray();
  return Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString()));
}

/** `undefined` unless the assertion is right, and the code or token is the client's. */
async function grant(state: State, form: Record<string, string>) {
  const { client_id: id = "", client_assertion: assertion = "" } = form;
  const client = state.clients.get(id);
  if (!client || form["client_assertion_type"]?.endsWith(":jwt-bearer") !== true) return undefined;
  try {
    await jwtVerify(assertion, await importX509(client.certificate, "RS256"), {
      algorithms: ["RS256"],
      issuer: new URL(client.redirectUri).host,
      subject: id,
      audience: "https://revolut.com",
      requiredClaims: ["exp"],
      currentDate: state.now(),
    });
  } catch {
    return undefined;
  }
  const { code = "", refresh_token: refreshToken = "" } = form;
  const isCode = form["grant_type"] === "authorization_code";
  const owner = isCode ? state.codes.get(code) : state.refreshTokens.get(refreshToken);
  if (owner !== id) return undefined;
  state.codes.delete(code);
  const accessToken = `oa_sand_${randomBytes(24).toString("base64url")}`;
  state.accessTokens.set(accessToken, state.now().getTime() + ACCESS_MS);
  const tokens = { access_token: accessToken, token_type: "bearer", expires_in: ACCESS_MS / 1000 };
  if (!isCode) return tokens;
  const issued = `oa_sand_refresh_${randomBytes(24).toString("base64url")}`;
  state.refreshTokens.set(issued, id);
  return { ...tokens, refresh_token: issued };
}

function listOf({ transactions, now }: State, query: URLSearchParams) {
  const [from, to] = [query.get("from"), query.get("to")].map((time) => Date.parse(time ?? ""));
  return transactions
    .filter(({ created_at, readableAt }) => {
      const created = Date.parse(created_at);
      return readableAt <= now().getTime() && !(created < Number(from)) && !(created >= Number(to));
    })
    .sort((one, other) => (one.created_at < other.created_at ? 1 : -1))
    .slice(0, Math.min(Number(query.get("count") ?? 100), 1000))
    .map(({ readableAt: _, ...each }) => each);
}

/** What an owner does in Revolut's pages. */
function createOwner({ clients, codes, refreshTokens, accessTokens }: State) {
  return {
    /** Returns the client id. */
    register(client: Client): string {
      const id = randomBytes(16).toString("base64url");
      clients.set(id, client);
      return id;
    },

    /** Returns where the owner's browser is sent. */
    consent(url: string): URL {
      const query = new URL(url).searchParams;
      const id = query.get("client_id") ?? "";
      const redirectUri = query.get("redirect_uri") ?? "";
      if (clients.get(id)?.redirectUri !== redirectUri) throw new Error("another redirect URI");
      const code = `oa_sand_${randomBytes(24).toString("base64url")}`;
      codes.set(code, id);
      const back = new URL(redirectUri);
      back.searchParams.set("code", code);
      return back;
    },

    revoke(): void {
      refreshTokens.clear();
      accessTokens.clear();
    },
  };
}

type Booked = Partial<Omit<RevolutTransaction, "legs">> & {
  amount?: number;
  currency?: string;
  counterparty?: string;
  accountId?: string;
  legs?: RevolutTransaction["legs"];
};

function createLedger({ now, transactions, accounts, webhookSecret }: State) {
  let changes = 0;
  // Most changes have a moment of their own, finer than a millisecond.
  const stamp = () => {
    const time = new Date(now().getTime() + (changes++ % 500)).toISOString();
    return time.replace("Z", `${String(changes % 1000).padStart(3, "0")}Z`);
  };
  return {
    book({ amount = 12.5, currency = "EUR", counterparty = "external", ...input }: Booked = {}) {
      const created_at = input.created_at ?? stamp();
      const { accountId = accounts[1]?.id ?? "", ...values } = input;
      const transaction: RevolutTransaction = {
        id: randomUUID(),
        type: "topup",
        state: "completed",
        updated_at: created_at,
        completed_at: values.state && values.state !== "completed" ? null : created_at,
        reference: null,
        readableAt: 0,
        legs: [
          {
            leg_id: randomUUID(),
            account_id: accountId,
            counterparty: { account_type: counterparty },
            description: "Payment from a customer",
            amount,
            currency,
          },
        ],
        ...values,
        created_at,
      };
      transactions.push(transaction);
      return transaction;
    },

    change(transaction: RevolutTransaction, values: Partial<RevolutTransaction>): void {
      const updated_at = stamp();
      const completes = values.state === "completed" && transaction.completed_at === null;
      Object.assign(transaction, { updated_at, ...(completes && { completed_at: updated_at }) });
      Object.assign(transaction, values);
    },

    /** As it is sent; other secrets and times for forged and late ones. */
    webhook(
      transaction: RevolutTransaction,
      { secrets = [webhookSecret], at = now(), timestamp = transaction.updated_at } = {},
    ) {
      const { id, state: new_state } = transaction;
      const event = "TransactionStateChanged";
      const body = Buffer.from(JSON.stringify({ event, timestamp, data: { id, new_state } }));
      const time = String(at.getTime());
      const sign = (secret: string) =>
        `v1=${createHmac("sha256", secret).update(`v1.${time}.`).update(body).digest("hex")}`;
      const signature = secrets.map(sign).join(",");
      const headers = { "revolut-request-timestamp": time, "revolut-signature": signature };
      return { body, headers: new Headers(headers) };
    },
  };
}
