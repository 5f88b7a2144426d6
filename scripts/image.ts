import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { getCACertificates } from "node:tls";
import { runChild } from "./child.mjs";
import { findProgram } from "./native/programs.ts";

const IMAGE = "bankside:test";
const STOP_SECONDS = 30;
const UNREADY_MS = 120_000;

/** As the files in `deploy/` confine it. */
const CONFINED = [
  ...["--rm", "--read-only", "--tmpfs", "/tmp", "--cap-drop", "ALL"],
  ...["--security-opt", "no-new-privileges", "--network", "host"],
];

type Run = { status: number | null; stdout: string; stderr: string };

export type Image = {
  /** Resolves to the exit code. */
  build(): Promise<number>;
  /** Runs a program of the image. */
  inside(program: string, ...args: string[]): Run;
  /** Runs a command of the image, as `variables` configure it. */
  command(variables: Record<string, string>, ...args: string[]): Run;
  start(name: string, variables: Record<string, string>): Container;
};

export type Container = {
  /** @throws if it ends, or is not ready for two minutes */
  ready(url: string): Promise<void>;
  /** Sends SIGTERM. Resolves to the exit code. */
  stop(): Promise<number | null>;
};

/** Docker's client is often installed without its service. */
export function findEngine(): string | undefined {
  const works = (name: string) =>
    spawnSync(name, ["info"], { stdio: "ignore", timeout: 60_000 }).status === 0;
  return ["docker", "podman"].find((name) => findProgram(name) && works(name));
}

/** `secrets`: a folder with a file per secret. */
export function imageOf(engine: string, secrets: string): Image {
  const given = (variables: Record<string, string>) => [
    ...["--volume", `${secrets}:/run/secrets:ro`],
    ...Object.entries(variables).flatMap(([name, value]) => ["--env", `${name}=${value}`]),
  ];
  const run = (...args: string[]) => spawnSync(engine, ["run", ...args], { encoding: "utf8" });
  return {
    build: () => build(engine),
    inside: (program, ...args) => run(...CONFINED, "--entrypoint", program, IMAGE, ...args),
    command: (variables, ...args) => run(...CONFINED, ...given(variables), IMAGE, ...args),
    start(name, variables) {
      const container = `bankside-test-${process.pid}-${name}`;
      const options = [...CONFINED, ...given(variables), "--name", container];
      return watch(engine, container, ["run", ...options, IMAGE]);
    },
  };
}

async function build(engine: string): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), "bankside-image-"));
  const npmrc = join(folder, "npmrc");
  writeFileSync(npmrc, npmSettings(), { mode: 0o600 });
  const options = ["--network", "host", "--secret", `id=npmrc,src=${npmrc}`, "--tag", IMAGE];
  // Health checks are a part of Docker's format.
  if (engine === "podman") options.push("--format", "docker");
  try {
    return await runChild(engine, ["build", ...options, "."], { stdio: ["ignore", 2, 2] });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Of this user; with the certificates that this machine adds to Node's. */
function npmSettings(): string {
  const file = join(homedir(), ".npmrc");
  const own = existsSync(file) ? readFileSync(file, "utf8") : "";
  const hasExtra = getCACertificates("extra").length > 0;
  const trusted = hasExtra ? getCACertificates("default") : [];
  return [own, ...trusted.map((text) => `ca[]=${JSON.stringify(text)}`), ""].join("\n");
}

function watch(engine: string, name: string, args: string[]): Container {
  const child = spawn(engine, args, { stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text) => {
      output += text;
    });
  }
  const exited = once(child, "exit").then(([code]) => code as number | null);
  return {
    async ready(url) {
      const deadline = Date.now() + UNREADY_MS;
      while (Date.now() < deadline && child.exitCode === null) {
        const response = await fetch(url).catch(() => undefined);
        if (response?.ok) return;
        await new Promise((resolve) => setTimeout(resolve, 500));
      }
      throw new Error(`${name} did not become ready:\n${output}`);
    },
    async stop() {
      spawnSync(engine, ["stop", "--time", `${STOP_SECONDS}`, name], { stdio: "ignore" });
      return exited;
    },
  };
}

/** User 1000 of the image must be able to read them. */
export function writeSecrets(secrets: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), "bankside-secrets-"));
  chmodSync(folder, 0o755);
  for (const [name, value] of Object.entries(secrets)) {
    writeFileSync(join(folder, name), `${value}\n`, { mode: 0o444 });
  }
  return folder;
}
