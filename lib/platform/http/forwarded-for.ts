import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import { replaceHeaders } from "./headers.ts";

const CHANNEL = "http.server.request.start";
const HEADER = "x-forwarded-for";

// With no proxy in front these are the client's own words; Next would believe them.
const PROXY_HEADERS = ["x-forwarded-host", "x-forwarded-proto", "x-forwarded-port", "forwarded"];

// Any of these shows that the request came through a proxy.
const FORWARDED = [HEADER, ...PROXY_HEADERS, "x-real-ip", "via"];

/**
 * Set by {@link trustProxies} on requests of this machine itself: the connection is a loopback one and the request names
 * no proxy. What a client sends under this name is removed.
 */
export const LOCAL_HEADER = "x-bankside-local";

/**
 * Puts the client's address alone into `X-Forwarded-For` of every request this process serves, before anything reads it:
 * with `trusted` proxies in front, what the outermost of them saw; with none, who is connected. Next would let a header
 * that the client made up itself stand. Returns what ends this.
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

function isLoopback(connected: string): boolean {
  return /^(::1$|127\.|::ffff:127\.)/i.test(connected);
}
