import type { z } from "zod";
import { BankError } from "#lib/banks/connector.ts";
import { refusalAnswer, refusalCode } from "./answers.ts";

const LONGEST_ANSWER_BYTES = 64 * 1024;
const TIMEOUT_MS = 10_000;

/** How one bank's API is reached. */
export type ApiOptions = {
  /** Address above `/v1`. */
  baseUrl: string;
  timeoutMs?: number | undefined;
  fetch?: typeof globalThis.fetch | undefined;
};

type ApiRequest = {
  method: "GET" | "POST" | "DELETE";
  path: string;
  headers: Record<string, string>;
  body?: unknown;
};

/**
 * HTTP to one bank. Every failure is a {@link BankError}: `unreachable` (network, time-out, 408, 429, 5xx), `refused`
 * (a 4xx in the standard's own words), `unexpected_answer` (all else). Messages hold status and code only.
 */
export function createBankApi({ baseUrl, timeoutMs = TIMEOUT_MS, fetch }: ApiOptions) {
  const send =
    fetch ?? ((...args: Parameters<typeof globalThis.fetch>) => globalThis.fetch(...args));

  async function exchange({ method, path, headers, body }: ApiRequest) {
    try {
      const response = await send(`${baseUrl}/v1${path}`, {
        method,
        headers: {
          accept: "application/json",
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        redirect: "manual",
        cache: "no-store",
        signal: AbortSignal.timeout(timeoutMs),
      });
      return { status: response.status, text: await readText(response) };
    } catch (error) {
      if (error instanceof BankError) throw error;
      throw new BankError("unreachable", "the bank could not be reached", { cause: error });
    }
  }

  async function succeed(request: ApiRequest): Promise<{ status: number; text: string }> {
    const answer = await exchange(request);
    if (answer.status < 200 || answer.status > 299) throw failureOf(answer);
    return answer;
  }

  return {
    /** Sends a request that is answered with a body, and parses that by `schema`. */
    async ask<T>(request: ApiRequest, schema: z.ZodType<T>): Promise<T> {
      const { status, text } = await succeed(request);
      const parsed = schema.safeParse(parseJson(text));
      if (parsed.success) return parsed.data;
      throw new BankError(
        "unexpected_answer",
        `the bank answered ${status} in a form not understood`,
      );
    },

    /** Sends a request of whose answer only the success counts. */
    async tell(request: ApiRequest): Promise<void> {
      await succeed(request);
    },
  };
}

function failureOf({ status, text }: { status: number; text: string }): BankError {
  if (status >= 500 || status === 408 || status === 429) {
    return new BankError("unreachable", `the bank answered ${status}`);
  }
  const refusal = status >= 400 ? refusalAnswer.safeParse(parseJson(text)) : undefined;
  return refusal?.success
    ? new BankError("refused", `the bank answered ${status} ${refusalCode(refusal.data)}`)
    : new BankError("unexpected_answer", `the bank answered ${status}`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function readText(response: Response): Promise<string> {
  const reader = response.body?.getReader();
  if (!reader) return "";
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return Buffer.concat(chunks).toString("utf8");
    size += value.byteLength;
    if (size > LONGEST_ANSWER_BYTES) {
      await reader.cancel();
      throw new BankError("unexpected_answer", "the bank's answer is too large");
    }
    chunks.push(value);
  }
}
