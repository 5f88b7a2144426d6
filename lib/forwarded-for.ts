import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";

const HEADER = "x-forwarded-for";

// With no proxy in front these are the client's own words; Next would believe them.
const PROXY_HEADERS = ["x-forwarded-host", "x-forwarded-proto", "x-forwarded-port", "forwarded"];

/**
 * Puts the client's address alone into `X-Forwarded-For` of every request this process serves, before anything reads it:
 * with `trusted` proxies in front, what the outermost of them saw; with none, who is connected. Next would let a header
 * that the client made up itself stand.
 */
export function trustProxies(trusted: number): void {
  subscribe("http.server.request.start", (message) => {
    const { request } = message as { request: IncomingMessage };
    const forwarded = request.headers[HEADER];
    const text = Array.isArray(forwarded) ? forwarded.join(",") : forwarded;
    if (trusted === 0) for (const name of PROXY_HEADERS) delete request.headers[name];
    request.headers[HEADER] = clientOf(text, request.socket.remoteAddress ?? "", trusted);
  });
}

/** The address of a request's client. An entry that is missing or no address leaves the one that is `connected`. */
export function clientOf(
  forwarded: string | undefined,
  connected: string,
  trusted: number,
): string {
  if (trusted === 0) return connected;
  const entry = forwarded?.split(",").at(-trusted)?.trim() ?? "";
  const address = withoutPort(entry);
  return isIP(address) ? address : connected;
}

// Some proxies write the port too: 192.0.2.1:4711 or [2001:db8::1]:4711.
function withoutPort(entry: string): string {
  const [, bracketed] = /^\[([^\]]+)\](?::\d+)?$/.exec(entry) ?? [];
  return bracketed ?? entry.replace(/^(\d+(?:\.\d+){3}):\d+$/, "$1");
}
