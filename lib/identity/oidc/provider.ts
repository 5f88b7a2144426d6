import {
  AuthorizationResponseError,
  type AuthorizationServer,
  allowInsecureRequests,
  authorizationCodeGrantRequest,
  type Client,
  ClientSecretBasic,
  ClientSecretPost,
  calculatePKCECodeChallenge,
  clockSkew,
  clockTolerance,
  customFetch,
  discoveryRequest,
  generateRandomCodeVerifier,
  generateRandomNonce,
  generateRandomState,
  getValidatedIdTokenClaims,
  type IDToken,
  processAuthorizationCodeResponse,
  processDiscoveryResponse,
  processUserInfoResponse,
  ResponseBodyError,
  type UserInfoResponse,
  userInfoRequest,
  validateApplicationLevelSignature,
  validateAuthResponse,
} from "oauth4webapi";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { OidcSettings } from "#lib/platform/configuration/oidc-settings.ts";
import { refuseInsideTransaction } from "#lib/platform/db/open-transaction.ts";
import { AppError, isAppError } from "#lib/platform/failures/errors.ts";
import type { Logger } from "#lib/platform/telemetry/logger.ts";

const TIMEOUT_MS = 10_000;
const METADATA_MS = 60 * 60 * 1000;
const TOLERANCE_SECONDS = 30;

/** What the browser keeps, encrypted, until it returns. */
export type OidcRequest = { state: string; nonce: string; verifier: string };

export type Claims = { iss: string; sub: string; [name: string]: unknown };

type Deps = {
  settings: OidcSettings;
  /** As registered at the provider. */
  redirectUri: string;
  clock: Clock;
  logger: Pick<Logger, "warn">;
};

/** Authorization code flow with PKCE, state and nonce (OpenID Connect Core 1.0, section 3.1). */
export function createProvider({ settings, redirectUri, clock, logger }: Deps) {
  const options = {
    [allowInsecureRequests]: settings.issuer.startsWith("http:"),
    [customFetch]: send,
  };
  let known: { server: Promise<AuthorizationServer>; until: number } | undefined;

  // Also the age of its keys in the library's cache. A failure is not kept.
  function findServer(): Promise<AuthorizationServer> {
    const now = clock.now().getTime();
    if (known && now < known.until) return known.server;
    const server = discover().catch(() => discover());
    known = { server, until: now + METADATA_MS };
    server.catch(() => {
      known = undefined;
    });
    return server;
  }

  async function discover(): Promise<AuthorizationServer> {
    const issuer = new URL(settings.issuer);
    return processDiscoveryResponse(issuer, await discoveryRequest(issuer, options));
  }

  function serverOrUnavailable(): Promise<AuthorizationServer> {
    return findServer().catch((error: unknown) => {
      logger.warn({ reason: reasonOf(error) }, "the OpenID provider can't be discovered");
      throw new AppError("oidc_unavailable");
    });
  }

  const clientNow = (): Client => ({
    client_id: settings.clientId,
    [clockSkew]: Math.round((clock.now().getTime() - Date.now()) / 1000),
    [clockTolerance]: TOLERANCE_SECONDS,
  });

  async function redeem(query: URLSearchParams, request: OidcRequest, needed: string[]) {
    const server = await serverOrUnavailable();
    const client = clientNow();
    const validated = validateAuthResponse(server, client, query, request.state);
    const response = await authorizationCodeGrantRequest(
      server,
      client,
      authenticationAt(server),
      validated,
      redirectUri,
      request.verifier,
      options,
    );
    const tokens = await processAuthorizationCodeResponse(server, client, response, {
      expectedNonce: request.nonce,
      requireIdToken: true,
    });
    await validateApplicationLevelSignature(server, response, options);
    const claims = getValidatedIdTokenClaims(tokens);
    if (!claims) throw new AppError("oidc_failed");
    const isWhole = needed.every((name) => claims[name] !== undefined);
    if (isWhole || server.userinfo_endpoint === undefined) return claims;
    // Some providers put claims of scopes there only.
    const more = await userInfoRequest(server, client, tokens.access_token, options);
    const info = await processUserInfoResponse(server, client, claims.sub, more);
    return merged(claims, info, settings.emailVerifiedClaim);
  }

  // RFC 8414, section 2: without a list it is client_secret_basic.
  function authenticationAt(server: AuthorizationServer) {
    const methods = server.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
    const isPost = !methods.includes("client_secret_basic");
    return (isPost ? ClientSecretPost : ClientSecretBasic)(settings.clientSecret);
  }

  return {
    /** @throws AppError `oidc_unavailable` */
    async start(): Promise<{ url: string; request: OidcRequest }> {
      const { authorization_endpoint: endpoint = "" } = await serverOrUnavailable();
      const isAllowed = endpoint.startsWith("https:") || options[allowInsecureRequests];
      if (!isAllowed || !URL.canParse(endpoint)) throw new AppError("oidc_unavailable");
      const request = {
        state: generateRandomState(),
        nonce: generateRandomNonce(),
        verifier: generateRandomCodeVerifier(),
      };
      const url = new URL(endpoint);
      for (const [name, value] of Object.entries({
        response_type: "code",
        client_id: settings.clientId,
        redirect_uri: redirectUri,
        scope: settings.scopes,
        state: request.state,
        nonce: request.nonce,
        code_challenge: await calculatePKCECodeChallenge(request.verifier),
        code_challenge_method: "S256",
      })) {
        url.searchParams.set(name, value);
      }
      return { url: url.href, request };
    },

    /**
     * `needed`: claims to ask for at the UserInfo endpoint, if the ID token lacks one.
     * @throws AppError `oidc_unavailable`, `oidc_refused` (by the user or the provider), `oidc_failed`
     */
    async finish(query: URLSearchParams, request: OidcRequest, needed: string[]): Promise<Claims> {
      try {
        return await redeem(query, request, needed);
      } catch (error) {
        if (isAppError(error)) throw error;
        // No `cause`: errors of the library quote codes and tokens.
        logger.warn({ reason: reasonOf(error) }, "a sign-in with the OpenID provider failed");
        throw new AppError(
          error instanceof AuthorizationResponseError ? "oidc_refused" : "oidc_failed",
        );
      }
    },
  };
}

/** @throws AppError `oidc_unavailable` */
async function send(url: string, init: object): Promise<Response> {
  refuseInsideTransaction("a request");
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const response = await fetch(url, { ...init, redirect: "manual", cache: "no-store", signal })
    // The body as well, within the same time.
    .then(async (head) => new Response(await head.arrayBuffer(), head))
    .catch(() => undefined);
  if (!response || response.status >= 500) throw new AppError("oidc_unavailable");
  return response;
}

const NAME = /^\w{1,60}$/;

/** A code of the library or of OAuth, without what it quotes. */
function reasonOf(error: unknown): string {
  const isOfProvider =
    error instanceof ResponseBodyError || error instanceof AuthorizationResponseError;
  const reason = isOfProvider ? error.error : (error as { code?: unknown } | undefined)?.code;
  return typeof reason === "string" && NAME.test(reason) ? reason : "unexpected";
}

/** An address and whether it is confirmed come from one source: they may be two addresses. */
function merged(claims: IDToken, info: UserInfoResponse, verifiedClaim: string): IDToken {
  const isWhole = claims["email"] !== undefined && claims[verifiedClaim] !== undefined;
  const source = isWhole || info.email === undefined ? claims : info;
  const address = { email: source["email"], [verifiedClaim]: source[verifiedClaim] };
  return { ...info, ...claims, ...address };
}
