// Compares creations while thousands of transactions expire in the same process with creations without. Rounds alternate.
import { and, eq } from "drizzle-orm";
import { createMerchant } from "#lib/console/onboarding/merchant.ts";
import type { ApiKey } from "#lib/merchants/api-keys/api-key.ts";
import { transactions } from "#lib/payments/model/schema.ts";
import { systemClock } from "#lib/platform/clock/clock.ts";
import { parseEnv } from "#lib/platform/configuration/env.ts";
import { createSeal } from "#lib/platform/crypto/seal.ts";
import { type Connection, connectPostgres } from "#lib/platform/db/client.ts";
import { createLogger } from "#lib/platform/telemetry/logger.ts";
import { createServices, type Services } from "#lib/services/create.ts";
import { createDatabase } from "#lib/testing/postgres-server.ts";
import { transactionRow } from "#lib/testing/rows.ts";
import { fail, startPostgresWithTemplate, TEMPLATE } from "#lib/testing/templates.ts";
import type { Part } from "../harness/part.ts";

const LEAST_RATIO = 0.5;
const DUE = 8_000;
// As the worker's job.
const EXPIRED_AT_ONCE = 100;
const CLIENTS = [1, 10];

export const run: Part = async ({ rounds, seconds }) => {
  const server = await startPostgresWithTemplate();
  const url = await createDatabase(server.url, "bench", TEMPLATE);
  const connection = connectPostgres(url, fail);
  try {
    return await bench(connection, { rounds, seconds });
  } finally {
    await connection.close();
    await server.stop();
  }
};

async function bench(connection: Connection, times: { rounds: number; seconds: number }) {
  const services = createServices({
    clock: systemClock,
    logger: createLogger("silent"),
    seal: createSeal(Buffer.alloc(32, 7)),
    env: parseEnv({ NODE_ENV: "test", LOG_LEVEL: "silent" }),
    connection,
  });
  const { keys } = await createMerchant(services, {
    name: "Bench",
    mode: "test",
    iban: "NL91ABNA0417164300",
    origins: [],
    appSchemes: [],
    callbackUrl: undefined,
  });
  const apiKey = await services.apiKeys.authenticate(keys.web);
  if (!apiKey) throw new Error("the new key does not work");
  let isMet = true;
  for (const clients of CLIENTS) {
    const ratios: number[] = [];
    await sell(services, apiKey, { clients, seconds: times.seconds });
    for (let round = 0; round < times.rounds; round++) {
      const alone = await sell(services, apiKey, { clients, seconds: times.seconds });
      await makeDue(connection, apiKey);
      const stopping = new AbortController();
      const expiring = expire(services, stopping.signal);
      const beside = await sell(services, apiKey, { clients, seconds: times.seconds });
      stopping.abort();
      const expired = await expiring;
      ratios.push(beside.perSecond / alone.perSecond);
      process.stdout.write(
        `${clients} at once: alone ${show(alone)}, beside ${show(beside)}, ${(expired / times.seconds).toFixed(0)} expired/s\n`,
      );
    }
    const median = ratios.toSorted((a, b) => a - b)[Math.floor(ratios.length / 2)] ?? 0;
    const isEnough = median >= LEAST_RATIO;
    isMet &&= isEnough;
    process.stdout.write(
      `${clients} at once: ${median.toFixed(2)} of the creations (least ${LEAST_RATIO}): ${isEnough ? "holds" : "FAILS"}\n`,
    );
  }
  await services.apiKeys.settled();
  return isMet;
}

type Sold = { perSecond: number; medianMs: number };

const show = ({ perSecond, medianMs }: Sold) =>
  `${perSecond.toFixed(0)}/s, median ${medianMs.toFixed(1)} ms`;

async function sell(
  { transactions: service }: Services,
  apiKey: ApiKey,
  { clients, seconds }: { clients: number; seconds: number },
): Promise<Sold> {
  const begunAt = performance.now();
  const times: number[] = [];
  const client = async () => {
    while (performance.now() - begunAt < seconds * 1000) {
      const sentAt = performance.now();
      const input = { amount: 1250, currency: "EUR", externalId: crypto.randomUUID() };
      await service.create({ apiKey, input });
      times.push(performance.now() - sentAt);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  const medianMs = times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
  return { perSecond: times.length / ((performance.now() - begunAt) / 1000), medianMs };
}

/** As many in every round. */
async function makeDue({ db }: Connection, { id: apiKeyId, accountId }: ApiKey): Promise<void> {
  const isDue = and(eq(transactions.source, "due"), eq(transactions.status, "pending"));
  const left = await db.$count(transactions, isDue);
  const rows = Array.from({ length: Math.max(0, DUE - left) }, () =>
    transactionRow({ accountId, apiKeyId, source: "due", externalId: crypto.randomUUID() }),
  );
  while (rows.length > 0) await db.insert(transactions).values(rows.splice(0, 500));
}

/** Like the worker, until `stopping`. */
async function expire({ transactions: service }: Services, stopping: AbortSignal): Promise<number> {
  let expired = 0;
  while (!stopping.aborted) {
    const ended = await service.expireDue(EXPIRED_AT_ONCE, stopping);
    expired += ended;
    if (ended === 0) break;
  }
  return expired;
}
