import type { MiddlewareHandler } from "hono";
import { AppError } from "#lib/errors.ts";
import type { ApiEnv } from "./context.ts";

/** What a caller presents. */
type Credential = { kind: "apiKey"; key: string } | { kind: "bearer" };

// `Authentication` is the documented name; `Authorization` is what HTTP libraries send.
const BEARER_HEADERS = ["authentication", "authorization"];

/** Reads the one credential of a request. Throws `unauthorized` for none, `ambiguous_credentials` for several. */
function readCredential(headers: Headers): Credential {
  const key = headers.get("x-api-key");
  const bearers = BEARER_HEADERS.filter((name) => headers.has(name));
  if (bearers.length + (key === null ? 0 : 1) > 1) throw new AppError("ambiguous_credentials");
  if (key !== null) return { kind: "apiKey", key };
  if (bearers.length === 1) return { kind: "bearer" };
  throw new AppError("unauthorized");
}

function authenticateWith(bearerRefused: () => AppError): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const credential = readCredential(c.req.raw.headers);
    if (credential.kind === "bearer") throw bearerRefused();
    const apiKey = await c.var.services.apiKeys.authenticate(credential.key);
    if (!apiKey) throw new AppError("unauthorized");
    c.set("apiKey", apiKey);
    await next();
  };
}

/** Middleware: lets in whoever presents a good API key. Every other credential fails with one and the same text. */
export const requireApiKey = authenticateWith(() => new AppError("unauthorized"));

/** Middleware of the creation, where merchants try a JWT first: says that only an API key creates transactions. */
export const requireCreationCredential = authenticateWith(
  () =>
    new AppError("unauthorized", { detail: "Create transactions with an API key in X-API-Key." }),
);
