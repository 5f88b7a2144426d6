import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import { replaceHeaders } from "./headers.ts";

const CHANNEL = "http.server.request.start";
const HEADER = "x-forwarded-for";

// Without a proxy the client sets these, and Next would trust them.
const PROXY_HEADERS = ["x-forwarded-host", "x-forwarded-proto", "x-forwarded-port", "forwarded"];

// Each shows that the request came through a proxy.
const FORWARDED = [HEADER, ...PROXY_HEADERS, "x-real-ip", "via"];

/** Set by {@link trustProxies} on loopback requests without a proxy. Removed if the client sends it. */
export const LOCAL_HEADER = "x-bankside-local";

/**
 * Sets `X-Forwarded-For` to what the outermost of `trusted` proxies saw, or the connected address. Next would keep a forged
 * header. Call the result to stop.
 */
export function trustProxies(trusted: number): () => void {
  const rewrite = (message: unknown) => {
    const { request } = message as { request: IncomingMessage };
    const { headers } = request;
    const connected = request.socket.remoteAddress ?? "";
    const isLocal = isLoopback(connected) && FORWARDED.every((name) => headers[name] === undefined);
    const forwarded = headers[HEADER];
    const text = Array.isArray(forwarded) ? forwarded.join(",") : forwarded;
    const removed = [HEADER, LOCAL_HEADER, ...(trusted === 0 ? PROXY_HEADERS : [])];
    replaceHeaders(request, removed, {
      [HEADER]: clientOf(text, connected, trusted),
      ...(isLocal && { [LOCAL_HEADER]: "1" }),
    });
  };
  subscribe(CHANNEL, rewrite);
  return () => unsubscribe(CHANNEL, rewrite);
}

/** `connected` if the entry is missing or no address. */
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

// Some proxies add the port: 192.0.2.1:4711 or [2001:db8::1]:4711.
function withoutPort(entry: string): string {
  const [, bracketed] = /^\[([^\]]+)\](?::\d+)?$/.exec(entry) ?? [];
  return bracketed ?? entry.replace(/^(\d+(?:\.\d+){3}):\d+$/, "$1");
}

function isLoopback(connected: string): boolean {
  return /^(::1$|127\.|::ffff:127\.)/i.test(connected);
}
