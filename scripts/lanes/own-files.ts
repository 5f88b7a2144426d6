import { createHash } from "node:crypto";
import { globSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createFakeApi } from "#lib/testing/fake-api.ts";
import { say } from "../node.ts";

const TESTED = "scripts/lanes/tested.json";

/** Lanes that test more than the product, and the files that only they test. */
const OWN_FILES = {
  "test:native": [
    "sdk/{android,ios,js,vectors}/**",
    "scripts/native/**",
    "scripts/lanes/native.ts",
    "e2e/merchant/{native-sdks.spec,payment-view}.ts",
  ],
  "test:examples": [
    "examples/**",
    "sdk/{embed,js}/**",
    "scripts/{examples,react-consumer,sdk,embed}.ts",
    "scripts/lanes/examples.ts",
    "e2e/{merchant/example-*,embed/react*}.ts",
  ],
  "test:image": ["Dockerfile", ".dockerignore", "deploy/**", "package*.json", "scripts/image.ts"],
};
/** What their tools write. */
const WRITTEN = [
  "**/{node_modules,dist,build,.build,.gradle,.next,.expo}/**",
  "examples/**/{package-lock.json,*.tgz}",
];

type OwnLane = keyof typeof OWN_FILES;

/** Those that test one of the files, given as paths with `/`. */
export function ownLanesOf(files: string[]): string[] {
  return Object.entries(OWN_FILES)
    .filter(([, patterns]) => filesOf(patterns).some((file) => files.includes(file)))
    .map(([lane]) => lane);
}

/** With `--if-changed`, ends the process if the lane has passed with these files and this contract of the API. */
export async function endIfPassed(lane: OwnLane): Promise<void> {
  if (!process.argv.includes("--if-changed")) return;
  if (readTested()[lane] !== (await fingerprint(lane))) return;
  say(`npm run ${lane} has passed with these files.`);
  process.exit(0);
}

/** To be committed with the change. */
export async function keepPassed(lane: OwnLane): Promise<void> {
  const tested = { ...readTested(), [lane]: await fingerprint(lane) };
  writeFileSync(TESTED, `${JSON.stringify(tested, null, 2)}\n`);
}

function filesOf(patterns: string[]): string[] {
  return globSync(patterns, { exclude: WRITTEN })
    .filter((path) => statSync(path).isFile())
    .map((path) => path.replaceAll("\\", "/"))
    .toSorted();
}

function readTested(): Partial<Record<OwnLane, string>> {
  return JSON.parse(readFileSync(TESTED, "utf8"));
}

async function fingerprint(lane: OwnLane): Promise<string> {
  const hash = createHash("sha256");
  for (const file of filesOf(OWN_FILES[lane])) hash.update(`${file}\0`).update(readFileSync(file));
  const contract = await createFakeApi().api.request("/openapi.json");
  return hash.update(await contract.text()).digest("hex");
}
