/** How Bankside is registered at the sandbox bank's OAuth2 server. */
export const SANDBOX_CLIENT = { clientId: "bankside", scope: "PIS" } as const;

/** Under the version, so that it serves only our own processes. */
export const SANDBOX_METADATA_PATH = "/v1/oauth/metadata";

/** The OAuth2 client sends no headers of ours by itself. */
export function fetchWith(headers: Record<string, string>): typeof globalThis.fetch {
  return (input, init) => {
    const all = { ...headers, ...Object.fromEntries(new Headers(init?.headers)) };
    return fetch(input, { ...init, headers: all });
  };
}
