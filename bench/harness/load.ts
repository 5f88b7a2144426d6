import { once } from "node:events";
import { connect, type Socket } from "node:net";

export type LoadRequest = {
  method: "GET" | "POST";
  path: string;
  headers?: Record<string, string>;
  body?: string;
};

type LoadResult = {
  /** Responses of another status than 200 and 201, by status. */
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
};

/**
 * Sends as fast as responses come. The client reads no more of a response than it must: it shares the machine's cores with what
 * it measures, and takes a fifth of the CPU time of undici.
 * @throws when the server closes a connection
 */
export async function load({ url, concurrency, seconds, next }: Options): Promise<LoadResult> {
  const failures = new Map<number, number>();
  const latenciesMs: number[] = [];
  const startedAt = performance.now();
  const endsAt = startedAt + seconds * 1000;
  async function client(): Promise<void> {
    const connection = await openConnection(new URL(url));
    try {
      while (performance.now() < endsAt) {
        const sentAt = performance.now();
        const status = await connection.send(next());
        latenciesMs.push(performance.now() - sentAt);
        if (status !== 200 && status !== 201) failures.set(status, (failures.get(status) ?? 0) + 1);
      }
    } finally {
      connection.close();
    }
  }
  await Promise.all(Array.from({ length: concurrency }, client));
  const spentMs = performance.now() - startedAt;
  latenciesMs.sort((a, b) => a - b);
  return { failures, seconds: spentMs / 1000, latenciesMs };
}

async function openConnection({ hostname, port, host }: URL) {
  const socket: Socket = connect({ host: hostname, port: Number(port), noDelay: true });
  await once(socket, "connect");
  let received = "";
  let waiting = Promise.withResolvers<number>();
  socket.setEncoding("latin1");
  socket.on("data", (chunk: string) => {
    received += chunk;
    const status = statusOf(received);
    if (status === undefined) return;
    received = "";
    waiting.resolve(status);
  });
  socket.on("error", (error) => waiting.reject(error));
  socket.on("close", () => waiting.reject(new Error(`${host} closed the connection`)));
  return {
    send({ method, path, headers = {}, body = "" }: LoadRequest): Promise<number> {
      waiting = Promise.withResolvers<number>();
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
      const length = body === "" ? "" : `content-length: ${Buffer.byteLength(body)}\r\n`;
      socket.write(
        `${method} ${path} HTTP/1.1\r\nhost: ${host}\r\n${lines.join("")}${length}\r\n${body}`,
      );
      return waiting.promise;
    },
    close(): void {
      waiting.promise.catch(() => undefined);
      socket.destroy();
    },
  };
}

const END_OF_CHUNKS = "\r\n0\r\n\r\n";

/** The status once the response is complete. Each character is one byte. */
function statusOf(received: string): number | undefined {
  const headEnd = received.indexOf("\r\n\r\n");
  if (headEnd < 0) return undefined;
  const head = received.slice(0, headEnd);
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  const isComplete =
    length === undefined
      ? received.endsWith(END_OF_CHUNKS)
      : received.length >= headEnd + 4 + Number(length);
  return isComplete ? Number(head.slice(9, 12)) : undefined;
}
