import { once } from "node:events";
import { createServer } from "node:net";
import type { Env } from "#lib/platform/configuration/env.ts";
import { type ListenAddresses, listenAddresses } from "#lib/platform/http/own-addresses.ts";
import { readConfiguration } from "./configuration.ts";
import { QUICK_IMPORTS, runNode, say } from "./node.ts";
import { buildIfStale } from "./site.ts";

const READY_TIMEOUT_MS = 120_000;

/** Ends with the server. */
async function start(args: string[]): Promise<number> {
  const configuration = readConfiguration({ NODE_ENV: "production" });
  if (!configuration) return 1;
  const { env, variables } = configuration;
  const addresses = listenAddresses(env);
  if (await isTaken(env.PORT, addresses)) {
    say(`Port ${env.PORT} is in use. Stop what listens there, or choose another port:`);
    say(`  PORT=${env.PORT + 1} npm start`);
    return 1;
  }
  const code = await buildIfStale();
  if (code !== 0) {
    say("The build failed; the reason is above.");
    return code;
  }
  say(
    env.DEMO
      ? "Opening the database, adding demo data, starting …"
      : "Opening the database, starting …",
  );
  const ended = new AbortController();
  const server = runNode(
    ["--import", QUICK_IMPORTS, "lib/next/server/main.ts", ...args],
    variables,
  );
  const ready = untilReady(originOf(addresses, env.PORT), ended.signal).then((isReady) =>
    announce(env, isReady),
  );
  const exitCode = await server;
  ended.abort();
  await ready;
  return exitCode;
}

async function isTaken(port: number, addresses: ListenAddresses): Promise<boolean> {
  for (const host of addresses) {
    const probe = createServer().listen({ port, ...(host !== undefined && { host }) });
    try {
      await once(probe, "listening");
    } catch (error) {
      if (error instanceof Error && "code" in error && error.code === "EADDRINUSE") return true;
      // The server reports a missing address itself.
      continue;
    }
    probe.close();
    await once(probe, "close");
  }
  return false;
}

function originOf([address]: ListenAddresses, port: number): string {
  const host = address === undefined || isUnspecified(address) ? "127.0.0.1" : address;
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

const isUnspecified = (address: string) => address === "0.0.0.0" || address === "::";

async function untilReady(origin: string, ended: AbortSignal): Promise<boolean> {
  const deadline = Date.now() + READY_TIMEOUT_MS;
  while (!ended.aborted && Date.now() < deadline) {
    const signal = AbortSignal.any([ended, AbortSignal.timeout(5_000)]);
    const response = await fetch(`${origin}/health/ready`, { signal }).catch(() => undefined);
    if (response?.ok) return true;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return false;
}

function announce(env: Env, isReady: boolean): void {
  if (!isReady) return;
  say("");
  say(`  Bankside is ready   ${env.PUBLIC_URL}`);
  if (env.DEMO) {
    say(`  Demo shop           ${env.SANDBOX_SHOP_URL}`);
    say(`  Demo app            ${new URL("/sandbox/app", env.SANDBOX_SHOP_URL)}`);
    say(`  Demo mailbox        ${new URL("/sandbox/mail", env.PUBLIC_URL)}`);
  }
  say(`  Console             ${env.CONSOLE_URL}`);
  say(`  API                 ${env.BASE_URL}`);
  if (env.DEMO) say(`  Demo keys, sign-in  ${env.DATA_DIR}/demo.json`);
  say("  First integration   README.md");
  say("");
  say("  Ctrl+C stops it.");
  say("");
}

process.exitCode = await start(process.argv.slice(2));
