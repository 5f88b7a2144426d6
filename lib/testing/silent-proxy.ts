import { once } from "node:events";
import { type AddressInfo, createServer, connect as open, type Socket } from "node:net";

/**
 * Simulates a dead network: while `isSilent`, connections stay open and forward nothing. While `isSlow`, data waits for
 * `release`.
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
    /** Number of waiting chunks. */
    held: () => held.length,
    release(): void {
      state.isSlow = false;
      for (const handOn of held.splice(0)) handOn();
    },
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
