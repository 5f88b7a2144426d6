import { lookup, Resolver } from "node:dns/promises";

const DEADLINE_MS = 5_000;
const TRY_MS = 1_500;
const TRIES = 2;

// What c-ares answers at once where there is nothing to be had from DNS.
const NOT_IN_DNS = ["ENOTFOUND", "ENODATA", "ECONNREFUSED"];

type Options = {
  /** Whether names that only this machine knows, such as those of its hosts file, count too. */
  allowLocal: boolean;
  deadlineMs?: number;
  /** Name servers as `address:port`; the system's own by default. */
  servers?: string[];
};

/**
 * All addresses of a host name that DNS tells within 5 s; those of one family where the other's do not come. Asks by
 * sockets of its own: the system's lookup waits in one of the few threads all lookups of the process share, so that
 * names whose servers never answer would hold up everybody. Throws an error with the code `ENOTFOUND` or, when that may be
 * otherwise in a moment, `EAI_AGAIN`.
 */
export async function findAddresses(
  hostname: string,
  { allowLocal, deadlineMs = DEADLINE_MS, servers }: Options,
): Promise<string[]> {
  // Never a question for DNS (RFC 6761 §6.3).
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
  // A name that does not exist, or only for other questions.
  const isUnknown = codes.includes("ENOTFOUND") || codes.every((code) => code === "ENODATA");
  // The resolver's own codes could be taken for those of the merchant's server.
  throw Object.assign(new Error("no address"), { code: isUnknown ? "ENOTFOUND" : "EAI_AGAIN" });
}

async function lookupHere(hostname: string): Promise<string[]> {
  return (await lookup(hostname, { all: true })).map(({ address }) => address);
}
