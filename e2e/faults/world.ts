import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { systemClock } from "#lib/platform/clock/clock.ts";
import { parseEnv } from "#lib/platform/configuration/env.ts";
import { readAppSecrets } from "#lib/platform/crypto/app-secret.ts";
import { createSeal } from "#lib/platform/crypto/seal.ts";
import { connectPostgres } from "#lib/platform/db/client.ts";
import { migrate } from "#lib/platform/db/migrate.ts";
import { clientClassOf } from "#lib/platform/db/primary.ts";
import { createLogger } from "#lib/platform/telemetry/logger.ts";
import { createServices } from "#lib/services/create.ts";
import { startPostgres } from "#lib/testing/postgres-server.ts";
import { startQonto } from "#lib/testing/qonto-simulator.ts";
import { startBank } from "./bank.ts";
import { createFleet } from "./fleet.ts";
import { recordHistory } from "./history.ts";
import { openShop, type ShopOptions } from "./shop.ts";
import { startTcpProxy } from "./tcp-proxy.ts";

export type World = Awaited<ReturnType<typeof createWorld>>;

/**
 * A real PostgreSQL server, processes behind proxies, a bank and merchants. `name` distinguishes the logs of worlds. `hasStandby`:
 * processes know a second server, and the bank's database is on a third.
 */
export async function createWorld(name: string, { hasStandby = false } = {}) {
  const start = () => startPostgres({ durable: true });
  const server = await start();
  const others = hasStandby ? await Promise.all([start(), start()]) : [];
  const servers = [server, ...others.slice(0, 1)];
  const APP_SECRET = randomBytes(32).toString("hex");
  const hosts = servers.map(({ url }) => new URL(url).host);
  const productUrl = await server.createDatabase("product");
  const databaseUrl = productUrl.replace(hosts[0] ?? "", hosts.join());
  const statements = await mkdtemp(join(tmpdir(), "bankside-statements-"));
  const qonto = await startQonto({ now: systemClock.now });
  const common = { APP_SECRET, STATEMENTS_DIR: statements, FEED_SIMULATOR_URL: qonto.url };
  const fleet = await createFleet(name, databaseUrl, common);
  const bankUrl = await migrated(await (others[1] ?? server).createDatabase("bank"));
  const bank = await startBank(bankUrl, [`${fleet.publicUrl}/pay`, `${fleet.publicUrl}/secure`]);
  fleet.payAt(bank.baseUrl);

  // Observers bypass the proxies.
  await migrated(databaseUrl);
  const product = openPool(databaseUrl);
  const ledger = openPool(bankUrl);
  // Skips the triggers that make orders immutable, to change times.
  const clock = openPool(databaseUrl, { options: "-c session_replication_role=replica" });
  await recordHistory(product);
  const env = parseEnv({
    NODE_ENV: "test",
    LOG_LEVEL: "silent",
    ...common,
    DATABASE_URL: databaseUrl,
    PUBLIC_URL: fleet.publicUrl,
    SANDBOX_BANK_URL: bank.baseUrl,
  });
  const openServices = (url: string) =>
    createServices({
      env,
      connection: connectPostgres(url, () => {}),
      clock: systemClock,
      logger: createLogger("silent"),
      seal: createSeal(...readAppSecrets(env)),
    });
  const services = openServices(databaseUrl);
  const proxy = await startTcpProxy(Number(new URL(productUrl).port));
  const office = openServices(productUrl.replace(hosts[0] ?? "", `127.0.0.1:${proxy.port}`));
  const shopDeps = { services, product, qonto, statements };

  return {
    server,
    /** Also the standby. */
    servers,
    fleet,
    bank,
    product,
    ledger,
    services,
    /** Members of merchants use these, over a network that may fail. */
    office: { services: office, proxy },

    openShop: (options: ShopOptions = {}) => openShop(shopDeps, options),

    /** Moves due times and leases back by `seconds`, so that dead processes' leases expire. */
    letTimePass: (seconds: number) => letTimePass(clock, ledger, seconds),

    async close(): Promise<void> {
      await fleet.close();
      await services.close();
      await office.close();
      await proxy.close();
      await bank.close();
      await qonto.close();
      await rm(statements, { recursive: true, force: true });
      await Promise.all([product.end(), ledger.end(), clock.end()]);
      await Promise.all([server, ...others].map((one) => one.stop()));
    },
  };
}

async function migrated(url: string): Promise<string> {
  const connection = connectPostgres(url, () => {});
  await migrate(connection);
  await connection.close();
  return url;
}

function openPool(connectionString: string, config: pg.PoolConfig = {}): pg.Pool {
  const pool = new pg.Pool({
    Client: clientClassOf(connectionString),
    connectionString,
    max: 2,
    ...config,
  });
  // Faults may end the server. The next query reconnects.
  pool.on("error", () => {});
  return pool;
}

async function letTimePass(clock: pg.Pool, ledger: pg.Pool, seconds: number): Promise<void> {
  const back = `make_interval(secs => ${seconds})`;
  // Locking several tables at once would block the product.
  for (const statement of [
    `update deliveries set next_attempt_at = next_attempt_at - ${back}, leased_until = leased_until - ${back}
     where status = 'pending'`,
    `update payment_attempts set next_poll_at = next_poll_at - ${back} where next_poll_at is not null`,
    `update feeds set next_read_at = next_read_at - ${back}, leased_until = leased_until - ${back}
     where next_read_at is not null`,
    `update transactions set expires_at = expires_at - ${back} where status = 'pending'`,
    `update jobs set due_at = due_at - ${back}, leased_until = leased_until - ${back}`,
    "select pg_notify('bankside_worker', '')",
  ]) {
    await clock.query(statement);
  }
  await ledger.query(
    `update sandbox_bank_payments set settles_at = settles_at - ${back} where settles_at is not null`,
  );
}
