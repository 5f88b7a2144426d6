import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { PostgresServer } from "./postgres-server.ts";
import {
  buildPgliteTemplate,
  PGLITE_TEMPLATE,
  POSTGRES_URL,
  startPostgresWithTemplate,
} from "./templates.ts";

let server: PostgresServer | undefined;
let folder: string | undefined;

/** `node --test --test-global-setup` calls this once; test processes inherit the environment. */
export async function globalSetup(): Promise<void> {
  folder = await mkdtemp(join(tmpdir(), "bankside-pglite-"));
  const path = join(folder, "template.tar");
  const [started, files] = await Promise.all([startPostgresWithTemplate(), buildPgliteTemplate()]);
  server = started;
  await writeFile(path, files.stream());
  process.env[POSTGRES_URL] = server.url;
  process.env[PGLITE_TEMPLATE] = path;
}

/** Also runs after failures. */
export async function globalTeardown(): Promise<void> {
  await server?.stop();
  if (folder) await rm(folder, { recursive: true, force: true });
}
