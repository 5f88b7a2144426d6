import { createSeal } from "#lib/platform/crypto/seal.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { createLimits, type Limits } from "#lib/platform/rate-limit/service.ts";
import { createFakeClock, type FakeClock } from "./fake-clock.ts";

/** Limits of one process; without `db` it can't share them. */
export function createTestLimits(
  options: { db?: Database; clock?: FakeClock; factor?: number } = {},
) {
  const clock = options.clock ?? createFakeClock();
  const warnings: object[] = [];
  const limits: Limits = createLimits({
    db: options.db ?? NO_DATABASE,
    clock,
    seal: createSeal(Buffer.alloc(32, 7)),
    logger: { warn: (fields: object) => warnings.push(fields) } as never,
    factor: options.factor ?? 1,
  });
  return { limits, clock, warnings };
}

const NO_DATABASE = {
  insert() {
    throw new Error("the database is gone");
  },
} as unknown as Database;
