export function callbackUrlOf(port: number): string {
  return new URL(`http://127.0.0.1:${port}/sandbox/shop/webhook`).href;
}

const MOVED = "moved";

/** `undefined` if the request may stay. Redirects once: a proxy may show another host each time. */
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
