/** What the headers of the checkout, as they arrived, say of frames. */
export type Served = "waiting" | "fine" | "failed" | "ancestors" | { frameOptions: string };

/** What something on the way did to the headers of a page of ours; browsers join repeated ones by commas. */
export function servedFault(headers: Pick<Headers, "get">): Served {
  const frameOptions = headers.get("x-frame-options");
  if (frameOptions !== null) return { frameOptions };
  const policies = headers.get("content-security-policy") ?? "";
  const named = policies.match(/(^|[;,\s])frame-ancestors\s/gi) ?? [];
  return named.length === 1 && !policies.includes(",") ? "fine" : "ancestors";
}

/**
 * Where to look for headers that something on the way adds to the checkout: at `checkout`, the address of one, or at a page
 * of ours, the `probe`, while none is known. Only a page of the checkout's own origin can read them.
 */
export function servedAt(
  checkout: { url: string; isKnown: boolean },
  probe: string,
): { address: string; isReadable: boolean } {
  const isReadable = new URL(checkout.url).origin === new URL(probe).origin;
  return { address: checkout.isKnown || !isReadable ? checkout.url : probe, isReadable };
}

/** The line that prints the headers of an address. */
export function headersCommand(address: string): string {
  return `curl -sSI '${address}'`;
}
