import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { createInterface } from "node:readline";
import { it } from "node:test";

const skip = process.platform === "win32" ? "Windows has no groups of processes" : false;

it("SIGTERM to npm's process group ends all processes that it started", { skip }, async (t) => {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  const port = typeof address === "object" && address ? address.port : assert.fail();
  probe.close();
  await once(probe, "close");
  const npm = spawn("npm", ["run", "-s", "api"], {
    detached: true,
    stdio: ["ignore", "pipe", "ignore"],
    env: {
      ...process.env,
      NODE_ENV: "test",
      APP_SECRET: "07".repeat(32),
      PORT: String(port),
      DATABASE_URL: "postgres://postgres@127.0.0.1:1/none",
    },
  });
  const group = -(npm.pid ?? assert.fail());
  t.after(() => {
    try {
      process.kill(group, "SIGKILL");
    } catch {
      // All processes have ended.
    }
  });
  const lines = createInterface({ input: npm.stdout });
  await once(lines, "line");
  // The server keeps this pipe open while it runs.
  const ended = once(lines, "close");
  process.kill(group, "SIGTERM");
  await ended;
  await assert.rejects(fetch(`http://127.0.0.1:${port}/health/live`));
});
