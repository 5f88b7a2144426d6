import { Pool } from "undici";

export type LoadRequest = {
  method: "GET" | "POST";
  path: string;
  headers?: Record<string, string>;
  body?: string;
};

export type LoadResult = {
  requests: number;
  /** Responses of another status than expected, by status. */
  failures: Map<number, number>;
  seconds: number;
  /** Of each response, ascending. */
  latenciesMs: number[];
};

type Options = {
  url: string;
  /** Requests at a time, each on its own kept connection. */
  concurrency: number;
  seconds: number;
  next: () => LoadRequest;
  /** Statuses that count as success. Default: 200 and 201. */
  expected?: readonly number[];
};

/** Sends as fast as responses come. A connection that fails ends the measurement with its error. */
export async function load(options: Options): Promise<LoadResult> {
  const { url, concurrency, seconds, next, expected = [200, 201] } = options;
  const pool = new Pool(url, { connections: concurrency, pipelining: 1 });
  const failures = new Map<number, number>();
  const latenciesMs: number[] = [];
  const startedAt = performance.now();
  const endsAt = startedAt + seconds * 1000;
  async function client(): Promise<void> {
    while (performance.now() < endsAt) {
      const sentAt = performance.now();
      const status = await send(pool, next());
      latenciesMs.push(performance.now() - sentAt);
      if (!expected.includes(status)) failures.set(status, (failures.get(status) ?? 0) + 1);
    }
  }
  try {
    await Promise.all(Array.from({ length: concurrency }, client));
    const spentMs = performance.now() - startedAt;
    latenciesMs.sort((a, b) => a - b);
    return { requests: latenciesMs.length, failures, seconds: spentMs / 1000, latenciesMs };
  } finally {
    await pool.destroy();
  }
}

/** Reads the body and drops it: without a stream, this costs half of what `fetch` does. */
function send(pool: Pool, request: LoadRequest): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  let status = 0;
  pool.dispatch(
    {
      method: request.method,
      path: request.path,
      headers: request.headers ?? {},
      body: request.body ?? null,
    },
    {
      onRequestStart: () => undefined,
      onResponseStart: (_controller, statusCode) => {
        status = statusCode;
      },
      onResponseData: () => undefined,
      onResponseEnd: () => resolve(status),
      onResponseError: (_controller, error) => reject(error),
    },
  );
  return promise;
}
