import { copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { z } from "zod";
import { runNpm } from "./child.mjs";
import { PACKED_FOLDER } from "./embed.ts";
import type { Part } from "./lanes/lane.ts";
import { runNode } from "./node.ts";
import { APP_PORT, EXAMPLE_APP_PORT } from "./ports.ts";
import { REACT_CONSUMER } from "./react-consumer.ts";

const VARIABLE = "EXAMPLES";
const TSC = "node_modules/typescript/bin/tsc";
const NEXT = "node_modules/next/dist/bin/next";
const EXPO_CLI = "node_modules/expo/bin/cli";
const ADDRESSES = {
  EXPO_PUBLIC_SERVER_URL: `http://localhost:${EXAMPLE_APP_PORT}`,
  EXPO_PUBLIC_BANKSIDE_API: `http://localhost:${APP_PORT}/api`,
};
const EXPO = { CI: "1", EXPO_NO_TELEMETRY: "1", EXPO_OFFLINE: "1" };
// Without `--clear`, Metro may take addresses of an earlier run from its cache.
const EXPORT = [
  "export",
  "--clear",
  ...["android", "ios", "web"].flatMap((name) => ["--platform", name]),
];

/** What someone who runs an example in its place leaves there. */
const LEFT =
  /^(?:node_modules|\.next|\.expo|dist|android|ios|\.env(?:\.local)?|package-lock\.json|.+\.(?:sqlite.*|tgz))$/;

const schema = z.object({ shop: z.string(), app: z.string(), react18: z.string() });

const REACT_18 = ["react@18.3.1", "react-dom@18.3.1", "@types/react@18.3.31"];

/** `undefined` in lanes that do not prepare them. */
export function preparedExamples(): z.infer<typeof schema> | undefined {
  const text = process.env[VARIABLE];
  return text ? schema.parse(JSON.parse(text)) : undefined;
}

/** Installs and builds the examples as their readers do: outside the repository, with the packages that Bankside serves. */
export function prepareExamples(): { parts: (Part | Part[])[]; remove: () => void } {
  // A folder above it must not have packages that they lack.
  const folder = mkdtempSync(join(tmpdir(), "bankside-examples-"));
  const shop = join(folder, "nextjs-shop");
  const app = join(folder, "react-native-app");
  const react18 = join(folder, "react-18");
  process.env[VARIABLE] = JSON.stringify({ shop, app, react18 });
  const parts = [
    [
      { name: "install the Next.js shop", run: () => install(shop, "embed") },
      { name: "install the React Native app", run: () => install(app, "js") },
      { name: "install React 18, and check its types", run: () => checkReact18(react18) },
    ],
    [
      { name: "build the Next.js shop", run: () => runNode([NEXT, "build"], {}, shop) },
      { name: "type-check and test the React Native app", run: () => checkApp(app) },
    ],
    {
      name: "bundle the React Native app",
      run: () => runNode([EXPO_CLI, ...EXPORT], { ...EXPO, ...ADDRESSES }, app),
    },
  ];
  return { parts, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

function install(folder: string, sdk: string): Promise<number> {
  cpSync(join("examples", basename(folder)), folder, {
    recursive: true,
    filter: (path) => !LEFT.test(basename(path)),
  });
  copyFileSync(join(PACKED_FOLDER, `${sdk}.tgz`), join(folder, `bankside-${sdk}.tgz`));
  return npmInstall(folder);
}

function npmInstall(folder: string, packages: string[] = []): Promise<number> {
  const options = ["--no-audit", "--no-fund", "--loglevel=error", "--prefer-offline"];
  return runNpm(["install", ...options, ...packages], { cwd: folder });
}

/** The component supports it, and the Next.js shop has React 19. */
async function checkReact18(folder: string): Promise<number> {
  mkdirSync(folder);
  writeFileSync(join(folder, "package.json"), '{ "private": true, "type": "module" }\n');
  writeFileSync(join(folder, "shop.tsx"), REACT_CONSUMER);
  const code = await npmInstall(folder, [...REACT_18, resolve(PACKED_FOLDER, "embed.tgz")]);
  const how = ["--strict", "--noEmit", "--jsx", "react-jsx", "--module", "nodenext"];
  return code || runNode([resolve(TSC), ...how, "--types", "react", "shop.tsx"], {}, folder);
}

async function checkApp(app: string): Promise<number> {
  const types = await runNode([TSC, "--noEmit"], {}, app);
  return types || runNode(["--test", "src/**/*.test.ts"], {}, app);
}
