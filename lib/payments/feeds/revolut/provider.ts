import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { readJson, type SendRequest } from "#lib/payments/feeds/http.ts";
import { type ConsentingProvider, FeedFailure, type MoneyFeed } from "#lib/payments/feeds/port.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Mode } from "#lib/platform/configuration/mode.ts";
import { parseIban } from "#lib/platform/values/iban.ts";
import { readCredentials } from "./credentials.ts";
import { requestTokens } from "./tokens.ts";
import { parse, readTransactions } from "./transactions.ts";

export const REVOLUT_HOSTS: Record<Mode, string> = {
  live: "https://b2b.revolut.com/api/1.0",
  test: "https://sandbox-b2b.revolut.com/api/1.0",
};

// The list goes by the time of creation, and money may be pending for long.
const LOOK_BACK_MS = 30 * 24 * 60 * 60_000;

const PER_PAGE = 500;
const MAX_PAGES = 100;
const MAX_ACCOUNTS = 100;

const WINDOW_MS = 5 * 60_000;

// The token must last for a whole read.
const MARGIN_MS = 5 * 60_000;

const MOST_SESSIONS = 1_000;

/** `accountIds`: an IBAN may have one for each currency. */
type Session = { accessToken: string; accountIds: Set<string>; expiresAt: number };

export function createRevolut(
  send: SendRequest,
  clock: Pick<Clock, "now">,
  hosts = REVOLUT_HOSTS,
): ConsentingProvider {
  const sessions = new Map<string, Session>();
  const requestOf = (mode: Mode) => ({ send, host: hosts[mode], now: clock.now() });

  return {
    connect({ mode, iban, credentials: text }) {
      const credentials = readCredentials(text);
      const { refreshToken } = credentials;
      if (refreshToken === undefined) throw new FeedFailure("denied", "the consent is missing");
      const host = hosts[mode];
      const key = createHash("sha256").update(`${host} ${iban} ${refreshToken}`).digest("hex");

      async function openSession(): Promise<Session> {
        const known = sessions.get(key);
        if (known && known.expiresAt - MARGIN_MS > clock.now().getTime()) return known;
        const tokens = await requestTokens(requestOf(mode), credentials, {
          refreshToken: refreshToken ?? "",
        });
        const { accessToken, expiresAt } = tokens;
        const accountIds = await findAccounts((path) => ask(send, host, accessToken, path), iban);
        const session = { accessToken, accountIds, expiresAt };
        if (sessions.size >= MOST_SESSIONS) sessions.clear();
        sessions.set(key, session);
        return session;
      }

      return createReader(async () => {
        const { accessToken, accountIds } = await openSession();
        const list = async (path: string) => {
          try {
            return await ask(send, host, accessToken, path);
          } catch (error) {
            if (!(error instanceof FeedFailure && error.kind === "denied")) throw error;
            // The token ended early.
            sessions.delete(key);
            return ask(send, host, (await openSession()).accessToken, path);
          }
        };
        return { list, accountIds };
      });
    },

    async finishConsent({ mode, credentials: text }, code) {
      const credentials = readCredentials(text);
      const { refreshToken } = await requestTokens(requestOf(mode), credentials, { code });
      if (refreshToken === undefined) {
        throw new FeedFailure("unexpected_answer", "the response holds no refresh token");
      }
      return JSON.stringify({ ...credentials, refreshToken });
    },

    readWebhook({ body, headers }, secret, now) {
      const time = headers.get("revolut-request-timestamp") ?? "";
      if (!/^\d{13}$/.test(time)) return undefined;
      if (Math.abs(Number(time) - now.getTime()) > WINDOW_MS) return undefined;
      const own = createHmac("sha256", secret).update(`v1.${time}.`).update(body).digest();
      // Several while its secret is rotated.
      const signatures = (headers.get("revolut-signature") ?? "").split(",", 10);
      if (!signatures.some((signature) => isOwn(signature.trim(), own))) return undefined;
      // Resent with another time.
      return { eventId: createHash("sha256").update(body).digest("hex") };
    },
  };
}

function isOwn(signature: string, own: Buffer): boolean {
  const [, hex] = /^v1=([0-9a-f]{64})$/.exec(signature) ?? [];
  return hex !== undefined && timingSafeEqual(own, Buffer.from(hex, "hex"));
}

type Ask = (path: string) => Promise<unknown>;

function ask(send: SendRequest, host: string, accessToken: string, path: string) {
  return readJson(send, new URL(`${host}${path}`), { authorization: `Bearer ${accessToken}` });
}

const accounts = z.array(z.object({ id: z.uuid() })).max(MAX_ACCOUNTS);
const bankDetails = z.array(z.object({ iban: z.string().nullish() })).max(MAX_ACCOUNTS);

/** @throws FeedFailure `account_missing` */
async function findAccounts(get: Ask, iban: string): Promise<Set<string>> {
  const found = new Set<string>();
  for (const { id } of parse(accounts, await get("/accounts"), "the accounts")) {
    const details = parse(bankDetails, await readDetails(get, id), "the bank details");
    if (details.some((each) => parseIban(each.iban ?? "") === iban)) found.add(id);
  }
  if (found.size === 0) throw new FeedFailure("account_missing", "no account has this IBAN");
  return found;
}

/** An account may have none. */
async function readDetails(get: Ask, id: string): Promise<unknown> {
  try {
    return await get(`/accounts/${id}/bank-details`);
  } catch (error) {
    if (error instanceof FeedFailure && error.kind === "account_missing") return [];
    throw error;
  }
}

type Lister = { list: Ask; accountIds: Set<string> };

function createReader(open: () => Promise<Lister>): MoneyFeed {
  return {
    async *read(since) {
      const { list, accountIds } = await open();
      const from = new Date(since.getTime() - LOOK_BACK_MS).toISOString();
      let to: number | undefined;
      let readUntil = since.getTime();
      for (let read = 0; read < MAX_PAGES; read++) {
        const query = new URLSearchParams({ from, count: String(PER_PAGE) });
        if (to !== undefined) query.set("to", new Date(to).toISOString());
        const page = readTransactions(await list(`/transactions?${query}`), accountIds, since);
        readUntil = Math.max(readUntil, page.changedAt);
        const isLast = page.length < PER_PAGE;
        // The newest come first: only the whole list shows every change before its last one.
        yield { money: page.money, readUntil: isLast ? new Date(readUntil) : since, isLast };
        if (isLast) return;
        // `to` is excluded, and times are finer than a millisecond.
        const next = page.createdAt + 1;
        if (next === to) break;
        to = next;
      }
      throw new FeedFailure("unexpected_answer", "the list is too long");
    },
  };
}
