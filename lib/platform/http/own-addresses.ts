import { ADDRESSES, type Env, isLoopback } from "#lib/platform/env.ts";

type Addresses = Pick<Env, (typeof ADDRESSES)[number]>;

const PAGES = ["PUBLIC_URL", "CHECKOUT_URL", "SECURE_URL", "PAYER_APP_URL", "CONSOLE_URL"] as const;
const LOOPBACK = ["127.0.0.1", "::1"];
const DEFAULT_PORTS: Record<string, string> = { "http:": "80", "https:": "443" };

/** The addresses to listen on; `undefined` means all interfaces. */
export type ListenAddresses = readonly (string | undefined)[];

/**
 * Where a server listens: on `HOST`; without it on this machine's loopback addresses while every configured address is
 * on them, otherwise on all interfaces.
 */
export function listenAddresses(env: Addresses & Pick<Env, "HOST">): ListenAddresses {
  if (env.HOST !== undefined) return env.HOST === "localhost" ? LOOPBACK : [env.HOST];
  return ADDRESSES.every((name) => isLoopback(env[name])) ? LOOPBACK : [undefined];
}

/** Returns whether the server listens on loopback addresses only, so that other machines don't reach it. */
export function listensLocally(env: Addresses & Pick<Env, "HOST">): boolean {
  return listenAddresses(env).every((address) => /^(127\.|::1$)/.test(address ?? ""));
}

/**
 * Returns whether browsers are sent over plain http to another machine. The API is left out: merchants' servers may reach
 * it through a private network.
 */
export function hasPlainPages(env: Addresses): boolean {
  return PAGES.some((name) => env[name].startsWith("http:") && !isLoopback(env[name]));
}

/** Makes the check of a `Host` header: whether it is the host and port of one of the configured addresses. */
export function ownHosts(env: Addresses): (host: string) => boolean {
  const hosts = new Set(
    ADDRESSES.flatMap((name) => {
      const { host, hostname, port, protocol } = new URL(env[name]);
      return [host, `${hostname}:${port || DEFAULT_PORTS[protocol]}`];
    }),
  );
  return (host) => hosts.has(host.toLowerCase());
}
