import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What a request gets. `lost`: no response. `cut`: half of one. */
type Fault = { status: number; headers?: Record<string, string> } | "lost" | "html" | "cut";

type Served = {
  faults: Fault[];
  requests: string[];
  /** Each runs before the next request is looked at. */
  before: (() => unknown)[];
};

/** `respond` gets the requests that have no fault. */
export async function serveFeed(
  respond: (request: IncomingMessage, response: ServerResponse) => unknown,
  port = 0,
) {
  const served: Served = { faults: [], requests: [], before: [] };
  const server = createServer(async (request, response) => {
    served.requests.push(`${request.method} ${request.url}`);
    await served.before.shift()?.();
    const fault = served.faults.shift();
    if (fault === undefined) await respond(request, response);
    else fail(fault, request, response);
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const address = server.address() as AddressInfo;
  return {
    ...served,
    url: `http://127.0.0.1:${address.port}`,
    async close(): Promise<void> {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

function fail(fault: Fault, { socket }: IncomingMessage, response: ServerResponse): void {
  if (fault === "lost") socket.destroy();
  else if (fault === "html") response.end("<html>Maintenance</html>");
  else if (fault === "cut") {
    response.writeHead(200, { "content-type": "application/json", "content-length": 1000 });
    response.write('{"transactions": [', () => setTimeout(() => socket.destroy(), 5));
  } else response.writeHead(fault.status, fault.headers).end("{}");
}
