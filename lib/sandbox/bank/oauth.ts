import { createHash } from "node:crypto";
import { z } from "zod";
import { SANDBOX_CLIENT } from "#lib/banks/sandbox/sandbox-oauth.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Seal } from "#lib/platform/crypto/seal.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { digest, randomToken } from "#lib/platform/values/ids.ts";
import * as repository from "./repository.ts";
import { TppError } from "./tpp-messages.ts";

const CODE_LIFE_MS = 60_000;
/** Longer than a code's: a redeemed code is remembered until it has expired. */
const TOKEN_LIFE_MS = 5 * 60_000;
const CODE = "sandbox-bank:code";

type Deps = { db: Database; clock: Clock; seal: Seal; baseUrl: string; returnUrl: string };
type Refusal = "invalid_request" | "unsupported_grant_type" | "invalid_client" | "invalid_grant";

export type SandboxOAuth = ReturnType<typeof createSandboxOAuth>;
export type AuthorisationRequest = z.infer<ReturnType<typeof requestSchema>>;

/**
 * Authorization code with PKCE (RFC 6749, RFC 7636) for one client. A code is sealed, not stored, as anyone can open the page: only
 * a redeemed one takes a row.
 */
export function createSandboxOAuth({ baseUrl: given, ...rest }: Deps) {
  const deps = { ...rest, baseUrl: given.replace(/\/+$/, "") };
  const schema = requestSchema(deps.returnUrl);
  return {
    metadata: metadataOf(deps.baseUrl),
    /** `undefined`: not of our client. Such a request never redirects, as its address may be forged. */
    readRequest: (fields: unknown): AuthorisationRequest | undefined =>
      schema.safeParse(fields).data,
    grant: (request: AuthorisationRequest) =>
      comeBack(deps, request, { code: newCode(deps, request) }),
    deny: (request: AuthorisationRequest) => comeBack(deps, request, { error: "access_denied" }),
    redeem: (form: URLSearchParams) => redeem(deps, form),
    bindToken: (authorization: string | undefined, requestId: string) =>
      bindToken(deps, authorization, requestId),
  };
}

const requestSchema = (returnUrl: string) =>
  z.object({
    response_type: z.literal("code"),
    client_id: z.literal(SANDBOX_CLIENT.clientId),
    redirect_uri: z.literal(returnUrl),
    scope: z.literal(SANDBOX_CLIENT.scope),
    state: z.string().regex(/^[\x21-\x7e]{1,512}$/),
    code_challenge: z.string().regex(/^[\w-]{43}$/),
    code_challenge_method: z.literal("S256"),
  });

const redemption = z.object({
  code: z.string().min(1).max(1024),
  redirect_uri: z.string().max(2048),
  code_verifier: z.string().regex(/^[\w.~-]{43,128}$/),
});

const codeSchema = z.object({ challenge: z.string(), expiresAt: z.number() });

const metadataOf = (baseUrl: string) => ({
  issuer: baseUrl,
  authorization_endpoint: `${baseUrl}/authorize`,
  token_endpoint: `${baseUrl}/v1/oauth/token`,
  response_types_supported: ["code"],
  grant_types_supported: ["authorization_code"],
  code_challenge_methods_supported: ["S256"],
  token_endpoint_auth_methods_supported: ["tls_client_auth"],
  scopes_supported: [SANDBOX_CLIENT.scope],
  authorization_response_iss_parameter_supported: true,
});

function newCode({ clock, seal }: Deps, { code_challenge: challenge }: AuthorisationRequest) {
  const expiresAt = clock.now().getTime() + CODE_LIFE_MS;
  return seal.seal(JSON.stringify({ challenge, expiresAt }), CODE);
}

function comeBack(
  { baseUrl, returnUrl }: Deps,
  { state }: AuthorisationRequest,
  result: Record<string, string>,
): string {
  const url = new URL(returnUrl);
  url.search = new URLSearchParams({ state, iss: baseUrl, ...result }).toString();
  return url.href;
}

async function redeem(deps: Deps, form: URLSearchParams) {
  const fields = Object.fromEntries(form);
  if (new Set(form.keys()).size !== [...form.keys()].length) return refuse("invalid_request");
  if (fields["client_id"] !== SANDBOX_CLIENT.clientId) return refuse("invalid_client");
  if (fields["grant_type"] !== "authorization_code") return refuse("unsupported_grant_type");
  const parsed = redemption.safeParse(fields);
  if (!parsed.success) return refuse("invalid_request");
  const { code, redirect_uri: redirectUri, code_verifier: verifier } = parsed.data;
  const known = openCode(deps.seal, code);
  const now = deps.clock.now().getTime();
  const isRight =
    known !== undefined &&
    known.expiresAt > now &&
    known.challenge === createHash("sha256").update(verifier).digest("base64url") &&
    redirectUri === deps.returnUrl;
  if (!isRight) return refuse("invalid_grant");
  const token = randomToken(32);
  const grant = { codeDigest: digest(code), tokenDigest: digest(token), requestId: null };
  const expiresAt = new Date(now + TOKEN_LIFE_MS);
  if (!(await repository.insertGrant(deps.db, { ...grant, expiresAt }))) {
    // RFC 6749 §4.1.2: reusing a code revokes its token.
    await repository.revokeGrant(deps.db, grant.codeDigest);
    return refuse("invalid_grant");
  }
  return {
    access_token: token,
    token_type: "Bearer",
    expires_in: TOKEN_LIFE_MS / 1000,
    scope: SANDBOX_CLIENT.scope,
  };
}

const refuse = (error: Refusal) => ({ error });

function openCode(seal: Seal, code: string) {
  try {
    return codeSchema.parse(JSON.parse(seal.open(code, CODE)));
  } catch {
    return undefined;
  }
}

/**
 * A token is for one order, which may be repeated.
 * @throws TppError `TOKEN_UNKNOWN`, `TOKEN_EXPIRED`, `TOKEN_INVALID`
 */
async function bindToken(
  { db, clock }: Deps,
  authorization: string | undefined,
  requestId: string,
): Promise<void> {
  const [, token] = /^Bearer ([\w-]{43})$/i.exec(authorization ?? "") ?? [];
  const grant = token && (await repository.bindGrant(db, digest(token), requestId));
  if (!grant) throw new TppError("TOKEN_UNKNOWN", "The payer must grant access first");
  if (grant.expiresAt <= clock.now()) throw new TppError("TOKEN_EXPIRED", "The token has expired");
  if (grant.requestId !== requestId) {
    throw new TppError("TOKEN_INVALID", "The token was used for another order");
  }
}
