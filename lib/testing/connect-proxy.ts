import { once } from "node:events";
import { createServer } from "node:http";
import { createServer as createTlsServer, type ServerOptions } from "node:https";
import { type AddressInfo, connect, type Socket } from "node:net";
import type { TestContext } from "node:test";

type Options = {
  /** The local port in place of an authority such as `93.184.215.14:443`; without one, the proxy refuses with 502. */
  route: (authority: string) => number | undefined;
  /** Refuses everything with this status. */
  status?: number;
  /** Waits before it responds. */
  ready?: () => Promise<unknown>;
  tls?: ServerOptions;
};

/** A real HTTP proxy that knows only CONNECT. */
export async function startConnectProxy(t: TestContext, { route, status, ready, tls }: Options) {
  const seen: { authority: string; credentials: string | undefined }[] = [];
  const sockets = new Set<Socket>();
  const server = tls ? createTlsServer(tls) : createServer();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
  });
  server.on("connect", async (request, client: Socket) => {
    const authority = request.url ?? "";
    seen.push({ authority, credentials: request.headers["proxy-authorization"] });
    client.on("error", () => {});
    await ready?.();
    const port = status === undefined ? route(authority) : undefined;
    if (port === undefined) {
      client.end(`HTTP/1.1 ${status ?? 502} Refused\r\n\r\n`);
      return;
    }
    const upstream = connect(port, "127.0.0.1", () => {
      client.write("HTTP/1.1 200 Connection established\r\n\r\n");
      client.pipe(upstream).pipe(client);
    });
    sockets.add(upstream);
    upstream.on("error", () => client.destroy());
    client.on("close", () => upstream.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: new URL(`http${tls ? "s" : ""}://127.0.0.1:${port}`), seen, sockets };
}
