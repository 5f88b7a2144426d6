import { AppError } from "#lib/platform/failures/errors.ts";
import {
  changeEndpoint,
  changeUrls,
  checkUrl,
  disableEndpoint,
  type EndpointDeps,
  type EndpointKey,
  enableEndpoint,
  type Owner,
} from "./change.ts";
import { createEndpoint, type EndpointRequest } from "./create.ts";
import { type EndpointView, type EndpointWithLatest, toEndpointView } from "./endpoint.ts";
import type { EndpointInput } from "./fields.ts";
import * as repository from "./repository.ts";
import { acknowledgeSecret, isSecretInUse, rotateSecret, secretsAt } from "./secrets.ts";

/** Every change is audited. Closed accounts can't be changed. */
export function createEndpoints(deps: EndpointDeps) {
  return {
    checkCallbackUrl: (target: Parameters<typeof checkUrl>[1]) => checkUrl(deps, target),
    createEndpoint: (request: EndpointRequest) => createEndpoint(deps, request),
    acknowledgeSecret: (key: EndpointKey & { mark: string }) => acknowledgeSecret(deps, key),
    changeEndpoint: (input: EndpointKey & EndpointInput) => changeEndpoint(deps, input),
    rotateSecret: (key: EndpointKey) => rotateSecret(deps, key),
    disableEndpoint: (key: EndpointKey) => disableEndpoint(deps, key),
    enableEndpoint: (key: EndpointKey) => enableEndpoint(deps, key),
    changeUrls: (input: Owner & { url: string }) => changeUrls(deps, input),
    listEndpoints: (owner: Owner) => listEndpoints(deps, owner),
    getEndpoint: (key: { accountId: string; id: string }) => getEndpoint(deps, key),
    secretsAt: (accountId: string, urls: readonly string[]) => secretsAt(deps, accountId, urls),
    isSecretInUse: (accountId: string, secret: string) => isSecretInUse(deps, accountId, secret),
  };
}

type Deps = Pick<EndpointDeps, "db" | "clock">;

async function listEndpoints({ db, clock }: Deps, owner: Owner): Promise<EndpointWithLatest[]> {
  const now = clock.now();
  const rows = await repository.listWithLatest(db, owner);
  return rows.map(({ endpoint, status, ...attempt }) => ({
    ...toEndpointView(endpoint, now),
    latest: status ? { status, ...attempt } : undefined,
  }));
}

/** @throws AppError `not_found` */
async function getEndpoint(
  { db, clock }: Deps,
  key: { accountId: string; id: string },
): Promise<EndpointView> {
  const endpoint = await repository.find(db, key);
  if (!endpoint) throw new AppError("not_found");
  return toEndpointView(endpoint, clock.now());
}
