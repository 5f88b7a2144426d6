import { exportJWK, generateKeyPair, importJWK, type JWK } from "jose";
import { z } from "zod";
import type { Clock } from "#lib/clock.ts";
import type { Database } from "#lib/db/client.ts";
import { randomToken } from "#lib/ids.ts";
import type { Seal } from "#lib/seal.ts";
import { createTokenRepository, type SigningKeyRow } from "./repository.ts";

/** The one algorithm of everything we sign (RFC 7518 §3.4); verification accepts no other. */
export const ALGORITHM = "ES256";

const jwkSchema = z.object({
  kty: z.literal("EC"),
  crv: z.literal("P-256"),
  x: z.string(),
  y: z.string(),
});

// Another process may have rotated: what was read is used for this long.
const FRESH_MS = 60_000;

export type SigningKeys = ReturnType<typeof createSigningKeys>;

/** The ES256 keys: made at first use, stored sealed, the newest signs, all that are not retired verify. */
export function createSigningKeys(deps: { db: Database; clock: Clock; seal: Seal }) {
  let cached: { keys: Promise<LoadedKey[]>; readAt: number } | undefined;

  async function load(): Promise<LoadedKey[]> {
    const rows = await createTokenRepository(deps.db).listKeys();
    return Promise.all(
      (rows.length > 0 ? rows : [await makeFirstKey(deps)]).map((row) => open(row, deps.seal)),
    );
  }

  function keys(): Promise<LoadedKey[]> {
    const now = deps.clock.now().getTime();
    if (!cached || Math.abs(now - cached.readAt) > FRESH_MS) {
      const loading = load();
      cached = { keys: loading, readAt: now };
      loading.catch(() => {
        cached = undefined;
      });
    }
    return cached.keys;
  }

  return {
    /** The key that signs now. */
    async current(): Promise<LoadedKey> {
      const [newest] = await keys();
      if (!newest) throw new Error("no signing key");
      return newest;
    },
    /** The published key named `kid`, if there is one. */
    find: async (kid: string) => (await keys()).find((key) => key.kid === kid),
    /** The public halves as a JWK set (RFC 7517). */
    publicKeys: async (): Promise<{ keys: JWK[] }> => ({
      keys: (await keys()).map(({ publicJwk }) => publicJwk),
    }),
  };
}

type LoadedKey = Awaited<ReturnType<typeof open>>;

async function open(row: SigningKeyRow, seal: Seal) {
  const publicJwk: JWK = {
    ...jwkSchema.parse(row.publicJwk),
    kid: row.kid,
    alg: ALGORITHM,
    use: "sig",
  };
  const privateJwk = JSON.parse(seal.open(row.sealedPrivateJwk, context(row.kid))) as JWK;
  const [privateKey, publicKey] = await Promise.all([
    importJWK(privateJwk, ALGORITHM),
    importJWK(publicJwk, ALGORITHM),
  ]);
  return { kid: row.kid, publicJwk, privateKey, publicKey };
}

function makeFirstKey({
  db,
  clock,
  seal,
}: {
  db: Database;
  clock: Clock;
  seal: Seal;
}): Promise<SigningKeyRow> {
  return db.transaction(async (tx) => {
    const repository = createTokenRepository(tx);
    await repository.serialise();
    const [existing] = await repository.listKeys();
    if (existing) return existing;
    const pair = await generateKeyPair(ALGORITHM, { extractable: true });
    const kid = randomToken(6);
    const row = {
      kid,
      publicJwk: jwkSchema.parse(await exportJWK(pair.publicKey)),
      sealedPrivateJwk: seal.seal(JSON.stringify(await exportJWK(pair.privateKey)), context(kid)),
      createdAt: clock.now(),
      retiredAt: null,
    };
    await repository.insertKey(row);
    return row;
  });
}

function context(kid: string): string {
  return `signing_keys:${kid}`;
}
