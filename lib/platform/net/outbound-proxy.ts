import { isIP } from "node:net";
import { type HostPattern, matchesHost, parseHostPattern } from "./host-patterns.ts";
import { inNetworks, type Network, parseNetwork } from "./networks.ts";
import { isLoopbackAddress } from "./private-addresses.ts";

export type NoProxy = { all: boolean; hosts: HostPattern[]; networks: Network[] };

/** Comma-separated: `*`; a name and its subdomains (also `.name` or `*.name`); an address or network. */
export function parseNoProxy(text: string): NoProxy | undefined {
  const entries = text
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
  const found: NoProxy = { all: false, hosts: [], networks: [] };
  for (const entry of entries) {
    const network = parseNetwork(entry.replace(/^\[(.*)\]$/, "$1"));
    const host = parseHostPattern(entry.replace(/^\*?\./, ""));
    if (entry === "*") found.all = true;
    else if (network) found.networks.push(network);
    else if (host && !host.startsWith("*")) found.hosts.push(host, `*.${host}`);
    else return undefined;
  }
  return found;
}

/** http or https without a path, with user name and password if needed. */
export function parseProxyUrl(text: string): URL | undefined {
  const url = URL.parse(text);
  if (!url || !/^https?:\/\//i.test(text) || url.pathname + url.search + url.hash !== "/") {
    return undefined;
  }
  try {
    proxyCredentials(url);
    return url;
  } catch {
    return undefined;
  }
}

/** For https only. */
export type OutboundProxy = {
  url: URL;
  /** A host name or address. Loopback is never sent to the proxy. */
  skips: (host: string) => boolean;
};

export function createOutboundProxy(env: {
  HTTPS_PROXY?: URL | undefined;
  NO_PROXY?: NoProxy | undefined;
}): OutboundProxy | undefined {
  if (env.HTTPS_PROXY === undefined) return undefined;
  const { all = false, hosts = [], networks = [] } = env.NO_PROXY ?? {};
  const isListed = inNetworks(networks);
  const names = ["localhost", "*.localhost", ...hosts];
  return {
    url: env.HTTPS_PROXY,
    skips(host) {
      if (all) return true;
      return isIP(host) ? isLoopbackAddress(host) || isListed(host) : matchesHost(names, host);
    },
  };
}

export function proxyCredentials({ username, password }: URL): string | undefined {
  if (username === "") return undefined;
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return `Basic ${Buffer.from(pair).toString("base64")}`;
}
