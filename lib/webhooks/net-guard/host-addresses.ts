import { lookup, Resolver } from "node:dns/promises";

const DEADLINE_MS = 5_000;
const TRY_MS = 1_500;
const TRIES = 2;

// c-ares returns these at once without a DNS result.
const NOT_IN_DNS = ["ENOTFOUND", "ENODATA", "ECONNREFUSED"];

type Options = {
  /** Also names that only this machine knows. */
  allowLocal: boolean;
  deadlineMs?: number;
  /** As `address:port`. */
  servers?: string[];
};

/**
 * Within 5 s; one address family is enough. The system's lookup blocks one of the process's few threads.
 * @throws Error `ENOTFOUND`, or `EAI_AGAIN` if temporary
 */
export async function findAddresses(
  hostname: string,
  { allowLocal, deadlineMs = DEADLINE_MS, servers }: Options,
): Promise<string[]> {
  // Never sent to DNS (RFC 6761 §6.3).
  if (/(^|\.)localhost\.?$/i.test(hostname)) return ["127.0.0.1", "::1"];
  const resolver = new Resolver({ timeout: TRY_MS, tries: TRIES });
  if (servers) resolver.setServers(servers);
  const timer = setTimeout(() => resolver.cancel(), deadlineMs);
  const families = await Promise.allSettled([
    resolver.resolve4(hostname),
    resolver.resolve6(hostname),
  ]);
  clearTimeout(timer);
  const addresses = families.flatMap((one) => (one.status === "fulfilled" ? one.value : []));
  if (addresses.length > 0) return addresses;
  const codes = families.map((one) => (one.status === "rejected" ? one.reason.code : undefined));
  if (allowLocal && codes.every((code) => NOT_IN_DNS.includes(code))) return lookupHere(hostname);
  const isUnknown = codes.includes("ENOTFOUND") || codes.every((code) => code === "ENODATA");
  // The resolver's own codes could be mistaken for the merchant server's.
  throw Object.assign(new Error("no address"), { code: isUnknown ? "ENOTFOUND" : "EAI_AGAIN" });
}

async function lookupHere(hostname: string): Promise<string[]> {
  return (await lookup(hostname, { all: true })).map(({ address }) => address);
}
