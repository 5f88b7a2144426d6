import type { Context, MiddlewareHandler } from "hono";
import type { ApiKey } from "#lib/merchants/api-keys/api-key.ts";
import type { IntegrationMethod } from "#lib/merchants/model/integration-method.ts";
import type { Scope } from "#lib/merchants/model/scope.ts";
import { AppError } from "#lib/platform/failures/errors.ts";
import { continueTrace, isTracing } from "#lib/platform/telemetry/tracing/tracer.ts";
import type { ApiEnv } from "./context.ts";
import { countRequest, lookUpCredential } from "./rate-limits.ts";

type Credential = { kind: "apiKey"; key: string } | { kind: "jwt"; jwt: string | undefined };

// `Authentication` is the documented name for a JWT; HTTP libraries send `Authorization`.
const BEARER_HEADERS = ["authentication", "authorization"];
// RFC 6750 §2.1, RFC 9110 §11.2: scheme in any case, one space, a token68.
const BEARER = /^bearer (?<token>[a-z0-9\-._~+/]+=*)$/i;
const KEY_PREFIX = "sk_";
const FROM_A_PAGE = "Send an API key from your server. Pages of other origins may send a JWT only.";

/** @throws AppError `unauthorized` for no credential, `ambiguous_credentials` for several */
function readCredential(headers: Headers): Credential {
  const key = headers.get("x-api-key");
  const bearers = BEARER_HEADERS.flatMap((name) => headers.get(name) ?? []);
  if (bearers.length + (key === null ? 0 : 1) > 1) throw new AppError("ambiguous_credentials");
  if (key !== null) return { kind: "apiKey", key };
  const [value] = bearers;
  if (value === undefined) throw new AppError("unauthorized");
  const token = BEARER.exec(value)?.groups?.["token"];
  if (!token?.startsWith(KEY_PREFIX)) return { kind: "jwt", jwt: token };
  // The preflight allows `Authorization` for JWTs only.
  if (headers.has("origin")) throw new AppError("unauthorized", { detail: FROM_A_PAGE });
  return { kind: "apiKey", key: token };
}

/** @throws AppError `insufficient_scope` */
function requireScope({ scopes, method }: ApiKey, { scope, orMethod }: Needed): void {
  const isScoped = scope !== undefined && scopes?.includes(scope) === true;
  const isWhole = scopes === null && (scope === undefined || method === orMethod);
  if (!isScoped && !isWhole) throw new AppError("insufficient_scope");
}

type Needed = {
  /** Begins with the look-up of the key, so that both share a round trip. A caller without a valid key must get none of it. */
  beside?: (c: Context<ApiEnv>) => void;
  /** Without it, only keys without a scope. */
  scope?: Scope;
  /** Keys without a scope of this method, too. */
  orMethod?: IntegrationMethod;
};

/** All other credentials fail with the same message. */
export const requireApiKeyAnd =
  ({ beside, ...needed }: Needed): MiddlewareHandler<ApiEnv> =>
  async (c, next) => {
    const credential = readCredential(c.req.raw.headers);
    if (credential.kind === "jwt") throw new AppError("unauthorized");
    const { apiKeys } = c.get("services");
    const lookUp = () => {
      beside?.(c);
      return apiKeys.authenticate(credential.key);
    };
    const apiKey = await lookUpCredential(c, lookUp);
    c.set("apiKey", apiKey);
    if (isTracing()) continueTrace(c.req.raw.headers.get("traceparent"));
    countRequest(c);
    requireScope(apiKey, needed);
    await next();
  };

export const requireApiKey = requireApiKeyAnd({});

export const requireKeyOrJwt: MiddlewareHandler<ApiEnv> = async (c, next) => {
  const credential = readCredential(c.req.raw.headers);
  if (credential.kind === "apiKey") return requireApiKey(c, next);
  const { jwt } = credential;
  const { tokens } = c.get("services");
  const token = await lookUpCredential(c, async () =>
    jwt === undefined ? undefined : tokens.verify(jwt),
  );
  c.set("token", token);
  c.set("apiKey", token.apiKey);
  countRequest(c);
  requireScope(token.apiKey, {});
  return next();
};
