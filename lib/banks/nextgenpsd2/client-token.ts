import {
  type AuthorizationServer,
  type Client,
  ClientSecretBasic,
  clientCredentialsGrantRequest,
  processClientCredentialsResponse,
  TlsClientAuth,
} from "oauth4webapi";
import { BankError, type BankTokens } from "#lib/banks/connector.ts";
import type { ClientToken } from "./api.ts";
import { inBankWords, type OAuthDeps, processed, requestOptionsOf, toTokens } from "./oauth.ts";

export type ClientTokenOptions = {
  tokenUrl: string;
  clientId: string;
  /** Without one, the TLS certificate names the client. */
  secret?: string | undefined;
  scope?: string | undefined;
};

// Renewed before it could expire in transit.
const SHORTEST_LIFE_MS = 30_000;
const LIFE_WITHOUT_TERM_MS = 5 * 60_000;

/** Client credentials grant (RFC 6749, 4.4). Requests at the same time share one token. */
export function createClientToken(options: ClientTokenOptions, deps: OAuthDeps): ClientToken {
  let current: Promise<BankTokens> | undefined;

  function renew(): Promise<BankTokens> {
    const tokens = ask(options, deps);
    tokens.catch(() => {
      if (current === tokens) current = undefined;
    });
    return tokens;
  }

  return async ({ rejected }) => {
    const seen = current;
    const known = await seen;
    if (known && known.accessToken !== rejected && isFresh(known, deps)) return known.accessToken;
    // Another request may have renewed it during the wait.
    if (!current || current === seen) current = renew();
    return (await current).accessToken;
  };
}

function isFresh({ expiresAt }: BankTokens, { now }: OAuthDeps): boolean {
  return expiresAt !== undefined && expiresAt - SHORTEST_LIFE_MS > now().getTime();
}

async function ask(options: ClientTokenOptions, deps: OAuthDeps): Promise<BankTokens> {
  const { tokenUrl, clientId, secret, scope } = options;
  const server: AuthorizationServer = {
    issuer: new URL(tokenUrl).origin,
    token_endpoint: tokenUrl,
  };
  const client: Client = { client_id: clientId };
  try {
    return await inBankWords(async () => {
      const response = await clientCredentialsGrantRequest(
        server,
        client,
        secret === undefined ? TlsClientAuth() : ClientSecretBasic(secret),
        new URLSearchParams(scope === undefined ? {} : { scope }),
        requestOptionsOf(deps),
      );
      const granted = await processed(response, (one) =>
        processClientCredentialsResponse(server, client, one),
      );
      const now = deps.now();
      return { expiresAt: now.getTime() + LIFE_WITHOUT_TERM_MS, ...toTokens(granted, now) };
    });
  } catch (error) {
    if (!(error instanceof BankError) || error.kind !== "refused") throw error;
    // No order was sent, so none was refused.
    throw new BankError("denied", "the bank refused us a token", { code: error.code });
  }
}
