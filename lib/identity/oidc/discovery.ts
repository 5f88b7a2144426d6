import {
  AuthorizationResponseError,
  type AuthorizationServer,
  allowInsecureRequests,
  customFetch,
  discoveryRequest,
  processDiscoveryResponse,
  ResponseBodyError,
} from "oauth4webapi";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { OidcSettings } from "#lib/platform/configuration/oidc-settings.ts";
import { refuseInsideTransaction } from "#lib/platform/db/open-transaction.ts";
import { AppError } from "#lib/platform/failures/errors.ts";
import type { Logger } from "#lib/platform/telemetry/logger.ts";

const TIMEOUT_MS = 10_000;
const METADATA_MS = 60 * 60 * 1000;
const NAME = /^\w{1,60}$/;

type Issuer = Pick<OidcSettings, "issuer">;

type Deps = { settings: Issuer; clock: Clock; logger: Pick<Logger, "warn"> };

export type FindServer = () => Promise<AuthorizationServer>;

/** @throws AppError `oidc_unavailable`, from the returned function */
export function createDiscovery({ settings, clock, logger }: Deps): FindServer {
  let known: { server: Promise<AuthorizationServer>; until: number } | undefined;

  // Also the age of its keys in the library's cache. Failures are not kept.
  function findServer(): Promise<AuthorizationServer> {
    const now = clock.now().getTime();
    if (known && now < known.until) return known.server;
    const server = discover(settings).catch(() => discover(settings));
    known = { server, until: now + METADATA_MS };
    server.catch(() => {
      known = undefined;
    });
    return server;
  }

  return () =>
    findServer().catch((error: unknown) => {
      logger.warn({ reason: reasonOf(error) }, "the OpenID provider can't be discovered");
      throw new AppError("oidc_unavailable");
    });
}

async function discover(settings: Issuer): Promise<AuthorizationServer> {
  const issuer = new URL(settings.issuer);
  return processDiscoveryResponse(issuer, await discoveryRequest(issuer, requestOptions(settings)));
}

export function requestOptions(settings: Issuer) {
  return {
    [allowInsecureRequests]: settings.issuer.startsWith("http:"),
    [customFetch]: send,
  };
}

/** @throws AppError `oidc_unavailable` */
async function send(url: string, init: object): Promise<Response> {
  refuseInsideTransaction("a request");
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const response = await fetch(url, { ...init, redirect: "manual", cache: "no-store", signal })
    .then(async (head) => new Response(await head.arrayBuffer(), head))
    .catch(() => undefined);
  if (!response || response.status >= 500) throw new AppError("oidc_unavailable");
  return response;
}

/** A code of the library or of OAuth, without what it quotes. */
export function reasonOf(error: unknown): string {
  const isOfProvider =
    error instanceof ResponseBodyError || error instanceof AuthorizationResponseError;
  const reason = isOfProvider ? error.error : (error as { code?: unknown } | undefined)?.code;
  return typeof reason === "string" && NAME.test(reason) ? reason : "unexpected";
}
