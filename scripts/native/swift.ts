import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { runChild } from "../child.mjs";
import { record } from "../lanes/results.ts";
import { say } from "../node.ts";
import { findProgram, installPackages, starts } from "./programs.ts";
import { type Report, readReport, type TestVariables } from "./report.ts";
import { snippetParts } from "./snippet-parts.ts";

const SDK = "sdk/ios";
const OUT = ".tools/native/swift";
const STUBS = ["UIKit", "WebKit", "AuthenticationServices", "SwiftUI"];
const MODULES = ["BanksideCore", "BanksideUI"];
const FORMATTED = ["Package.swift", "Sources", "Tests", "Example", "stubs"];
/** Debian with Swift 6.0.3, in the user's cache, shared by all clones. */
const TREE = join(
  process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"),
  "bankside/debian-13-swift",
);
const TREE_PACKAGES = [
  ...["swiftlang", "ca-certificates", "git", "g++", "libc6-dev", "libstdc++-14-dev"],
  ...["libcurl4-openssl-dev", "libxml2-dev", "zlib1g-dev"],
];
const TREE_VARIABLES = {
  HOME: "/root",
  PATH: "/usr/libexec/swift/bin:/usr/bin:/bin",
  LD_LIBRARY_PATH: "/usr/libexec/swift/lib/swift/linux",
};
/** The project's path in the tree. */
const SOURCE = "/src";
// A mount namespace, so that the mounts end with the command.
const ENTER = `mount --bind "$1" "$0${SOURCE}" && mount -t proc proc "$0/proc" && tree=$0 && shift && exec chroot "$tree" "$@"`;
const MAKE_TREE_TIMEOUT_MS = 1_800_000;

/** Tries to install what is missing first. */
export async function missingForIos(): Promise<string[]> {
  if (!hasOwnSwift() && !existsSync(TREE) && !(await makeTree())) return ["Swift 6"];
  // Some containers may not mount, so they can't enter the tree.
  return (await swift(["swift", "--version"])) === 0 ? [] : ["Swift 6 that starts"];
}

/** Checks UI and example in both language modes. */
export async function compileIos(): Promise<number> {
  mkdirSync(OUT, { recursive: true });
  return (
    (await swift(["swift", "build", ...scratch(), "--build-tests"])) ||
    (await checkUi("5")) ||
    (await checkUi("6")) ||
    (await swift(["swift", "format", "lint", "--strict", "--recursive", ...FORMATTED])) ||
    buildDocs()
  );
}

/** Every link must have a target. */
async function buildDocs(): Promise<number> {
  const graphs = ["dump-symbol-graph", "--minimum-access-level", "public"];
  const code = await swift(["swift", "package", ...scratch(), ...graphs]);
  const [graph] = globSync(`${OUT}/build/**/symbolgraph/BanksideCore.symbols.json`);
  if (code !== 0 || graph === undefined) return code || 1;
  const folder = join(OUT, "symbols");
  mkdirSync(folder, { recursive: true });
  copyFileSync(graph, join(folder, "BanksideCore.symbols.json"));
  return swift([
    ...["docc", "convert", "Sources/BanksideCore/BanksideCore.docc", "--warnings-as-errors"],
    ...["--fallback-display-name", "BanksideCore", "--fallback-bundle-identifier", "BanksideCore"],
    ...["--additional-symbol-graph-dir", inside(folder), "--output-dir", inside(join(OUT, "docs"))],
  ]);
}

/** Runs tests whose name matches `pattern`. */
export async function testIos(
  pattern: string,
  { vectors = "sdk/vectors", ...variables }: TestVariables = {},
): Promise<Report> {
  const report = join(OUT, "tests.xml");
  rmSync(report, { force: true });
  const options = ["--skip-build", "--disable-swift-testing", "--parallel", "--num-workers", "1"];
  const code = await swift(
    [
      "swift",
      "test",
      ...scratch(),
      ...options,
      "--filter",
      pattern,
      "--xunit-output",
      inside(report),
    ],
    { BANKSIDE_VECTORS: inside(vectors), ...variables },
  );
  return readReport(report, SDK, code);
}

// Apple's frameworks exist only on a Mac, where Xcode checks this code.
async function checkUi(mode: "5" | "6"): Promise<number> {
  if (process.platform === "darwin") {
    const reason = "Xcode builds it on a Mac";
    record({ outcome: "skipped", file: SDK, name: `BanksideUI in Swift ${mode}`, ms: 0, reason });
    return 0;
  }
  const stubs = join(OUT, `stubs-${mode}`);
  const own = join(OUT, `modules-${mode}`);
  for (const folder of [stubs, own]) mkdirSync(folder, { recursive: true });
  const compile = (name: string, files: string[], folders: string[], ...how: string[]) =>
    swift([
      ...["swiftc", "-swift-version", mode, "-parse-as-library", "-warnings-as-errors"],
      ...["-module-name", name, ...folders.flatMap((folder) => ["-I", inside(folder)])],
      ...[...how, ...files],
    ]);
  const emit = (folder: string, name: string) => [
    "-emit-module",
    ...["-o", inside(join(folder, `${name}.swiftmodule`))],
  ];
  const filesOf = (folder: string) => globSync(`${folder}/*.swift`, { cwd: SDK });
  for (const name of STUBS) {
    const code = await compile(name, filesOf(`stubs/${name}`), [stubs], ...emit(stubs, name));
    if (code !== 0) return code;
  }
  for (const name of MODULES) {
    const code = await compile(name, filesOf(`Sources/${name}`), [stubs, own], ...emit(own, name));
    if (code !== 0) return code;
  }
  // CocoaPods compiles all modules as one.
  const pod = await compile(
    "BanksideSDK",
    MODULES.flatMap((name) => filesOf(`Sources/${name}`)),
    [stubs],
    "-typecheck",
  );
  if (pod !== 0) return pod;
  const { imports, code } = snippetParts("ios");
  const snippet = join(OUT, "Snippet.swift");
  const head = "@MainActor func pay(token: String, window: UIWindow) async throws {";
  writeFileSync(snippet, `import UIKit\n${imports}\n${head}\n${code}\n_ = result\n}\n`);
  return (
    (await compile("Example", filesOf("Example"), [stubs, own], "-typecheck")) ||
    (await compile("Snippet", [inside(snippet)], [stubs, own], "-typecheck"))
  );
}

let isOwn: boolean | undefined;

function hasOwnSwift(): boolean {
  isOwn ??= findsOwnSwift();
  return isOwn;
}

function findsOwnSwift(): boolean {
  const path = findProgram("swift");
  if (path === undefined || !starts(path, ["--version"])) return false;
  const { stdout } = spawnSync(path, ["--version"], { encoding: "utf8" });
  return Number(/Swift version (\d+)/.exec(stdout)?.[1]) >= 6;
}

// Only root can enter the tree.
async function makeTree(): Promise<boolean> {
  if (process.getuid?.() !== 0 || process.platform !== "linux") return false;
  if (!findProgram("debootstrap") && !(await installPackages("debootstrap"))) return false;
  say("Fetching Swift, in a Debian tree (3 GB, some minutes) …");
  const part = `${TREE}.part`;
  rmSync(part, { recursive: true, force: true });
  mkdirSync(part, { recursive: true });
  const packages = TREE_PACKAGES.join(",");
  const code = await runChild(
    "debootstrap",
    ["--variant=minbase", `--include=${packages}`, "trixie", part, ...ownSource()],
    { stdio: ["ignore", 2, 2], timeout: MAKE_TREE_TIMEOUT_MS },
  );
  if (code !== 0) return false;
  mkdirSync(join(part, SOURCE));
  renameSync(part, TREE);
  return true;
}

function ownSource(): string[] {
  const format = ["--format", "$(ORIGIN) $(SITE)", "Created-By: Packages"];
  const { stdout = "" } = spawnSync("apt-get", ["indextargets", ...format], { encoding: "utf8" });
  const site = /^Debian (\S+\/debian\/?)$/m.exec(stdout)?.[1];
  return site === undefined ? [] : [site];
}

function swift(command: string[], variables: Record<string, string> = {}): Promise<number> {
  const [program = "", ...args] = command;
  if (hasOwnSwift()) {
    return runChild(program, args, { cwd: SDK, env: { ...process.env, ...variables } });
  }
  const all = Object.entries({ ...TREE_VARIABLES, ...variables }).map(
    ([name, value]) => `${name}=${value}`,
  );
  const inFolder = ["sh", "-c", `cd ${SOURCE}/${SDK} && exec "$@"`, "sh"];
  return runChild("unshare", [
    ...["--mount", "sh", "-c", ENTER, TREE, resolve("."), "env", "-i", ...all],
    ...[...inFolder, ...command],
  ]);
}

function scratch(): string[] {
  return ["--scratch-path", inside(join(OUT, "build"))];
}

function inside(path: string): string {
  return hasOwnSwift() ? resolve(path) : join(SOURCE, path);
}
