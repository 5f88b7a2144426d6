import { isIP } from "node:net";
import { inNetworks, isWithin, type Network } from "./networks.ts";

type Row = readonly [network: string, prefix: number, reason: string];

/** Not globally reachable by the IANA special-purpose address registries (RFC 6890 and updates), multicast, or cloud metadata. */
export const SPECIAL_IPV4: readonly Row[] = [
  ["0.0.0.0", 8, "this network, RFC 791"],
  ["10.0.0.0", 8, "private use, RFC 1918"],
  ["100.64.0.0", 10, "carrier-grade NAT, RFC 6598; Alibaba metadata 100.100.100.200"],
  ["127.0.0.0", 8, "loopback, RFC 1122"],
  ["168.63.129.16", 32, "Azure platform and metadata"],
  ["169.254.0.0", 16, "link local, RFC 3927; cloud metadata 169.254.169.254"],
  ["172.16.0.0", 12, "private use, RFC 1918"],
  ["192.0.0.0", 24, "IETF protocol assignments, RFC 6890; Oracle metadata 192.0.0.192"],
  ["192.0.2.0", 24, "documentation, RFC 5737"],
  ["192.31.196.0", 24, "AS112, RFC 7535"],
  ["192.52.193.0", 24, "AMT, RFC 7450"],
  ["192.88.99.0", 24, "6to4 relays, RFC 7526"],
  ["192.168.0.0", 16, "private use, RFC 1918"],
  ["192.175.48.0", 24, "AS112, RFC 7534"],
  ["198.18.0.0", 15, "benchmarking, RFC 2544"],
  ["198.51.100.0", 24, "documentation, RFC 5737"],
  ["203.0.113.0", 24, "documentation, RFC 5737"],
  ["224.0.0.0", 4, "multicast, RFC 5771"],
  ["240.0.0.0", 4, "reserved and broadcast, RFC 1112, RFC 919"],
];

/** Only 2000::/3 is global unicast (RFC 4291 §2.4). */
export const SPECIAL_IPV6: readonly Row[] = [
  [
    "::",
    3,
    "outside global unicast: unspecified, loopback, IPv4-mapped, NAT64 64:ff9b::/96, discard 100::/64",
  ],
  ["2001::", 23, "IETF protocol assignments, RFC 2928: Teredo 2001::/32, ORCHID, benchmarking"],
  ["2001:db8::", 32, "documentation, RFC 3849"],
  ["2002::", 16, "6to4, which embeds any IPv4 address, RFC 3056"],
  ["2620:4f:8000::", 48, "AS112, RFC 7534"],
  ["3fff::", 20, "documentation, RFC 9637"],
  ["4000::", 2, "outside global unicast: segment routing 5f00::/16"],
  [
    "8000::",
    1,
    "outside global unicast: private fc00::/7, link local fe80::/10, multicast ff00::/8",
  ],
];

const PRIVATE: readonly Row[] = [
  ["10.0.0.0", 8, "private use, RFC 1918"],
  ["100.64.0.0", 10, "shared address space, RFC 6598"],
  ["172.16.0.0", 12, "private use, RFC 1918"],
  ["192.168.0.0", 16, "private use, RFC 1918"],
  ["fc00::", 7, "unique local, RFC 4193"],
];

/** In private networks, but of the cloud itself: they hand out credentials. */
const CLOUD: readonly Row[] = [
  ["100.100.100.200", 32, "Alibaba metadata"],
  ["fd00:42::42", 128, "Scaleway metadata"],
  ["fd00:ec2::", 32, "AWS metadata and EKS Pod Identity"],
  ["fd20:ce::254", 128, "Google Cloud metadata"],
];

const toNetwork = ([address, prefix]: Row): Network => ({ address, prefix });
const SPECIAL = [...SPECIAL_IPV4, ...SPECIAL_IPV6].map(toNetwork);
const PRIVATE_NETWORKS = PRIVATE.map(toNetwork);
const CLOUD_NETWORKS = CLOUD.map(toNetwork);
const isSpecial = inNetworks(SPECIAL);
const isPrivate = inNetworks(PRIVATE_NETWORKS);
const isOfCloud = inNetworks(CLOUD_NETWORKS);

export function isPublicAddress(address: string): boolean {
  return isIP(address) !== 0 && !isSpecial(address);
}

/** An operator may allow these. Never loopback, link-local or metadata addresses, nor IPv6 that carries IPv4. */
export function isPrivateAddress(address: string): boolean {
  return isPrivate(address) && !isOfCloud(address);
}

/** All of it private or public, apart from a cloud's own addresses. */
export function isAllowable(network: Network): boolean {
  if (CLOUD_NETWORKS.some((cloud) => isWithin(network, cloud))) return false;
  if (PRIVATE_NETWORKS.some((outer) => isWithin(network, outer))) return true;
  return !SPECIAL.some((special) => isWithin(network, special) || isWithin(special, network));
}

export const isLoopbackAddress = inNetworks([
  { address: "127.0.0.0", prefix: 8 },
  { address: "::1", prefix: 128 },
]);
