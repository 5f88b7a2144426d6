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
  generateRandomCodeVerifier,
  generateRandomNonce,
  generateRandomState,
  getValidatedIdTokenClaims,
  type IDToken,
  processAuthorizationCodeResponse,
  processUserInfoResponse,
  type UserInfoResponse,
  userInfoRequest,
  validateApplicationLevelSignature,
  validateAuthResponse,
} from "oauth4webapi";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { OidcSettings } from "#lib/platform/configuration/oidc-settings.ts";
import { AppError, isAppError } from "#lib/platform/failures/errors.ts";
import type { Logger } from "#lib/platform/telemetry/logger.ts";
import { createDiscovery, type FindServer, reasonOf, requestOptions } from "./discovery.ts";

const TOLERANCE_SECONDS = 30;

export type OidcRequest = { state: string; nonce: string; verifier: string };

export type Claims = { iss: string; sub: string; [name: string]: unknown };

type ProviderDeps = {
  settings: OidcSettings;
  redirectUri: string;
  clock: Clock;
  logger: Pick<Logger, "warn">;
};

type Deps = ProviderDeps & { findServer: FindServer };

export type Provider = ReturnType<typeof createProvider>;

/** Authorization code flow with PKCE, state and nonce (OpenID Connect Core 1.0, 3.1). */
export function createProvider(given: ProviderDeps) {
  const deps: Deps = { ...given, findServer: createDiscovery(given) };
  return {
    start: () => start(deps),
    finish: (query: URLSearchParams, request: OidcRequest, needed: string[]) =>
      finish(deps, query, request, needed),
  };
}

/** @throws AppError `oidc_unavailable` */
async function start({
  settings,
  redirectUri,
  findServer,
}: Deps): Promise<{ url: string; request: OidcRequest }> {
  const { authorization_endpoint: endpoint = "" } = await findServer();
  const isAllowed =
    endpoint.startsWith("https:") || requestOptions(settings)[allowInsecureRequests];
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
}

/**
 * `needed`: claims to get from the UserInfo endpoint if the ID token lacks them.
 * @throws AppError `oidc_unavailable`, `oidc_refused` (by the user or the provider), `oidc_failed`
 */
async function finish(
  deps: Deps,
  query: URLSearchParams,
  request: OidcRequest,
  needed: string[],
): Promise<Claims> {
  try {
    return await redeem(deps, query, request, needed);
  } catch (error) {
    if (isAppError(error)) throw error;
    // No `cause`: errors of the library quote codes and tokens.
    deps.logger.warn({ reason: reasonOf(error) }, "a sign-in with the OpenID provider failed");
    throw new AppError(
      error instanceof AuthorizationResponseError ? "oidc_refused" : "oidc_failed",
    );
  }
}

async function redeem(deps: Deps, query: URLSearchParams, request: OidcRequest, needed: string[]) {
  const { settings } = deps;
  const options = requestOptions(settings);
  const server = await deps.findServer();
  const client = clientNow(deps);
  const validated = validateAuthResponse(server, client, query, request.state);
  const response = await authorizationCodeGrantRequest(
    server,
    client,
    authenticationAt(settings, server),
    validated,
    deps.redirectUri,
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
  const more = await userInfoRequest(server, client, tokens.access_token, options);
  const info = await processUserInfoResponse(server, client, claims.sub, more);
  return merged(claims, info, settings.emailVerifiedClaim);
}

const clientNow = ({ settings, clock }: Deps): Client => ({
  client_id: settings.clientId,
  [clockSkew]: Math.round((clock.now().getTime() - Date.now()) / 1000),
  [clockTolerance]: TOLERANCE_SECONDS,
});

// RFC 8414, section 2: without a list it is client_secret_basic.
function authenticationAt(settings: OidcSettings, server: AuthorizationServer) {
  const methods = server.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
  const isPost = !methods.includes("client_secret_basic");
  return (isPost ? ClientSecretPost : ClientSecretBasic)(settings.clientSecret);
}

/** The address and its confirmation must come from one source. */
function merged(claims: IDToken, info: UserInfoResponse, verifiedClaim: string): IDToken {
  const isWhole = claims["email"] !== undefined && claims[verifiedClaim] !== undefined;
  const source = isWhole || info.email === undefined ? claims : info;
  const address = { email: source["email"], [verifiedClaim]: source[verifiedClaim] };
  return { ...info, ...claims, ...address };
}
