import { once } from "node:events";
import { type AddressInfo, createConnection, createServer, type Socket } from "node:net";

type Fault = "none" | "refuse" | "silence" | "delay" | "lose_commits";

export type TcpProxy = Awaited<ReturnType<typeof startTcpProxy>>;

const DELAY_MS = 150;

/** Simulates a bad network: refused, reset, silent or slow connections, or a cut right after a commit. */
export async function startTcpProxy(targetPort: number) {
  const pairs = new Set<{ client: Socket; server: Socket }>();
  let fault: Fault = "none";

  const listener = createServer((client) => {
    if (fault === "refuse") return client.resetAndDestroy();
    const server = createConnection(targetPort, "127.0.0.1");
    const pair = { client, server };
    pairs.add(pair);
    let isCommitting = false;
    client.on("data", (chunk) => {
      if (fault === "silence") return;
      isCommitting = fault === "lose_commits" && /\bcommit\b/i.test(chunk.toString("latin1"));
      pass(server, chunk);
    });
    server.on("data", (chunk) => {
      if (fault === "silence") return;
      if (isCommitting) drop(pair);
      else pass(client, chunk);
    });
    const end = (socket: Socket) => {
      // A silent server's end is not heard either.
      if (socket === client || fault !== "silence") drop(pair);
    };
    for (const socket of [client, server]) {
      socket.setNoDelay(true);
      socket.on("error", () => end(socket));
      socket.on("close", () => end(socket));
    }
    return undefined;
  });

  function pass(to: Socket, chunk: Buffer): void {
    if (fault === "delay") setTimeout(() => to.writable && to.write(chunk), DELAY_MS);
    else if (to.writable) to.write(chunk);
  }

  function drop(pair: { client: Socket; server: Socket }): void {
    pairs.delete(pair);
    pair.client.resetAndDestroy();
    pair.server.destroy();
  }

  function reset(): void {
    for (const pair of pairs) drop(pair);
  }

  listener.listen(0, "127.0.0.1");
  await once(listener, "listening");
  return {
    port: (listener.address() as AddressInfo).port,

    /** Refused or silent connections end, because they don't recover. */
    play(next: Fault): void {
      const wasSilent = fault === "silence";
      fault = next;
      if (next === "refuse" || wasSilent) reset();
    },
    reset,
    async close(): Promise<void> {
      listener.close();
      reset();
      await once(listener, "close");
    },
  };
}
