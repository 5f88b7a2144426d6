/** Where the shop receives its webhooks: in this very process, whatever its public address is. */
export function callbackUrlOf(port: number): string {
  return new URL(`http://127.0.0.1:${port}/sandbox/shop/webhook`).href;
}

/** Marks a request that was sent to the shop's address already; it is never sent there again. */
const MOVED = "moved";

/**
 * Where a request for the shop belongs if it came to another host than the shop's; `undefined` if it may stay.
 * A reverse proxy may show every request under another host, so nobody is sent twice.
 */
export function shopAddressOf(request: {
  hosts: (string | null)[];
  shopUrl: string;
  path: string;
  query: Record<string, string | string[] | undefined>;
}): string | undefined {
  const { hosts, shopUrl, path, query } = request;
  if (hosts.includes(new URL(shopUrl).host) || query[MOVED] !== undefined) return undefined;
  const target = new URL(`${shopUrl}${path}`);
  for (const [name, value] of Object.entries(query)) {
    for (const one of [value ?? []].flat()) target.searchParams.append(name, one);
  }
  target.searchParams.set(MOVED, "1");
  return target.href;
}
