/** `unlisted` if none is similar. */
export type RefusalCause = "scheme" | "port" | "www" | "subdomain" | "unlisted";

const CAUSES = ["scheme", "port", "www", "subdomain"] as const;

export function causeOf(origin: string, allowed: string[]): RefusalCause {
  const refused = new URL(origin);
  const found = new Set(allowed.map((listed) => likeness(refused, new URL(listed))));
  return CAUSES.find((cause) => found.has(cause)) ?? "unlisted";
}

function likeness(refused: URL, listed: URL): RefusalCause {
  if (refused.hostname === listed.hostname) {
    return refused.protocol === listed.protocol ? "port" : "scheme";
  }
  const [one, other] = [refused, listed].map(({ hostname }) => hostname.replace(/^www\./, ""));
  if (one === other) return "www";
  return refused.hostname.endsWith(`.${other}`) ? "subdomain" : "unlisted";
}
