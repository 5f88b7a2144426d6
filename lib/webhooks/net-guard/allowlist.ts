import { type HostPattern, matchesHost } from "#lib/platform/net/host-patterns.ts";
import { inNetworks, type Network } from "#lib/platform/net/networks.ts";
import { isPrivateAddress, isPublicAddress } from "#lib/platform/net/private-addresses.ts";

/** Beyond public addresses and the usual ports, over https, in both modes. */
export type Allowlist = ReturnType<typeof createAllowlist>;

export function createAllowlist(env: {
  CALLBACK_ALLOWED_NETWORKS?: readonly Network[] | undefined;
  CALLBACK_ALLOWED_HOSTS?: readonly HostPattern[] | undefined;
  CALLBACK_ALLOWED_PORTS?: readonly number[] | undefined;
}) {
  const { CALLBACK_ALLOWED_NETWORKS: networks = [], CALLBACK_ALLOWED_HOSTS: hosts = [] } = env;
  const isInNetworks = inNetworks(networks);
  const namesHost = (host: string) => matchesHost(hosts, host);
  return {
    isEmpty: networks.length === 0 && hosts.length === 0,
    ports: (env.CALLBACK_ALLOWED_PORTS ?? []).map(String),
    namesHost,
    permits(host: string, address: string): boolean {
      const isPossible = isPublicAddress(address) || isPrivateAddress(address);
      return isPossible && (namesHost(host) || isInNetworks(address));
    },
  };
}

export const NOTHING_ALLOWED: Allowlist = createAllowlist({});
