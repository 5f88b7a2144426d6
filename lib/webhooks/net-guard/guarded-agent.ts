import http from "node:http";
import net, { isIP, type LookupFunction } from "node:net";
import type { Duplex } from "node:stream";
import tls from "node:tls";
import { refusalOf } from "./callback-url.ts";
import { findAddresses } from "./host-addresses.ts";

/** A changed DNS entry takes effect after this time. */
const LIFETIME_MS = 60_000;

// Shorter than servers usually wait. A `Keep-Alive` header with less takes precedence.
const IDLE_MS = 4_000;
const MAX_IDLE = 128;

/** The host has a blocked address. Nothing was sent. */
class BlockedAddressError extends Error {
  override name = "BlockedAddressError";
  readonly code = "BLOCKED_ADDRESS";
}

/** Like `dns.lookup` with `all`. */
export type LookupAll = (
  hostname: string,
  done: (error: Error | null, addresses?: { address: string; family: number }[]) => void,
) => void;

const lookupBy =
  (allowLocal: boolean): LookupAll =>
  (hostname, done) =>
    void findAddresses(hostname, { allowLocal }).then(
      (found) =>
        done(
          null,
          found.map((address) => ({ address, family: isIP(address) })),
        ),
      done,
    );

type Options = {
  protocol: string;
  allowLocal: boolean;
  isKept: boolean;
  lookup?: LookupAll | undefined;
  lifetimeMs?: number | undefined;
};

/** Connects to the checked address itself, which prevents DNS rebinding. Keeps connections for the next request to their host. */
class GuardedAgent extends http.Agent {
  readonly #allowLocal: boolean;
  readonly #lookup: LookupAll;
  readonly #lifetimeMs: number;
  readonly #connectedAt = new WeakMap<Duplex, number>();

  constructor({ protocol, allowLocal, isKept, lookup, lifetimeMs }: Options) {
    const defaultPort = protocol === "https:" ? 443 : 80;
    super({ protocol, defaultPort, keepAlive: isKept, timeout: IDLE_MS });
    this.#allowLocal = allowLocal;
    this.#lookup = lookup ?? lookupBy(allowLocal);
    this.#lifetimeMs = lifetimeMs ?? LIFETIME_MS;
  }

  override getName({ host, port }: http.ClientRequestArgs = {}): string {
    return `${host}:${port}`;
  }

  override createConnection(
    { protocol, host, port, servername }: http.ClientRequestArgs & { servername?: string },
    done?: (error: Error | null, socket: Duplex) => void,
  ): Duplex | undefined {
    const refusal = (addresses: string[]) => {
      const target = { protocol: protocol ?? "", port: String(port) };
      const reason = refusalOf(target, addresses, this.#allowLocal);
      return reason === undefined ? undefined : new BlockedAddressError(reason);
    };
    const lookup: LookupFunction = (hostname, { all }, found) =>
      this.#lookup(hostname, (error, addresses = []) => {
        const failure = error ?? refusal(addresses.map(({ address }) => address));
        const [first] = addresses;
        if (failure || !first) found(failure ?? new BlockedAddressError("no address"), "", 0);
        else if (all) found(null, addresses);
        else found(null, first.address, first.family);
      });

    // Node does not look up literal addresses.
    const name = host ?? "";
    const refusedNow = isIP(name) ? refusal([name]) : undefined;
    if (refusedNow) {
      (done as ((error: Error) => void) | undefined)?.(refusedNow);
      return undefined;
    }
    const to = { host: name, port: Number(port), lookup, noDelay: true, keepAlive: true };
    const socket =
      protocol === "https:" ? tls.connect({ ...to, ...TLS, servername }) : net.connect(to);
    this.#connectedAt.set(socket, performance.now());
    // Before Node's own listeners, which send.
    socket.prependOnceListener("connect", () => {
      const refusedLate = refusal([socket.remoteAddress ?? ""]);
      if (refusedLate) socket.destroy(refusedLate);
    });
    return socket;
  }

  // Node closes the socket unless this returns true, and a kept one after its timeout.
  override keepSocketAlive(socket: net.Socket): boolean {
    const age = performance.now() - (this.#connectedAt.get(socket) ?? 0);
    const leftMs = this.#lifetimeMs - age;
    if (leftMs <= 0 || this.#idle() >= MAX_IDLE) return false;
    // Its type says `void`.
    if (!(super.keepSocketAlive(socket) as unknown as boolean)) return false;
    if (leftMs < (socket.timeout ?? IDLE_MS)) socket.setTimeout(leftMs);
    return true;
  }

  #idle(): number {
    return Object.values(this.freeSockets).reduce((sum, sockets = []) => sum + sockets.length, 0);
  }
}

// Explicit: environment variables can weaken these defaults.
const TLS = {
  minVersion: "TLSv1.2",
  rejectUnauthorized: true,
  ALPNProtocols: ["http/1.1"],
} as const;

type Receiver = { protocol: string; allowLocal: boolean };

export type Connections = ReturnType<typeof createConnections>;

/** Connections for endpoints that may use local addresses are never used for others. */
export function createConnections(
  options: { lookup?: LookupAll | undefined; lifetimeMs?: number | undefined } = {},
) {
  const agents = new Map<string, http.Agent>();
  return {
    kept({ protocol, allowLocal }: Receiver): http.Agent {
      const key = `${protocol} ${allowLocal}`;
      const agent =
        agents.get(key) ?? new GuardedAgent({ ...options, protocol, allowLocal, isKept: true });
      agents.set(key, agent);
      return agent;
    },

    /** For one request. */
    fresh: (receiver: Receiver): http.Agent =>
      new GuardedAgent({ ...options, ...receiver, isKept: false }),
  };
}
