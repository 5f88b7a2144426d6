import { once } from "node:events";
import type { Server, ServerResponse } from "node:http";

const PAUSE_MS = 50;
const TRIES = 20;
const MARK = "bankside-receiver";

/** For GET requests: by this, receivers of other processes know each other. */
export function respondMark(response: ServerResponse, id: string): void {
  response.writeHead(204, { [MARK]: id }).end();
}

/**
 * Listens on 127.0.0.1. If a receiver with the same `id` already does, in another Playwright worker, waits to take over from it.
 * @throws if another program uses the port
 */
export async function listenShared(server: Server, port: number, id: string) {
  let timer: NodeJS.Timeout | undefined;
  let listening: Promise<boolean> | undefined;

  const tryToListen = () => {
    listening = listen(server, port);
    return listening;
  };
  const waitForTurn = () => {
    timer = setTimeout(async () => {
      if (!(await tryToListen())) waitForTurn();
    }, PAUSE_MS);
    timer.unref();
  };

  for (let tries = 1; !(await tryToListen()); tries++) {
    if (await isReceiver(port, id)) {
      waitForTurn();
      break;
    }
    // The other one may be closing.
    if (tries === TRIES) throw new Error(`another program uses port ${port} of banksideOptions`);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }

  return {
    async close(): Promise<void> {
      clearTimeout(timer);
      if (!(await listening)) return clearTimeout(timer);
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** `false` if the port is in use. */
async function listen(server: Server, port: number): Promise<boolean> {
  try {
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EADDRINUSE") return false;
    throw error;
  }
}

async function isReceiver(port: number, id: string): Promise<boolean> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/`, {
      signal: AbortSignal.timeout(1000),
      redirect: "manual",
    });
    return response.headers.get(MARK) === id;
  } catch {
    return false;
  }
}
