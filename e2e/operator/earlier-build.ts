import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  copyFileSync,
  globSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { z } from "zod";
import { sourcePaths } from "../../scripts/site.ts";

/** A page that changes in place changes its body only. */
export const EARLIER = 'body[data-build="earlier"]';

type Change = { file: string; from: string; to: string };

// A page and a browser script.
const CHANGES: Change[] = [
  { file: "app/layout.tsx", from: "<body>", to: '<body data-build="earlier">' },
  {
    file: "components/page.script.ts",
    from: "watchPage();",
    to: 'watchPage();\ndocument.documentElement.dataset.script = "earlier";',
  },
];
const OTHER_IDS: Change = {
  file: "scripts/site.ts",
  from: 'update("bankside server actions")',
  to: 'update("bankside server actions of an earlier version")',
};

const manifestSchema = z.object({
  node: z.record(z.string(), z.object({ filename: z.string(), exportedName: z.string() })),
});

export function actionIds(root: string): Record<string, string> {
  const path = join(root, ".next/server/server-reference-manifest.json");
  const { node } = manifestSchema.parse(JSON.parse(readFileSync(path, "utf8")));
  return Object.fromEntries(
    Object.entries(node).map(([id, { filename, exportedName }]) => [
      `${filename} ${exportedName}`,
      id,
    ]),
  );
}

/** To be built as an earlier version. */
export function copyProject() {
  const root = mkdtempSync(join(tmpdir(), "bankside-earlier-"));
  const paths = [...sourcePaths(), ...globSync(["scripts/**/*", "sdk/*/*"]), "package.json"];
  for (const path of new Set(paths)) copyFile(path, join(root, path));
  link("node_modules", join(root, "node_modules"));
  for (const change of CHANGES) apply(root, change);

  return {
    root,
    build: (): Promise<void> => build(root),
    /** From the next build on. */
    changeActionIds: () => apply(root, OTHER_IDS),
    /** From the next build on. */
    restoreActionIds: () => copyFile(OTHER_IDS.file, join(root, OTHER_IDS.file)),
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

async function build(root: string): Promise<void> {
  const child = spawn(process.execPath, [join(root, "scripts/run.mjs"), "scripts/build.ts"], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (output += text));
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`the earlier build failed:\n${output.slice(-4000)}`);
}

function apply(root: string, { file, from, to }: Change): void {
  const path = join(root, file);
  const source = readFileSync(path, "utf8");
  if (!source.includes(from)) throw new Error(`${file} no longer has ${JSON.stringify(from)}`);
  writeFileSync(path, source.replace(from, to));
}

function copyFile(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  try {
    copyFileSync(from, to);
  } catch (error) {
    const isFolder = error instanceof Error && "code" in error && error.code === "EISDIR";
    if (!isFolder) throw error;
  }
}

/** Hard links, or copies on another disk: Turbopack follows no link out of a project. */
function link(from: string, to: string): void {
  mkdirSync(to);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) link(source, target);
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else {
      try {
        linkSync(source, target);
      } catch {
        copyFileSync(source, target);
      }
    }
  }
}
