import { Agent, fetch as fetchByAgent } from "undici";

/** Whose certificate is shown to a bank, and whose is trusted there. All in PEM. */
export type TlsOptions = {
  certificate?: { cert: string; key: string; passphrase?: string | undefined } | undefined;
  /** The only authorities that may vouch for the bank; those of Node where left out. */
  authorities?: string | undefined;
};

/**
 * Makes a `fetch` with connections of its own: it shows our certificate, and rejects as a network failure where the
 * bank's can't be verified. Nothing weaker is tried.
 */
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
  // The package declares a Request and a Response of its own beside those of the platform, which they are.
  const send = fetchByAgent as unknown as (
    input: Parameters<typeof globalThis.fetch>[0],
    init: RequestInit & { dispatcher: Agent },
  ) => Promise<Response>;
  return (input, init) => send(input, { ...init, dispatcher });
}
