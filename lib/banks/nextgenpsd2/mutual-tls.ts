import { Agent, fetch as fetchByAgent } from "undici";

/** All PEM. */
export type TlsOptions = {
  certificate?: { cert: string; key: string; passphrase?: string | undefined } | undefined;
  /** The only trusted authorities; Node's by default. */
  authorities?: string | undefined;
};

/** No fallback: an unverified bank certificate is a network failure. */
export function createMutualTlsFetch({
  certificate,
  authorities,
}: TlsOptions): typeof globalThis.fetch {
  const dispatcher = new Agent({
    connect: {
      minVersion: "TLSv1.2",
      rejectUnauthorized: true,
      ...(certificate && {
        cert: certificate.cert,
        key: certificate.key,
        ...(certificate.passphrase !== undefined && { passphrase: certificate.passphrase }),
      }),
      ...(authorities !== undefined && { ca: authorities }),
    },
  });
  // At run time its Request and Response are the platform's.
  const send = fetchByAgent as unknown as (
    input: Parameters<typeof globalThis.fetch>[0],
    init: RequestInit & { dispatcher: Agent },
  ) => Promise<Response>;
  return (input, init) => send(input, { ...init, dispatcher });
}
