import type { MiddlewareHandler } from "hono";
import { AppError } from "#lib/platform/errors.ts";
import { continueTrace, isTracing } from "#lib/platform/tracing/tracer.ts";
import type { ApiEnv } from "./context.ts";
import { countRequest, lookUpCredential } from "./rate-limits.ts";

/** An API key, or the value of a header for a JWT. */
type Credential = { kind: "apiKey"; key: string } | { kind: "bearer"; value: string };

// `Authentication` is the documented name; HTTP libraries send `Authorization`.
const BEARER_HEADERS = ["authentication", "authorization"];
// RFC 6750 §2.1, RFC 9110 §11.2: scheme in any case, one space, a token68.
const BEARER = /^bearer (?<jwt>[a-z0-9\-._~+/]+=*)$/i;

/** @throws AppError `unauthorized` for no credential, `ambiguous_credentials` for several */
function readCredential(headers: Headers): Credential {
  const key = headers.get("x-api-key");
  const bearers = BEARER_HEADERS.flatMap((name) => headers.get(name) ?? []);
  if (bearers.length + (key === null ? 0 : 1) > 1) throw new AppError("ambiguous_credentials");
  if (key !== null) return { kind: "apiKey", key };
  const [value] = bearers;
  if (value !== undefined) return { kind: "bearer", value };
  throw new AppError("unauthorized");
}

/** Accepts a valid API key. All other credentials fail with the same message. */
export const requireApiKey: MiddlewareHandler<ApiEnv> = async (c, next) => {
  const credential = readCredential(c.req.raw.headers);
  if (credential.kind === "bearer") throw new AppError("unauthorized");
  const { apiKeys } = c.get("services");
  c.set("apiKey", await lookUpCredential(c, () => apiKeys.authenticate(credential.key)));
  if (isTracing()) continueTrace(c.req.raw.headers.get("traceparent"));
  countRequest(c);
  await next();
};

export const requireKeyOrJwt: MiddlewareHandler<ApiEnv> = async (c, next) => {
  const credential = readCredential(c.req.raw.headers);
  if (credential.kind === "apiKey") return requireApiKey(c, next);
  const jwt = BEARER.exec(credential.value)?.groups?.["jwt"];
  const { tokens } = c.get("services");
  const token = await lookUpCredential(c, async () =>
    jwt === undefined ? undefined : tokens.verify(jwt),
  );
  c.set("token", token);
  c.set("apiKey", token.apiKey);
  countRequest(c);
  return next();
};
