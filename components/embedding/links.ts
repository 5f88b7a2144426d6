export function embedCheckPath(known: { origin?: string; reference?: string } = {}): string {
  const query = new URLSearchParams(Object.entries(known).filter(([, value]) => value !== ""));
  return `/embed-check${query.size > 0 ? `?${query}` : ""}`;
}
