import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { readJson, type SendRequest } from "#lib/payments/feeds/http.ts";
import { FeedFailure, type MoneyFeed, type Provider } from "#lib/payments/feeds/port.ts";
import type { Mode } from "#lib/platform/configuration/mode.ts";
import { readTransactions } from "./transactions.ts";

export const QONTO_HOSTS: Record<Mode, string> = {
  live: "https://thirdparty.qonto.com",
  test: "https://thirdparty-sandbox.staging.qonto.co",
};

const PER_PAGE = 100;

// Of one read; the next goes on from there.
const MAX_PAGES = 50;

const WINDOW_MS = 5 * 60_000;

// Headers carry them.
const field = z
  .string()
  .trim()
  .regex(/^[\x21-\x7e]{1,200}$/);

/** `stagingToken`: of the sandbox alone. */
export const qontoCredentials = z.strictObject({
  login: field.refine((login) => !login.includes(":")),
  secretKey: field,
  stagingToken: field.optional(),
});

type Credentials = z.output<typeof qontoCredentials>;

export function createQonto(send: SendRequest, hosts = QONTO_HOSTS): Provider {
  return {
    connect({ mode, iban, credentials }) {
      const { login, secretKey, stagingToken } = readCredentials(credentials);
      const headers = {
        authorization: `${login}:${secretKey}`,
        ...(stagingToken !== undefined &&
          mode === "test" && { "x-qonto-staging-token": stagingToken }),
      };
      return createReader((query) => {
        const url = new URL(`${hosts[mode]}/v2/transactions`);
        url.search = new URLSearchParams({ iban, ...query }).toString();
        return readJson(send, url, headers);
      });
    },

    readWebhook({ body, headers }, secret, now) {
      const signature = headers.get("x-qonto-signature") ?? "";
      const [, time = "", hex = ""] = /^t=(\d{1,13}),\s*v1=([0-9a-f]{64})$/.exec(signature) ?? [];
      if (!hex || Math.abs(toMs(time) - now.getTime()) > WINDOW_MS) return undefined;
      const own = createHmac("sha256", secret).update(`${time}.`).update(body).digest();
      if (!timingSafeEqual(own, Buffer.from(hex, "hex"))) return undefined;
      return { eventId: eventIdOf(body) };
    },
  };
}

/** @throws FeedFailure `denied`: sealed by another version */
function readCredentials(text: string): Credentials {
  const { data } = qontoCredentials.safeParse(JSON.parse(text));
  if (!data) throw new FeedFailure("denied", "the stored credentials can't be used");
  return data;
}

function createReader(ask: (query: Record<string, string>) => Promise<unknown>): MoneyFeed {
  return {
    async *read(since) {
      let from = since;
      let page = 1;
      for (let read = 0; read < MAX_PAGES; read++) {
        const body = await ask({
          updated_at_from: from.toISOString(),
          sort_by: "updated_at:asc",
          page: String(page),
          per_page: String(PER_PAGE),
        });
        const { money, readUntil, length } = readTransactions(body, from);
        const isLast = length < PER_PAGE;
        yield { money, readUntil, isLast };
        if (isLast) return;
        // By time, not by page: what changes meanwhile moves to the end, and the rest would move to pages already read.
        page = readUntil > from ? 1 : page + 1;
        from = readUntil;
      }
    },
  };
}

/** In seconds, or in milliseconds. */
const toMs = (time: string) => (time.length > 11 ? Number(time) : Number(time) * 1_000);

function eventIdOf(body: Buffer): string {
  const digest = createHash("sha256").update(body).digest("hex");
  try {
    const { id } = z.object({ id: z.string().min(1).max(100) }).parse(JSON.parse(body.toString()));
    return id;
  } catch {
    return digest;
  }
}
