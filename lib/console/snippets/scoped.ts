import type { Scope } from "#lib/merchants/model/scope.ts";
import { shellQuoted } from "./quote.ts";
import { KEY_VARIABLE } from "./snippet.ts";
import { statementSnippets } from "./statements.ts";

const CALLS: Record<Exclude<Scope, "statements">, { path: string; body?: string }> = {
  read: { path: "/transactions?limit=1" },
  create: { path: "/transactions", body: '{"amount": 100, "currency": "EUR"}' },
  refund: { path: "/transactions/TRANSACTION_ID/refunds", body: '{"amount": 100}' },
  endpoints: { path: "/webhook-endpoints" },
};

/** A first call for each scope that the key has. */
export function scopedSnippets(baseUrl: string, apiKey: string, scopes: readonly Scope[]) {
  const key = `${KEY_VARIABLE}=${shellQuoted(apiKey)}\n`;
  return scopes.map((scope) => {
    if (scope === "statements") {
      const [{ code } = { code: "" }] = statementSnippets(baseUrl);
      return { id: scope, label: scope, code: key + code };
    }
    const { path, body } = CALLS[scope];
    const sent = body ? ` \\\n  -H "Content-Type: application/json" -d ${shellQuoted(body)}` : "";
    const code = `${key}curl -sS ${shellQuoted(baseUrl + path)} \\\n  -H "Authorization: Bearer $${KEY_VARIABLE}"${sent}`;
    return { id: scope, label: scope, code };
  });
}
