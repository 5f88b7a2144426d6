import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export type Received = { headers: Record<string, string>; body: string };

export async function startReceiver() {
  const received: Received[] = [];
  const reply = { status: 204, body: "" };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const headers = Object.fromEntries(
      Object.entries(request.headersDistinct).map(([name, values]) => [name, values?.[0] ?? ""]),
    );
    received.push({ headers, body: Buffer.concat(chunks).toString("utf8") });
    response.writeHead(reply.status).end(reply.body);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  };
  return { url: `http://127.0.0.1:${port}/hook`, received, reply, close };
}
