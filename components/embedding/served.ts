/** What the received headers allow for frames. */
export type Served = "waiting" | "fine" | "failed" | "ancestors" | { frameOptions: string };

/** What a proxy did to our headers. `Headers` joins repeated headers by commas. */
export function servedFault(headers: Pick<Headers, "get">): Served {
  const frameOptions = headers.get("x-frame-options");
  if (frameOptions !== null) return { frameOptions };
  const policies = headers.get("content-security-policy") ?? "";
  const named = policies.match(/(^|[;,\s])frame-ancestors\s/gi) ?? [];
  return named.length === 1 && !policies.includes(",") ? "fine" : "ancestors";
}

/**
 * Where to read headers that a proxy adds: at the `checkout`, or at our `probe` page while no checkout is known. Only pages of
 * the checkout's origin can read them.
 */
export function servedAt(
  checkout: { url: string; isKnown: boolean },
  probe: string,
): { address: string; isReadable: boolean } {
  const isReadable = new URL(checkout.url).origin === new URL(probe).origin;
  return { address: checkout.isKnown || !isReadable ? checkout.url : probe, isReadable };
}

export function headersCommand(address: string): string {
  return `curl -sSI '${address}'`;
}
