import http from "node:http";
import net, { isIP, type LookupFunction } from "node:net";
import type { Duplex } from "node:stream";
import tls from "node:tls";
import type { OutboundProxy } from "#lib/platform/net/outbound-proxy.ts";
import type { Allowlist } from "./allowlist.ts";
import { lookupOptions, type Rules, refusalOf } from "./callback-url.ts";
import { findAddresses } from "./host-addresses.ts";
import { openTunnel } from "./tunnel.ts";

const LIFETIME_MS = 60_000;

// Shorter than servers usually wait. A `Keep-Alive` header with less takes precedence.
const IDLE_MS = 4_000;
const MAX_IDLE = 128;

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
  (rules: Rules): LookupAll =>
  (hostname, done) =>
    void findAddresses(hostname, lookupOptions(hostname, rules)).then(
      (found) =>
        done(
          null,
          found.map((address) => ({ address, family: isIP(address) })),
        ),
      done,
    );

type Settings = {
  allowlist?: Allowlist | undefined;
  proxy?: OutboundProxy | undefined;
  lookup?: LookupAll | undefined;
  lifetimeMs?: number | undefined;
};

type Options = Settings & { protocol: string; allowLocal: boolean; isKept: boolean };

type Target = { protocol: string; host: string; port: string; servername: string | undefined };

/** Connects to the checked address itself, which prevents DNS rebinding. */
class GuardedAgent extends http.Agent {
  readonly #rules: Rules;
  readonly #proxy: OutboundProxy | undefined;
  readonly #lookup: LookupAll;
  readonly #lifetimeMs: number;
  readonly #connectedAt = new WeakMap<Duplex, number>();

  constructor({ protocol, isKept, allowLocal, allowlist, proxy, lookup, lifetimeMs }: Options) {
    const defaultPort = protocol === "https:" ? 443 : 80;
    super({ protocol, defaultPort, keepAlive: isKept, timeout: IDLE_MS });
    this.#rules = { allowLocal, allowlist };
    this.#proxy = protocol === "https:" ? proxy : undefined;
    this.#lookup = lookup ?? lookupBy(this.#rules);
    this.#lifetimeMs = lifetimeMs ?? LIFETIME_MS;
  }

  override getName({ host, port }: http.ClientRequestArgs = {}): string {
    return `${host}:${port}`;
  }

  override createConnection(
    { protocol, host, port, servername }: http.ClientRequestArgs & { servername?: string },
    done?: (error: Error | null, socket: Duplex) => void,
  ): Duplex | undefined {
    const fail = done as ((error: Error) => void) | undefined;
    const target = { protocol: protocol ?? "", host: host ?? "", port: String(port), servername };
    // Node does not look up literal addresses.
    const refusedNow = isIP(target.host) ? this.#refusal(target, [target.host]) : undefined;
    if (refusedNow) {
      fail?.(refusedNow);
      return undefined;
    }
    if (this.#proxy === undefined || this.#proxy.skips(target.host)) return this.#connect(target);
    this.#connectBy(this.#proxy, target).then((socket) => done?.(null, socket), fail);
    return undefined;
  }

  #refusal(target: Target, addresses: string[]): BlockedAddressError | undefined {
    const reason = refusalOf(target, addresses, this.#rules);
    return reason === undefined ? undefined : new BlockedAddressError(reason);
  }

  #connect(target: Target, lookupAll = this.#lookup): Duplex {
    const { protocol, host, port, servername } = target;
    const lookup: LookupFunction = (hostname, { all }, found) =>
      lookupAll(hostname, (error, addresses = []) => {
        const known = addresses.map(({ address }) => address);
        const failure = error ?? this.#refusal(target, known);
        const [first] = addresses;
        if (failure || !first) found(failure ?? new BlockedAddressError("no address"), "", 0);
        else if (all) found(null, addresses);
        else found(null, first.address, first.family);
      });
    const to = { host, port: Number(port), lookup, noDelay: true, keepAlive: true };
    const socket =
      protocol === "https:" ? tls.connect({ ...to, ...TLS, servername }) : net.connect(to);
    this.#connectedAt.set(socket, performance.now());
    // Before Node's own listeners, which send.
    socket.prependOnceListener("connect", () => {
      const refusedLate = this.#refusal(target, [socket.remoteAddress ?? ""]);
      if (refusedLate) socket.destroy(refusedLate);
    });
    return socket;
  }

  /** Never the name: the proxy could resolve it to another address. */
  async #connectBy(proxy: OutboundProxy, target: Target): Promise<Duplex> {
    const { host, port, servername } = target;
    const addresses = isIP(host) ? [host] : await this.#addressesOf(host);
    const refused = this.#refusal(target, addresses);
    const [address] = addresses;
    if (refused || address === undefined) throw refused ?? new BlockedAddressError("no address");
    if (proxy.skips(address)) {
      return this.#connect(target, (_, done) => done(null, [{ address, family: isIP(address) }]));
    }
    const tunnel = await openTunnel(proxy.url, { address, port, tls: TLS });
    const socket = tls.connect({ socket: tunnel, host, ...TLS, servername });
    // Not kept before, in case its request has ended meanwhile.
    socket.once("secureConnect", () => this.#connectedAt.set(socket, performance.now()));
    return socket;
  }

  #addressesOf(host: string): Promise<string[]> {
    return new Promise((resolve, reject) => {
      this.#lookup(host, (error, found = []) =>
        error ? reject(error) : resolve(found.map(({ address }) => address)),
      );
    });
  }

  // Node closes the socket unless this returns true.
  override keepSocketAlive(socket: net.Socket): boolean {
    const age = performance.now() - (this.#connectedAt.get(socket) ?? Number.NEGATIVE_INFINITY);
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
export function createConnections(settings: Settings = {}) {
  const agents = new Map<string, http.Agent>();
  return {
    kept({ protocol, allowLocal }: Receiver): http.Agent {
      const key = `${protocol} ${allowLocal}`;
      const agent =
        agents.get(key) ?? new GuardedAgent({ ...settings, protocol, allowLocal, isKept: true });
      agents.set(key, agent);
      return agent;
    },

    /** For one request. */
    fresh: (receiver: Receiver): http.Agent =>
      new GuardedAgent({ ...settings, ...receiver, isKept: false }),
  };
}
