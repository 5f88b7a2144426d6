import type { z } from "zod";
import { BankError } from "#lib/banks/connector.ts";
import { endOfRequest } from "#lib/banks/deadline.ts";
import { refuseInsideTransaction } from "#lib/platform/db/open-transaction.ts";
import { inSpan } from "#lib/platform/telemetry/tracing/tracer.ts";
import { type Dropped, type NoteDropped, parseBankJson, readMembers } from "./json.ts";
import { readRefusal } from "./refusal.ts";
import type { SignRequest } from "./signature.ts";

const LONGEST_ANSWER_BYTES = 64 * 1024;
const TIMEOUT_MS = 10_000;

export type ApiOptions = {
  /** Without the version. */
  baseUrl: string;
  /** Between `baseUrl` and the service, `v1` by default; may be empty. */
  version?: string | undefined;
  timeoutMs?: number | undefined;
  fetch?: typeof globalThis.fetch | undefined;
  headers?: Record<string, string> | undefined;
  /** Of our own, sent where the payer granted none. */
  clientToken?: ClientToken | undefined;
  sign?: SignRequest | undefined;
  onDropped?: NoteDropped | undefined;
};

/** `rejected`: the bank no longer accepts it. */
export type ClientToken = (options: { rejected?: string }) => Promise<string>;

type ApiRequest = {
  method: "GET" | "POST" | "DELETE";
  path: string;
  headers: Record<string, string>;
  body?: unknown;
};

/**
 * Every failure is a {@link BankError}: `unreachable` (network, timeout, 408, 429, 5xx), `denied` (401, 403, codes about us),
 * `refused` (other 4xx with a standard error), `unexpected_answer` (the rest).
 */
export function createBankApi({ baseUrl, sign, version = "v1", ...options }: ApiOptions) {
  const noteDropped: NoteDropped = (dropped) => {
    if (dropped.length > 0) options.onDropped?.(dropped);
  };
  const root = version === "" ? baseUrl : `${baseUrl}/${version}`;

  function send({ method, path, headers, body }: ApiRequest, token: string | undefined) {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const url = `${root}${path}`;
    const all = merged(
      { accept: "application/json" },
      text === undefined ? {} : { "content-type": "application/json" },
      options.headers,
      token === undefined ? {} : { authorization: `Bearer ${token}` },
      headers,
    );
    const signed = sign && { ...all, ...sign(all, { method, url, body: text ?? "" }) };
    const init = { method, headers: signed ?? all, ...(text === undefined ? {} : { body: text }) };
    return sendOnce(url, init, options);
  }

  async function exchange(request: ApiRequest) {
    const { clientToken } = options;
    if (!clientToken || "Authorization" in request.headers) return send(request, undefined);
    const token = await clientToken({});
    const response = await send(request, token);
    // It may have been revoked before its time.
    if (response.status !== 401) return response;
    return send(request, await clientToken({ rejected: token }));
  }

  async function succeed(request: ApiRequest) {
    const response = await exchange(request);
    if (response.status < 200 || response.status > 299) throw failureOf(response, noteDropped);
    return response;
  }

  async function askWhole<T>(request: ApiRequest, schema: z.ZodType<T>): Promise<Answer<T>> {
    const { status, headers, text } = await succeed(request);
    const read = readMembers(schema, parseBankJson(text));
    if ("missing" in read) {
      const { member, reason } = read.missing;
      const place = member === "" ? "" : `: ${member} (${reason})`;
      throw new BankError(
        "unexpected_answer",
        `the bank answered ${status} in a form not understood${place}`,
      );
    }
    noteDropped(read.dropped);
    return { ...read, headers };
  }

  return {
    askWhole,

    ask: async <T>(request: ApiRequest, schema: z.ZodType<T>): Promise<T> =>
      (await askWhole(request, schema)).data,

    async delete(request: ApiRequest): Promise<void> {
      await succeed(request);
    },
  };
}

export type Answer<T> = { data: T; dropped: Dropped[]; headers: Headers };

/** Names in small letters; the last value counts. */
function merged(...all: (Record<string, string> | undefined)[]): Record<string, string> {
  const entries = all.flatMap((headers) => Object.entries(headers ?? {}));
  return Object.fromEntries(entries.map(([name, value]) => [name.toLowerCase(), value]));
}

export type BankApi = ReturnType<typeof createBankApi>;

/**
 * Follows no redirects.
 * @throws BankError `unreachable`, `unexpected_answer` (response too large)
 */
export async function sendOnce(
  url: string,
  init: RequestInit,
  { timeoutMs = TIMEOUT_MS, fetch }: Pick<ApiOptions, "timeoutMs" | "fetch">,
): Promise<{ status: number; headers: Headers; text: string }> {
  refuseInsideTransaction("a request");
  const send = fetch ?? globalThis.fetch;
  try {
    return await traced(url, init, async (headers) => {
      const response = await send(url, {
        ...init,
        headers,
        redirect: "manual",
        cache: "no-store",
        signal: endOfRequest(timeoutMs),
      });
      return { status: response.status, headers: response.headers, text: await readText(response) };
    });
  } catch (error) {
    if (error instanceof BankError) throw error;
    throw new BankError("unreachable", "the bank could not be reached", { cause: error });
  }
}

type Sent = { status: number; headers: Headers; text: string };

/** Paths name payments, so no span has one. */
function traced(
  url: string,
  { method = "GET", headers = {} }: RequestInit,
  send: (headers: NonNullable<RequestInit["headers"]>) => Promise<Sent>,
): Promise<Sent> {
  const attributes = { "http.request.method": method, "server.address": new URL(url).hostname };
  return inSpan(method, { kind: "client", attributes }, async (span) => {
    if (!span) return send(headers);
    const { traceparent } = span;
    const response = await send({ ...Object.fromEntries(new Headers(headers)), traceparent });
    span.attributes["http.response.status_code"] = response.status;
    span.isFailed = response.status >= 400;
    return response;
  });
}

type Failed = { status: number; text: string };

function failureOf({ status, text }: Failed, noteDropped: NoteDropped): BankError {
  if (status >= 500 || status === 408 || status === 429) {
    return new BankError("unreachable", `the bank answered ${status}`);
  }
  const refusal = status >= 400 ? readRefusal(parseBankJson(text), noteDropped) : undefined;
  const isDenied = status === 401 || status === 403;
  if (!refusal) {
    const kind = isDenied ? "denied" : "unexpected_answer";
    return new BankError(kind, `the bank answered ${status}`, { httpStatus: status });
  }
  const { code, path: field } = refusal;
  const kind = isAboutUs(status, code) ? "denied" : "refused";
  const message = `the bank answered ${status}${code ? ` ${code}` : ""}${field ? ` at ${field}` : ""}`;
  return new BankError(kind, message, { code, field, httpStatus: status });
}

// Codes of the standard about our identity and rights, not about the order.
const ABOUT_US = /^(CERTIFICATE|SIGNATURE|TOKEN|SERVICE|ROLE|CONSENT|KID)_/;

function isAboutUs(status: number, code = ""): boolean {
  // Sent with 403, but about the payer's order.
  if (code === "PRODUCT_INVALID") return false;
  return status === 401 || status === 403 || ABOUT_US.test(code);
}

async function readText(response: Response): Promise<string> {
  const reader = response.body?.getReader();
  if (!reader) return "";
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    // Unlike a buffer's `toString`, drops a byte order mark.
    if (done) return new TextDecoder().decode(Buffer.concat(chunks));
    size += value.byteLength;
    if (size > LONGEST_ANSWER_BYTES) {
      await reader.cancel();
      throw new BankError("unexpected_answer", "the bank's response is too large");
    }
    chunks.push(value);
  }
}
