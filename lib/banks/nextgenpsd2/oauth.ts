import {
  AuthorizationResponseError,
  type AuthorizationServer,
  allowInsecureRequests,
  authorizationCodeGrantRequest,
  type Client,
  calculatePKCECodeChallenge,
  customFetch,
  generateRandomCodeVerifier,
  processAuthorizationCodeResponse,
  processDiscoveryResponse,
  processRefreshTokenResponse,
  ResponseBodyError,
  refreshTokenGrantRequest,
  TlsClientAuth,
  type TokenEndpointResponse,
  validateAuthResponse,
} from "oauth4webapi";
import { z } from "zod";
import { BankError, type BankTokens, type GrantRequest } from "#lib/banks/connector.ts";
import { type ApiOptions, sendOnce } from "./api.ts";
import { type NoteDropped, parseBankJson, readMembers } from "./json.ts";

export type OAuthOptions = {
  isBeforeOrder: boolean;
  issuer: string;
  clientId: string;
  /** For a grant before the order. A single payment uses `PIS:<paymentId>`. */
  scope: string;
  metadataUrl?: string | undefined;
  /** Exactly as registered at the bank. */
  redirectUri: string;
};

export type OAuthDeps = Pick<ApiOptions, "fetch" | "timeoutMs" | "onDropped"> & {
  now: () => Date;
  allowHttp: boolean;
};

const metadataSchema = z.looseObject({
  issuer: z.string(),
  authorization_endpoint: z.string(),
  token_endpoint: z.string(),
  authorization_response_iss_parameter_supported: z.boolean().optional(),
  mtls_endpoint_aliases: z.object({ token_endpoint: z.string().optional() }).optional(),
});

// What the library refuses in optional members, RFC 6749 §5.1.
const text = z.string().min(1).optional();
const tokenSchema = z.looseObject({
  expires_in: z.union([z.number().min(0), z.string().regex(/^\s*\d/)]).optional(),
  refresh_token: text,
  scope: text,
  id_token: text,
});

type Context = {
  options: OAuthOptions;
  deps: OAuthDeps;
  client: Client;
  requestOptions: ReturnType<typeof requestOptionsOf>;
};

/** PKCE (S256), authenticated by the TLS certificate (RFC 8705, `tls_client_auth`). */
export function createOAuthClient(options: OAuthOptions, deps: OAuthDeps) {
  const client: Client = { client_id: options.clientId };
  const context: Context = { options, deps, client, requestOptions: requestOptionsOf(deps) };
  return {
    ask: (state: string, scope = options.scope, metadataUrl = metadataUrlOf(options)) =>
      inBankWords(() => ask(context, state, scope, metadataUrl)),
    readResponse: (query: URLSearchParams, request: GrantRequest) =>
      readResponse(client, query, request),
    redeem: (parameters: string, request: GrantRequest) =>
      inBankWords(() => redeem(context, parameters, request)),
    renew: (refreshToken: string, request: GrantRequest) =>
      inBankWords(() => renew(context, refreshToken, request)),
  };
}

export function requestOptionsOf(deps: OAuthDeps) {
  return {
    [allowInsecureRequests]: deps.allowHttp,
    [customFetch]: async (url: string, init: RequestInit) => {
      const { status, headers, text } = await sendOnce(url, init, deps);
      const body = readable(tokenSchema, text, deps.onDropped);
      return new Response(body, { status, headers });
    },
  };
}

async function ask({ options, deps }: Context, state: string, scope: string, metadataUrl: string) {
  const metadata = await readMetadata(options, deps, metadataUrl);
  const verifier = generateRandomCodeVerifier();
  const url = new URL(metadata.authorization_endpoint);
  for (const endpoint of [url, new URL(metadata.token_endpoint)]) {
    requireProtocol(endpoint, deps.allowHttp);
  }
  for (const [name, value] of Object.entries({
    response_type: "code",
    client_id: options.clientId,
    redirect_uri: options.redirectUri,
    scope,
    state,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
  })) {
    url.searchParams.set(name, value);
  }
  const server = {
    issuer: metadata.issuer,
    tokenEndpoint: metadata.token_endpoint,
    namesItself: metadata.authorization_response_iss_parameter_supported === true,
  };
  return { approvalUrl: url.href, request: { state, verifier, server } };
}

function readResponse(client: Client, query: URLSearchParams, request: GrantRequest) {
  try {
    validateAuthResponse(serverOf(request), client, query, request.state);
    if (query.getAll("code").length === 1) return { parameters: query.toString() };
  } catch (error) {
    if (error instanceof AuthorizationResponseError) return { refusal: error.error };
  }
  // No `cause`: it would quote the code.
  throw new BankError("unexpected_answer", "this is no response of the bank's OAuth2 server");
}

async function redeem(
  { options, deps, client, requestOptions }: Context,
  parameters: string,
  request: GrantRequest,
) {
  const server = serverOf(request);
  const query = new URLSearchParams(parameters);
  const validated = validateAuthResponse(server, client, query, request.state);
  const response = await authorizationCodeGrantRequest(
    server,
    client,
    TlsClientAuth(),
    validated,
    options.redirectUri,
    request.verifier,
    requestOptions,
  );
  const granted = await processed(response, (one) =>
    processAuthorizationCodeResponse(server, client, one),
  );
  return toTokens(granted, deps.now());
}

async function renew(
  { deps, client, requestOptions }: Context,
  refreshToken: string,
  request: GrantRequest,
) {
  const server = serverOf(request);
  const response = await refreshTokenGrantRequest(
    server,
    client,
    TlsClientAuth(),
    refreshToken,
    requestOptions,
  );
  const granted = await processed(response, (one) =>
    processRefreshTokenResponse(server, client, one),
  );
  return { refreshToken, ...toTokens(granted, deps.now()) };
}

async function readMetadata(options: OAuthOptions, deps: OAuthDeps, url: string) {
  const init = { headers: { accept: "application/json" } };
  const { status, headers, text } = await sendOnce(url, init, deps);
  if (status >= 500) throw new BankError("unreachable", `the OAuth2 server answered ${status}`);
  const described = await processDiscoveryResponse(
    new URL(options.issuer),
    new Response(readable(metadataSchema, text, deps.onDropped), { status, headers }),
  );
  const metadata = metadataSchema.parse(described);
  const aliases = metadata.mtls_endpoint_aliases;
  return { ...metadata, token_endpoint: aliases?.token_endpoint ?? metadata.token_endpoint };
}

function readable(schema: z.ZodType, text: string, noteDropped: NoteDropped | undefined): string {
  const read = readMembers(schema, parseBankJson(text));
  if ("missing" in read) return text;
  if (read.dropped.length > 0) noteDropped?.(read.dropped);
  return JSON.stringify(read.data);
}

export function toTokens(granted: TokenEndpointResponse, now: Date): BankTokens {
  if (granted.token_type !== "bearer") {
    throw new BankError("unexpected_answer", "the bank's token is none to show as it is");
  }
  const lifetime = granted.expires_in;
  return {
    accessToken: granted.access_token,
    ...(granted.refresh_token !== undefined && { refreshToken: granted.refresh_token }),
    ...(lifetime !== undefined && { expiresAt: now.getTime() + lifetime * 1000 }),
  };
}

function serverOf({ server }: GrantRequest): AuthorizationServer {
  return {
    issuer: server.issuer,
    token_endpoint: server.tokenEndpoint,
    authorization_response_iss_parameter_supported: server.namesItself,
  };
}

// RFC 8414, section 3: the well-known part precedes the issuer's path.
function metadataUrlOf({ issuer, metadataUrl }: OAuthOptions): string {
  if (metadataUrl !== undefined) return metadataUrl;
  const { origin, pathname } = new URL(issuer);
  return `${origin}/.well-known/oauth-authorization-server${pathname.replace(/\/$/, "")}`;
}

function requireProtocol(url: URL, allowHttp: boolean): void {
  if (url.protocol === "https:" || (allowHttp && url.protocol === "http:")) return;
  throw new BankError("unexpected_answer", "the bank's OAuth2 server is not on https");
}

/** After 5xx, 408 and 429 the code or token may still be valid. */
export async function processed<T>(response: Response, read: (response: Response) => Promise<T>) {
  const { status } = response;
  if (status >= 500 || status === 408 || status === 429) {
    throw new BankError("unreachable", `the OAuth2 server answered ${status}`);
  }
  try {
    return await read(response);
  } catch (error) {
    if (status < 400 || error instanceof ResponseBodyError) throw error;
    throw new BankError("refused", `the OAuth2 server answered ${status}`);
  }
}

/** Errors of the library quote requests and responses, so they are replaced. */
export async function inBankWords<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof BankError) throw error;
    if (error instanceof ResponseBodyError) {
      throw new BankError("refused", "the OAuth2 server refused", { code: error.error });
    }
    throw new BankError("unexpected_answer", "the OAuth2 server's response was not understood");
  }
}
