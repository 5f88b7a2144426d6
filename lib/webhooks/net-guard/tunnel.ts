import http from "node:http";
import https from "node:https";
import { isIP, type Socket } from "node:net";
import { proxyCredentials } from "#lib/platform/net/outbound-proxy.ts";

const DEADLINE_MS = 15_000;
const MAX_HEADER_BYTES = 16 * 1024;

class ProxyError extends Error {
  override name = "ProxyError";
  readonly code: "PROXY_UNREACHABLE" | "PROXY_REFUSED";

  constructor(code: ProxyError["code"], options?: ErrorOptions) {
    super(code, options);
    this.code = code;
  }
}

/**
 * Through a proxy, by CONNECT (RFC 9110 §9.3.6).
 * @throws Error `PROXY_UNREACHABLE`, or `PROXY_REFUSED` for a status other than 2xx
 */
export function openTunnel(
  proxy: URL,
  { address, port, tls }: { address: string; port: string; tls: object },
): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const authority = `${address.includes(":") ? `[${address}]` : address}:${port}`;
  const credentials = proxyCredentials(proxy);
  const host = proxy.hostname.replace(/^\[(.*)\]$/, "$1");
  const connecting = (proxy.protocol === "https:" ? https : http).request({
    method: "CONNECT",
    ...tls,
    host,
    // Node would take it from the header.
    ...(isIP(host) === 0 && { servername: host }),
    port: proxy.port,
    path: authority,
    agent: false,
    headers: {
      host: authority,
      ...(credentials !== undefined && { "proxy-authorization": credentials }),
    },
    maxHeaderSize: MAX_HEADER_BYTES,
    insecureHTTPParser: false,
  });
  const timer = setTimeout(() => connecting.destroy(), DEADLINE_MS);
  connecting.on("connect", ({ statusCode = 0 }, socket: Socket, early) => {
    // A server of TLS never sends first.
    if (statusCode >= 200 && statusCode <= 299 && early.length === 0) {
      resolve(socket.setNoDelay(true).setKeepAlive(true));
    } else {
      socket.destroy();
      reject(new ProxyError("PROXY_REFUSED"));
    }
  });
  connecting.on("error", (cause) => reject(new ProxyError("PROXY_UNREACHABLE", { cause })));
  connecting.on("close", () => reject(new ProxyError("PROXY_UNREACHABLE")));
  connecting.end();
  return promise.finally(() => clearTimeout(timer));
}
