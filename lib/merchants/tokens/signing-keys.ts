import type { JWK } from "jose";
import { type Actor, recordAudit } from "#lib/platform/audit/log.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Seal } from "#lib/platform/crypto/seal.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { createKeyCache, type Pause } from "./key-cache.ts";
import type { SigningKeyRow } from "./repository.ts";
import * as repository from "./repository.ts";
import { isKid, makeSigningKey, openSigningKey, type SigningKey } from "./signing-key.ts";

const FRESH_MS = 60_000;

// Verifiers read the JWK set when they see a new key id.
const PUBLISHED_FRESH_MS = 1_000;

// Anyone can invent key ids, so reads for unknown ones are limited.
const UNKNOWN_GAP_MS = 250;

// Transactions are payable for 24 hours; other processes sign for FRESH_MS more.
const VERIFIES_FOR_MS = 24 * 60 * 60_000 + FRESH_MS + 60_000;

export type SigningKeys = ReturnType<typeof createSigningKeys>;

type Deps = { db: Database; clock: Clock; seal: Seal; pause?: Pause };

/** Created at first use, stored sealed. Earlier keys verify until they retire. */
export function createSigningKeys(deps: Deps) {
  const { clock, seal } = deps;
  const cache = createKeyCache({ clock, read: load, gapMs: UNKNOWN_GAP_MS, pause: deps.pause });

  async function load(): Promise<SigningKey[]> {
    const rows = await repository.listKeys(deps.db, clock.now());
    const all = rows.some(isSigning) ? rows : [await makeFirstKey(deps), ...rows];
    return all.map((row) => openSigningKey(row, seal));
  }

  const published = (keys: SigningKey[]) => {
    const now = clock.now();
    return keys.filter(({ retiredAt }) => retiredAt === null || retiredAt > now);
  };

  return {
    async current(): Promise<SigningKey> {
      const key = (await cache.get(FRESH_MS)).find(isSigning);
      if (!key) throw new Error("no signing key");
      return key;
    },

    async find(kid: string): Promise<SigningKey | undefined> {
      const named = (keys: SigningKey[]) => published(keys).find((key) => key.kid === kid);
      const known = named(await cache.get(FRESH_MS));
      return known || !isKid(kid) ? known : named(await cache.reread());
    },

    overview: async (): Promise<Pick<SigningKeyRow, "kid" | "createdAt" | "retiredAt">[]> =>
      (await repository.listKeys(deps.db, clock.now())).map(({ kid, createdAt, retiredAt }) => ({
        kid,
        createdAt,
        retiredAt,
      })),

    /** RFC 7517. */
    publicKeys: async (): Promise<{ keys: JWK[] }> => ({
      keys: published(await cache.get(PUBLISHED_FRESH_MS)).map(({ publicJwk }) => publicJwk),
    }),

    /** Other processes follow within a minute. */
    async rotate(actor: Actor = "operator"): Promise<{ kid: string; othersVerifyUntil: Date }> {
      const { kid, othersVerifyUntil } = await deps.db.transaction(async (tx) => {
        await repository.serialise(tx);
        const now = clock.now();
        const row = makeSigningKey(seal, now);
        const until = new Date(now.getTime() + VERIFIES_FOR_MS);
        const retired = await repository.retireKeys(tx, until);
        await repository.insertKey(tx, row);
        await recordAudit(tx, now, {
          accountId: null,
          actor,
          action: "signing_key.rotated",
          target: row.kid,
          details: { retired },
        });
        return { kid: row.kid, othersVerifyUntil: until };
      });
      cache.forget();
      return { kid, othersVerifyUntil };
    },

    purge: (): Promise<number> => repository.deleteRetiredKeys(deps.db, clock.now()),
  };
}

const isSigning = ({ retiredAt }: { retiredAt: Date | null }) => retiredAt === null;

function makeFirstKey({ db, clock, seal }: Deps): Promise<SigningKeyRow> {
  return db.transaction(async (tx) => {
    await repository.serialise(tx);
    const existing = (await repository.listKeys(tx, clock.now())).find(isSigning);
    if (existing) return existing;
    const row = makeSigningKey(seal, clock.now());
    await repository.insertKey(tx, row);
    return row;
  });
}
