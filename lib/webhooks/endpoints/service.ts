import type { Mode } from "#lib/platform/configuration/mode.ts";
import { AppError } from "#lib/platform/failures/errors.ts";
import { type Application, applyEndpoint } from "./apply.ts";
import {
  changeEndpoint,
  changeUrls,
  checkUrl,
  deleteEndpoint,
  disableEndpoint,
  type EndpointChange,
  type EndpointDeps,
  type EndpointKey,
  enableEndpoint,
  type Owner,
} from "./change.ts";
import { createEndpoint, type EndpointRequest } from "./create.ts";
import { type EndpointView, type EndpointWithLatest, toEndpointView } from "./endpoint.ts";
import * as repository from "./repository.ts";
import { acknowledgeSecret, isSecretInUse, rotateSecret, secretsAt } from "./secrets.ts";

/** Every change is audited. Closed accounts can't be changed. */
export function createEndpoints(deps: EndpointDeps) {
  return {
    checkCallbackUrl: (target: Parameters<typeof checkUrl>[1]) => checkUrl(deps, target),
    createEndpoint: (request: EndpointRequest) => createEndpoint(deps, request),
    applyEndpoint: (asked: Application) => applyEndpoint(deps, asked),
    acknowledgeSecret: (key: EndpointKey & { mark: string }) => acknowledgeSecret(deps, key),
    changeEndpoint: (input: EndpointChange) => changeEndpoint(deps, input),
    rotateSecret: (key: EndpointKey) => rotateSecret(deps, key),
    disableEndpoint: (key: EndpointKey) => disableEndpoint(deps, key),
    deleteEndpoint: (key: EndpointKey) => deleteEndpoint(deps, key),
    enableEndpoint: (key: EndpointKey) => enableEndpoint(deps, key),
    changeUrls: (input: Owner & { url: string }) => changeUrls(deps, input),
    listEndpoints: (owner: Owner) => listEndpoints(deps, owner),
    getEndpoint: (key: Found) => getEndpoint(deps, key),
    secretsAt: (accountId: string, urls: readonly string[]) => secretsAt(deps, accountId, urls),
    isSecretInUse: (accountId: string, secret: string) => isSecretInUse(deps, accountId, secret),
  };
}

/** Without `mode`, in either. */
type Found = { accountId: string; mode?: Mode; id: string };

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
async function getEndpoint({ db, clock }: Deps, key: Found): Promise<EndpointView> {
  const endpoint = await repository.find(db, key);
  if (!endpoint) throw new AppError("not_found");
  return toEndpointView(endpoint, clock.now());
}
