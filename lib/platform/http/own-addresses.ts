import { ADDRESSES, type Env } from "#lib/platform/configuration/env.ts";
import { isLoopback } from "#lib/platform/configuration/variable-types.ts";

type Addresses = Pick<Env, (typeof ADDRESSES)[number]>;

const PAGES = ["PUBLIC_URL", "CHECKOUT_URL", "SECURE_URL", "PAYER_APP_URL", "CONSOLE_URL"] as const;
const LOOPBACK = ["127.0.0.1", "::1"];
const DEFAULT_PORTS: Record<string, string> = { "http:": "80", "https:": "443" };

/** `undefined`: all interfaces. */
export type ListenAddresses = readonly (string | undefined)[];

/** `HOST`; otherwise loopback if every configured address is on it, else all interfaces. */
export function listenAddresses(env: Addresses & Pick<Env, "HOST">): ListenAddresses {
  if (env.HOST !== undefined) return env.HOST === "localhost" ? LOOPBACK : [env.HOST];
  return ADDRESSES.every((name) => isLoopback(env[name])) ? LOOPBACK : [undefined];
}

export function listensLocally(env: Addresses & Pick<Env, "HOST">): boolean {
  return listenAddresses(env).every((address) => /^(127\.|::1$)/.test(address ?? ""));
}

/** Ignores the API, which servers may reach through a private network. */
export function hasPlainPages(env: Addresses): boolean {
  return PAGES.some((name) => env[name].startsWith("http:") && !isLoopback(env[name]));
}

export function ownHosts(env: Addresses): (host: string) => boolean {
  const hosts = new Set(
    ADDRESSES.flatMap((name) => {
      const { host, hostname, port, protocol } = new URL(env[name]);
      return [host, `${hostname}:${port || DEFAULT_PORTS[protocol]}`];
    }),
  );
  return (host) => hosts.has(host.toLowerCase());
}
