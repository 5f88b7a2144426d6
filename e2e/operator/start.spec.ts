import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "playwright/test";
import { createDatabase } from "#lib/testing/postgres-server.ts";
import { START_PORT } from "../../scripts/ports.ts";
import { servers } from "../kit/servers.ts";

test("npm start prints all addresses, and ends after a signal", async () => {
  const url = `http://localhost:${START_PORT}`;
  const dataDir = mkdtempSync(join(tmpdir(), "bankside-start-"));
  const { variables } = servers().first;
  // A separate database, because webhooks go to the last server started.
  const DATABASE_URL = await createDatabase(variables["DATABASE_URL"] ?? "", "start");
  const own = { PORT: String(START_PORT), PUBLIC_URL: url, DATA_DIR: dataDir, DATABASE_URL };
  const child = spawn(process.execPath, ["scripts/run.mjs", "scripts/start.ts"], {
    env: { ...process.env, ...variables, ...own },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const exited = once(child, "exit");
  let said = "";
  child.stderr.on("data", (chunk) => (said += chunk));
  try {
    await expect.poll(() => said, { timeout: 20_000 }).toContain("Ctrl+C stops it.");
    expect(said).toContain(`Bankside is ready   ${url}\n`);
    expect(said).toContain("Demo shop ");
    expect((await fetch(`${url}/health/ready`)).status).toBe(200);
  } finally {
    child.kill("SIGTERM");
    await exited;
    rmSync(dataDir, { recursive: true });
  }
  expect(await exited).toEqual([0, null]);
});
