import { createFetch } from "#lib/platform/net/fetch.ts";
import type { OutboundProxy } from "#lib/platform/net/outbound-proxy.ts";

/** All PEM. */
export type TlsOptions = {
  certificate?: { cert: string; key: string; passphrase?: string | undefined } | undefined;
  /** The only trusted authorities; Node's by default. */
  authorities?: string | undefined;
  proxy?: OutboundProxy | undefined;
};

/** No fallback: an unverified bank certificate is a network failure. */
export function createMutualTlsFetch({
  certificate,
  authorities,
  proxy,
}: TlsOptions): typeof globalThis.fetch {
  const connect = {
    minVersion: "TLSv1.2" as const,
    rejectUnauthorized: true,
    ...(certificate && {
      cert: certificate.cert,
      key: certificate.key,
      ...(certificate.passphrase !== undefined && { passphrase: certificate.passphrase }),
    }),
    ...(authorities !== undefined && { ca: authorities }),
  };
  return createFetch({ connect, proxy });
}
