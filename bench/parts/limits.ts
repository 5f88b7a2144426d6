// Compares requests per second with and without the API's rate limits. Rounds alternate, which spreads other load.
import { createApi } from "#lib/api/server/app.ts";
import { createMerchant } from "#lib/console/onboarding/merchant.ts";
import { type Clock, systemClock } from "#lib/platform/clock/clock.ts";
import { parseEnv } from "#lib/platform/configuration/env.ts";
import { createSeal } from "#lib/platform/crypto/seal.ts";
import { type Connection, connectPostgres } from "#lib/platform/db/client.ts";
import { type FastName, LIMITS } from "#lib/platform/rate-limit/limits.ts";
import { createLimits } from "#lib/platform/rate-limit/service.ts";
import { createLogger } from "#lib/platform/telemetry/logger.ts";
import { createServices } from "#lib/services/create.ts";
import { createDatabase } from "#lib/testing/postgres-server.ts";
import { fail, startPostgresWithTemplate, TEMPLATE } from "#lib/testing/templates.ts";

const LEAST_RATIO = 0.85;
const ROUNDS = 12;
const AT_ONCE = 20;
const REQUESTS = { reads: 1500, creations: 300 };

type Kind = keyof typeof REQUESTS;
type Send = (kind: Kind) => Promise<Response>;

const WITHOUT = { look: free, count: free };
const seal = createSeal(Buffer.alloc(32, 7));
const logger = createLogger("silent");

export async function run(): Promise<boolean> {
  const server = await startPostgresWithTemplate();
  const url = await createDatabase(server.url, "bench", TEMPLATE);
  const connection = connectPostgres(url, fail);
  try {
    return await bench(connection);
  } finally {
    await connection.close();
    await server.stop();
  }
}

async function bench(connection: Connection): Promise<boolean> {
  const env = parseEnv({ NODE_ENV: "test", LOG_LEVEL: "silent" });
  const base = { clock: systemClock, logger, seal };
  const services = createServices({ ...base, env, connection });
  const { keys } = await createMerchant(services, {
    name: "Bench",
    mode: "test",
    iban: "NL91ABNA0417164300",
    origins: [],
    appSchemes: [],
    callbackUrl: undefined,
  });
  const limits = createLimits({ ...base, db: connection.db, clock: hurriedClock(), factor: 1 });
  const limited = sender({ ...services, limits }, keys.web);
  const unlimited = sender({ ...services, limits: WITHOUT }, keys.web);
  try {
    const reads = await compare("reads", limited, unlimited);
    const creations = await compare("creations", limited, unlimited);
    return Math.min(reads, creations) >= LEAST_RATIO;
  } finally {
    await limits.settled();
    await services.apiKeys.settled();
  }
}

// One hot key would be rejected at once. This clock spreads its requests to half its limit.
function hurriedClock(): Clock {
  let now = Date.now();
  return {
    now: () => {
      now += 10;
      return new Date(now);
    },
  };
}

function free(name: FastName) {
  const { points, seconds } = LIMITS[name];
  return { name, points, seconds, left: points, resetSeconds: seconds, isOver: false };
}

function sender(services: Parameters<typeof createApi>[0], key: string): Send {
  const api = createApi(services, { prefix: "/api" });
  const headers = { "X-API-Key": key, "Content-Type": "application/json" };
  return async (kind) => {
    if (kind === "reads") return api.request("/api/events", { headers });
    const order = { amount: 1250, currency: "EUR", externalId: crypto.randomUUID() };
    return api.request("/api/transactions", {
      method: "POST",
      headers,
      body: JSON.stringify(order),
    });
  };
}

/** Median of limited to unlimited requests per second. */
async function compare(kind: Kind, limited: Send, unlimited: Send): Promise<number> {
  await perSecond(kind, limited);
  await perSecond(kind, unlimited);
  const ratios: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    // The second run has warm caches.
    const isFirst = round % 2 === 0;
    const before = isFirst ? await perSecond(kind, limited) : undefined;
    const without = await perSecond(kind, unlimited);
    ratios.push((before ?? (await perSecond(kind, limited))) / without);
  }
  const median = ratios.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0;
  const verdict = median >= LEAST_RATIO ? "holds" : "FAILS";
  process.stdout.write(
    `${kind}: ${median.toFixed(3)} of the requests without limits (least ${LEAST_RATIO}): ${verdict}\n`,
  );
  return median;
}

async function perSecond(kind: Kind, send: Send): Promise<number> {
  const startedAt = performance.now();
  let left = REQUESTS[kind];
  const client = async () => {
    while (left-- > 0) {
      const { status } = await send(kind);
      if (status >= 300) throw new Error(`a request was answered ${status}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, client));
  return REQUESTS[kind] / ((performance.now() - startedAt) / 1000);
}
