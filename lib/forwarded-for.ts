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
    const replaced = [HEADER, ...(trusted === 0 ? PROXY_HEADERS : [])];
    // Node makes the second from the raw ones by their number at the start: it is to be made before that changes.
    for (const headers of [request.headers, request.headersDistinct]) {
      for (const name of replaced) delete headers[name];
    }
    const client = clientOf(text, request.socket.remoteAddress ?? "", trusted);
    request.headers[HEADER] = client;
    request.headersDistinct[HEADER] = [client];
    // Whoever makes fetch headers of the request reads these.
    request.rawHeaders = [...withoutHeaders(request.rawHeaders, replaced), HEADER, client];
  });
}

function withoutHeaders(raw: readonly string[], names: readonly string[]): string[] {
  return raw.filter((_, at) => !names.includes(raw[at - (at % 2)]?.toLowerCase() ?? ""));
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
