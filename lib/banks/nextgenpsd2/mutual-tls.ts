import type { Agent, fetch as FetchByAgent } from "undici";

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
  let opened: Promise<{ dispatcher: Agent; send: typeof FetchByAgent }> | undefined;
  // With the first request, as undici takes 14 MB of memory.
  const open = async () => {
    const { Agent, fetch } = await import("undici");
    return { dispatcher: new Agent({ connect }), send: fetch };
  };
  return async (input, init) => {
    opened ??= open();
    const { dispatcher, send } = await opened;
    // At run time its Request and Response are the platform's.
    const sendAsPlatform = send as unknown as (
      input: Parameters<typeof globalThis.fetch>[0],
      init: RequestInit & { dispatcher: Agent },
    ) => Promise<Response>;
    return sendAsPlatform(input, { ...init, dispatcher });
  };
}
