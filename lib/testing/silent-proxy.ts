import { once } from "node:events";
import { type AddressInfo, createServer, connect as open, type Socket } from "node:net";

/**
 * Stands before the server of `url` and, while `isSilent`, keeps connections open and hands nothing on: a network that died
 * without a word. `isSlow` hands on only what `release` lets through.
 */
export async function startSilentProxy(url: string) {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  const held: (() => void)[] = [];
  const state = { isSilent: false, isSlow: false };

  const server = createServer((client) => {
    const upstream = open(Number(target.port), target.hostname);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.on("error", () => undefined);
      from.on("close", () => {
        sockets.delete(from);
        to.destroy();
      });
      from.on("data", (chunk) => {
        if (state.isSilent) return;
        const handOn = () => void to.write(chunk);
        if (state.isSlow) held.push(handOn);
        else handOn();
      });
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const through = new URL(url);
  through.port = String((server.address() as AddressInfo).port);
  return {
    url: through.href,
    state,
    /** How many pieces wait while `isSlow`. */
    held: () => held.length,
    release(): void {
      state.isSlow = false;
      for (const handOn of held.splice(0)) handOn();
    },
    /** Ends every connection there is. */
    cut(): void {
      for (const socket of sockets) socket.destroy();
    },
    async close(): Promise<void> {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
