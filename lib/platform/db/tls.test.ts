import assert from "node:assert/strict";
import { chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { parseDatabaseEnv } from "#lib/platform/configuration/env.ts";
import { createLogger } from "#lib/platform/telemetry/logger.ts";
import { createAuthority } from "#lib/testing/certificates.ts";
import { onServer, type PostgresServer, startPostgres } from "#lib/testing/postgres-server.ts";
import { until } from "#lib/testing/until.ts";
import { openDatabase } from "./open.ts";
import { openPatiently } from "./patience.ts";
import { readValue } from "./value.ts";

describe("TLS to the database, with sslmode=verify-full", () => {
  const folder = mkdtempSync(join(tmpdir(), "bankside-tls-"));
  const [ours, another] = [join(folder, "ca.pem"), join(folder, "another.pem")];
  let server: PostgresServer;
  let authority: Awaited<ReturnType<typeof createAuthority>>;
  let url = "";

  before(async () => {
    server = await startPostgres();
    authority = await createAuthority();
    writeFileSync(ours, authority.cert);
    writeFileSync(another, (await createAuthority("CN=Another CA")).cert);
    url = await server.createDatabase("app");
    await certify("localhost");
  });
  after(async () => {
    await server.stop();
    rmSync(folder, { recursive: true });
  });

  /** The server accepts nothing but TLS then. */
  async function certify(host: string | undefined): Promise<void> {
    const { cert, key } = await authority.issue({ name: "CN=database", ...(host && { host }) });
    const data = await onServer(server.url, async (client) => {
      const { rows } = await client.query("show data_directory");
      return String(rows[0].data_directory);
    });
    const { uid, gid } = statSync(data);
    for (const [name, text] of [
      ["server.crt", cert],
      ["server.key", key],
      ["pg_hba.conf", "hostssl all all all trust\nhost postgres all all trust\n"],
    ] as const) {
      writeFileSync(join(data, name), text, { mode: 0o600 });
      chownSync(join(data, name), uid, gid);
    }
    await offerTls("on");
  }

  async function offerTls(value: "on" | "off"): Promise<void> {
    const loaded = () =>
      onServer(server.url, async (client) => {
        const { rows } = await client.query("select pg_conf_load_time()::text as at");
        return String(rows[0].at);
      });
    const before = await loaded();
    await onServer(server.url, async (client) => {
      await client.query(`alter system set ssl = ${value}`);
      await client.query("select pg_reload_conf()");
    });
    // A new connection has what the server has loaded.
    while ((await loaded()) === before) await sleep(20);
  }

  const at = (host: string, query: string) => {
    const changed = new URL(url);
    changed.hostname = host;
    changed.search = query;
    return changed.href;
  };
  const verified = (host: string, ca: string) => at(host, `sslmode=verify-full&sslrootcert=${ca}`);

  /** A log before a retry would throw. */
  const open = (DATABASE_URL: string) => {
    const logger = createLogger("error", {
      write(line) {
        throw new Error(line);
      },
    });
    return openPatiently(() => openDatabase(parseDatabaseEnv({ DATABASE_URL }), logger), logger);
  };

  it("encrypts every connection to a server with a certificate of this CA for the host", async () => {
    const connection = await open(verified("localhost", ours));
    assert.ok(connection);
    const isEncrypted = sql<boolean>`(select ssl from pg_stat_ssl where pid = pg_backend_pid())`;
    assert.equal(await readValue(connection.db, isEncrypted), true);
    assert.equal(await readValue(connection.reserved, isEncrypted), true);
    const heard: string[] = [];
    await connection.listen("news", (payload) => heard.push(payload));
    await connection.db.execute(sql`select pg_notify('news', 'hello')`);
    await until(() => heard.includes("hello"));
    await connection.close();
  });

  /** Both lead to the same server. */
  const several = (first: string, second: string, ca: string) =>
    verified(first, ca).replace(first, `${first}:${new URL(url).port},${second}`);

  it("compares the certificate with the host of each connection, with several hosts", async () => {
    const connection = await open(several("127.0.0.1", "localhost", ours));
    assert.ok(connection);
    await connection.db.execute(sql`select 1`);
    await connection.close();
    await refused(several("127.0.0.1", "127.0.0.1", ours), /^The certificate .* is refused/);
  });

  const refused = (address: string, expected: RegExp) =>
    assert.rejects(open(address), ({ message }: Error) => {
      assert.match(message, expected);
      assert.doesNotMatch(message, /\n/);
      return true;
    });

  it("refuses another CA, another host, and a server without TLS", async () => {
    await refused(
      verified("localhost", another),
      /^The certificate of the server of DATABASE_URL is refused \(SELF_SIGNED_CERT_IN_CHAIN\)|\(UNABLE_TO_VERIFY_LEAF_SIGNATURE\)/,
    );
    await refused(at("localhost", "sslmode=verify-full"), /^The certificate of the server/);
    await refused(verified("127.0.0.1", ours), /\(ERR_TLS_CERT_ALTNAME_INVALID\): .*127\.0\.0\.1/);
    await refused(verified("localhost", join(folder, "none.pem")), /^ENOENT/);
    await refused(at("localhost", ""), /^The server of DATABASE_URL refuses the login \(28000\)/);
  });

  it("accepts an address if the certificate names it", async () => {
    await certify(undefined);
    await (await open(verified("127.0.0.1", ours)))?.close();
    await refused(verified("localhost", ours), /\(ERR_TLS_CERT_ALTNAME_INVALID\)/);
  });

  it("refuses a server without TLS", async () => {
    await offerTls("off");
    await refused(verified("127.0.0.1", ours), /^The server does not support SSL connections$/);
  });
});
