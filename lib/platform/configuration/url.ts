const PARTS = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s;

/** `postgres://user@one:5432,two:5432/name`, as libpq reads it: a URL for each host. */
export function splitHosts(url: string): string[] {
  const [, start, hosts, rest] = PARTS.exec(url) ?? [];
  if (hosts === undefined) return [url];
  return hosts.split(",").map((host) => `${start}${host}${rest}`);
}
