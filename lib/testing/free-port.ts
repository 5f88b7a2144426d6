import { once } from "node:events";
import { createServer } from "node:net";

// Below the ports that systems give to outgoing connections, which could take one before it is used.
const FIRST = 15_000;
const COUNT = 17_000;

export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * COUNT);
    const probe = createServer().listen(port, "127.0.0.1");
    const isFree = await once(probe, "listening").then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    probe.close();
    await once(probe, "close");
    return port;
  }
}
