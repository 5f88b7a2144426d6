import type { Random } from "./random.ts";

const TIMEOUT_MS = 12_000;

/** `url`: the server for this request. */
export type RequestOptions = { url?: string | undefined; headers?: Record<string, string> };

/** `undefined` if no response came. */
type Answer = { status: number; body: unknown } | undefined;

export type Requests = ReturnType<typeof createRequests>;

/** Of a merchant's server, to one of `urls`. */
export function createRequests(
  apiKey: string,
  random: Random,
  urls: readonly [string, ...string[]],
) {
  async function ask(
    path: string,
    { url, headers }: RequestOptions,
    request: RequestInit,
  ): Promise<Answer> {
    try {
      const response = await fetch(`${url ?? random.pick(urls)}/api${path}`, {
        ...request,
        headers: { "x-api-key": apiKey, "content-type": "application/json", ...headers },
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      return { status: response.status, body: await response.json() };
    } catch {
      return undefined;
    }
  }

  return {
    send: (path: string, body: unknown, options: RequestOptions = {}) =>
      ask(path, options, { method: "POST", body: JSON.stringify(body) }),
    read: (path: string) => ask(path, {}, {}),
  };
}

/** The server is in trouble, or wants the request later. */
export const isForLater = (answer: Answer) =>
  answer === undefined || answer.status >= 500 || answer.status === 429;
