import { isIP, type LookupFunction } from "node:net";
import { buildConnector } from "undici";
import { hostOf, refusalOf } from "./callback-url.ts";
import { findAddresses } from "./host-addresses.ts";

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

/** Connects to the checked address itself, which prevents DNS rebinding. */
export function guardedConnector({
  allowLocal,
  timeoutMs,
  lookup = lookupBy(allowLocal),
}: {
  allowLocal: boolean;
  timeoutMs: number;
  lookup?: LookupAll | undefined;
}): buildConnector.connector {
  return (options, callback) => {
    const refusal = (addresses: string[]) => {
      const reason = refusalOf(options, addresses, allowLocal);
      return reason === undefined ? undefined : new BlockedAddressError(reason);
    };
    const guardedLookup: LookupFunction = (hostname, { all }, done) =>
      lookup(hostname, (error, addresses = []) => {
        const failure = error ?? refusal(addresses.map(({ address }) => address));
        const [first] = addresses;
        if (failure || !first) done(failure ?? new BlockedAddressError("no address"), "", 0);
        else if (all) done(null, addresses);
        else done(null, first.address, first.family);
      });

    // undici does not look up literal addresses.
    const host = hostOf(options);
    const refusedNow = isIP(host) ? refusal([host]) : undefined;
    if (refusedNow) return callback(refusedNow, null);

    const connect = buildConnector({
      allowH2: false,
      maxCachedSessions: 0,
      timeout: timeoutMs,
      lookup: guardedLookup,
      // Explicit: environment variables can weaken both defaults.
      minVersion: "TLSv1.2",
      rejectUnauthorized: true,
    });
    connect(options, (...[error, socket]) => {
      if (error) return callback(error, null);
      const refusedLate = refusal([socket?.remoteAddress ?? ""]);
      if (!refusedLate) return callback(null, socket);
      socket?.destroy();
      callback(refusedLate, null);
    });
  };
}
