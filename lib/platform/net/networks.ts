import { BlockList, isIP } from "node:net";

/** IPv4 or IPv6. Bits of the address beyond the prefix have no effect. */
export type Network = { address: string; prefix: number };

/** Such as `10.20.0.0/16`. An address alone is a network of one. */
export function parseNetwork(text: string): Network | undefined {
  const [, address = "", digits] = /^([^/%]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const bits = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  const prefix = digits === undefined ? bits : Number(digits);
  return bits > 0 && prefix <= bits ? { address, prefix } : undefined;
}

/** An IPv4-mapped IPv6 address is in no network of IPv4. */
export function inNetworks(networks: readonly Network[]): (address: string) => boolean {
  // One list for both would match mapped addresses.
  const lists = { 4: new BlockList(), 6: new BlockList() };
  for (const { address, prefix } of networks) {
    if (isIP(address) === 4) lists[4].addSubnet(address, prefix, "ipv4");
    else lists[6].addSubnet(address, prefix, "ipv6");
  }
  return (address) => {
    const version = isIP(address);
    if (version === 4) return lists[4].check(address, "ipv4");
    return version === 6 && lists[6].check(address, "ipv6");
  };
}

export function isWithin(inner: Network, outer: Network): boolean {
  return inner.prefix >= outer.prefix && inNetworks([outer])(inner.address);
}
