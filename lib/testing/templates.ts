import { readFile } from "node:fs/promises";
import { PGlite } from "@electric-sql/pglite";
import { connectPostgres } from "#lib/platform/db/client.ts";
import { migrate } from "#lib/platform/db/migrate.ts";
import { connectPglite } from "#lib/platform/db/pglite.ts";
import { createDatabase, type PostgresServer, startPostgres } from "./postgres-server.ts";

/** Every PostgreSQL test database is a copy of it. */
export const TEMPLATE = "bankside_template";

/** Pass the server and the PGlite template to test processes. */
export const POSTGRES_URL = "TEST_POSTGRES_URL";
export const PGLITE_TEMPLATE = "TEST_PGLITE_TEMPLATE";

export async function startPostgresWithTemplate(): Promise<PostgresServer> {
  const server = await startPostgres();
  try {
    const connection = connectPostgres(await createDatabase(server.url, TEMPLATE), fail);
    await migrate(connection);
    await connection.close();
    return server;
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/** Loading the files takes a fifth of the time of creating them. */
export async function buildPgliteTemplate(): Promise<Blob> {
  const client = await PGlite.create();
  await migrate(connectPglite(client));
  const files = await client.dumpDataDir("none");
  await client.close();
  return files;
}

let pgliteTemplate: Promise<Blob> | undefined;

export function loadPgliteTemplate(): Promise<Blob> {
  const path = process.env[PGLITE_TEMPLATE];
  pgliteTemplate ??= path
    ? readFile(path).then((bytes) => new Blob([bytes]))
    : buildPgliteTemplate();
  return pgliteTemplate;
}

/** A lost connection fails the test. */
export function fail(error: Error): never {
  throw error;
}
