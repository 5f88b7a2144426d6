import type { IncomingMessage, ServerResponse } from "node:http";

/** What a request gets. `lost`: no response. `cut`: half of one. */
export type Fault = { status: number; headers?: Record<string, string> } | "lost" | "html" | "cut";

export function fail(fault: Fault, { socket }: IncomingMessage, response: ServerResponse): void {
  if (fault === "lost") socket.destroy();
  else if (fault === "html") response.end("<html>Maintenance</html>");
  else if (fault === "cut") {
    response.writeHead(200, { "content-type": "application/json", "content-length": 1000 });
    response.write('{"transactions": [', () => setTimeout(() => socket.destroy(), 5));
  } else response.writeHead(fault.status, fault.headers).end("{}");
}
