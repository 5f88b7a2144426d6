import { isIP } from "node:net";
import { LOCAL_HEADER } from "./forwarded-for.ts";

type RequestHeaders = { get(name: string): string | null };

const IPV4_IN_IPV6 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
const NETWORK_GROUPS = 4;

/** An IPv4 address or the /64 network of an IPv6 one (one customer); `unknown` without any. */
export function clientAddress(headers: RequestHeaders): string {
  // forwarded-for.ts leaves one entry.
  const last = headers.get("x-forwarded-for")?.split(",").at(-1)?.trim() ?? "";
  const text = IPV4_IN_IPV6.exec(last)?.[1] ?? last;
  const version = isIP(text);
  if (version === 0) return "unknown";
  return version === 4 ? text : networkOf(text);
}

/** `undefined` for this machine itself, which has nothing to guess. A loopback address named by a proxy counts. */
export function limitedAddress(headers: RequestHeaders): string | undefined {
  return headers.get(LOCAL_HEADER) === null ? clientAddress(headers) : undefined;
}

/** `times`: multiple of one address's limit. */
type CountedNetwork = { key: string; times: number };

/** Multiples of one address's limit, by network size as in {@link networksOf}. */
const NETWORK_TIMES: readonly number[] = [1, 4, 16];

/** Narrowest first. An IPv6 /64 also counts for its /56 and /48: a home line has 256 /64 networks, a site 65,536. */
export function networksOf(address: string): CountedNetwork[] {
  const [, site = "", subnet = ""] = /^((?:[0-9a-f]+:){3})([0-9a-f]+)::\/64$/.exec(address) ?? [];
  const line = (Number.parseInt(subnet, 16) & 0xff00).toString(16);
  const keys = site === "" ? [address] : [address, `${site}${line}::/56`, `${site}:/48`];
  return keys.map((key, at) => ({ key, times: NETWORK_TIMES[at] ?? 1 }));
}

export function widestNetwork(address: string): string {
  return networksOf(address).at(-1)?.key ?? address;
}

/** A URL writes all groups in their shortest form, and an IPv4 address at the end as two groups. */
function networkOf(address: string): string {
  const [text = ""] = address.split("%");
  const [before = [], after = []] = new URL(`http://[${text}]`).hostname
    .slice(1, -1)
    .split("::")
    .map((part) => part.split(":").filter(Boolean));
  const zeros = Array<string>(8 - before.length - after.length).fill("0");
  return `${[...before, ...zeros, ...after].slice(0, NETWORK_GROUPS).join(":")}::/64`;
}
