import type { Mode } from "#lib/platform/configuration/mode.ts";
import { newId, randomToken } from "#lib/platform/values/ids.ts";
import type { ApiKey, ApiKeyRow } from "./api-key.ts";
import { type ChangeDeps, checkMode } from "./changes.ts";
import { digestsOf } from "./digest.ts";
import * as repository from "./repository.ts";

const NAME = "Payment links";

type Owner = { accountId: string; mode: Mode };

/**
 * The key that payments of links name, created with the first link: a till code works without an API key, and when one is revoked.
 * Revoked from the start, and no one has its secret.
 * @throws AppError `live_mode_off`, `https_required` for the first link
 */
export async function keyOfLinks(
  deps: Pick<ChangeDeps, "db" | "clock" | "liveRefusal">,
  owner: Owner,
): Promise<ApiKey> {
  const { db, clock } = deps;
  const known = await repository.findLinkKey(db, owner);
  if (known) return asUsed(known, owner);
  checkMode(deps, owner.mode);
  const createdAt = clock.now();
  const row: ApiKeyRow = {
    ...owner,
    id: newId("key"),
    method: "web",
    scopes: [],
    withheld: null,
    digest: digestsOf(randomToken(32)).scoped,
    lastFour: "",
    name: NAME,
    createdBy: null,
    createdAt,
    firstUsedAt: null,
    lastUsedAt: null,
    revokedAt: createdAt,
  };
  return db.transaction(async (tx) => {
    await repository.serialise(tx, owner.accountId);
    const other = await repository.findLinkKey(tx, owner);
    if (!other) await repository.insert(tx, row);
    return asUsed(other ?? row, owner);
  });
}

const asUsed = ({ id }: Pick<ApiKeyRow, "id">, owner: Owner): ApiKey => ({
  ...owner,
  id,
  method: "web",
  scopes: ["create"],
});
