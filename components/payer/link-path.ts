/** The page of a payment link. */
export function linkPath(token: string, query: Record<string, string | undefined> = {}): string {
  const present = Object.entries(query).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  const search = present.length > 0 ? `?${new URLSearchParams(present)}` : "";
  return `/l/${encodeURIComponent(token)}${search}`;
}
