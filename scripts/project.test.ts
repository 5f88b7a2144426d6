import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { z } from "zod";

const packageSchema = z.object({
  version: z.string(),
  license: z.string(),
  engines: z.object({ node: z.string() }).optional(),
  scripts: z.record(z.string(), z.string()).default({}),
});
const containerSchema = z.object({ postCreateCommand: z.string() });

const WORKFLOWS = globSync(".github/workflows/*.yml");
const PACKAGES = ["package.json", ...globSync("sdk/*/package.json")];
const NATIVE = {
  "sdk/ios/Bankside.podspec": /spec\.version = "(.+)"/,
  "sdk/android/build.gradle.kts": /version = "(\d+\.\d+\.\d+)"$/m,
  "sdk/android/core/pom.xml": /<version>(.+)<\/version>/,
  Dockerfile: /^ARG VERSION=(.+)$/m,
  "deploy/kubernetes/base/kustomization.yaml": /newTag: (.+)/,
  "deploy/kubernetes/example/kustomization.yaml": /newTag: (.+)/,
};
const ALLOWED = /^npm (?:ci|test|publish --provenance --access public|pkg set .*|run ([\w:-]+).*)$/;

const read = (file: string) => readFileSync(file, "utf8");
const readPackage = (file: string) => packageSchema.parse(JSON.parse(read(file)));
const root = readPackage("package.json");

/** Commands that are not this project's npm scripts. */
function foreignCommands(workflow: string): string[] {
  const commands = [...workflow.matchAll(/^[\s-]*run:(.*)$/gm)].map(([, run = ""]) => run.trim());
  return commands.filter((command) => {
    const [call, script = "test"] = ALLOWED.exec(command) ?? [];
    return !call || /[;&|<>`]|\$\(/.test(command) || !Object.hasOwn(root.scripts, script);
  });
}

/** Actions without a pinned commit and version comment. */
function loosePins(workflow: string): string[] {
  const uses = [...workflow.matchAll(/^[\s-]*uses:(.*)$/gm)].map(([, action = ""]) =>
    action.trim(),
  );
  return uses.filter((action) => !/^[\w.-]+\/[\w.-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action));
}

describe("workflows", () => {
  for (const file of WORKFLOWS) {
    it(`${file} runs only npm, and scripts that exist`, () => {
      assert.deepEqual(foreignCommands(read(file)), []);
    });

    it(`${file} pins its actions and bounds its jobs`, () => {
      const text = read(file);
      assert.deepEqual(loosePins(text), []);
      const count = (key: RegExp) => [...text.matchAll(key)].length;
      assert.equal(count(/^ {4}timeout-minutes:/gm), count(/^ {4}runs-on:/gm));
      assert.match(text, /^permissions:\n {2}contents: read$/m);
    });
  }

  it("are reported if they run anything else", () => {
    const workflow = [
      "      - run: npm ci",
      "      - run: npm run gone",
      "      - run: npm test && npm publish",
      "      - run: node scripts/run.mjs check",
      "        run: |",
      "      - uses: actions/checkout@v7",
    ].join("\n");
    assert.deepEqual(foreignCommands(workflow), [
      "npm run gone",
      "npm test && npm publish",
      "node scripts/run.mjs check",
      "|",
    ]);
    assert.deepEqual(loosePins(workflow), ["actions/checkout@v7"]);
  });
});

describe("the project", () => {
  it("is published under one licence, and each package carries it", () => {
    for (const file of PACKAGES) {
      assert.equal(readPackage(file).license, "MIT", file);
    }
    for (const file of ["LICENSE", ...globSync("sdk/*/LICENSE")]) {
      assert.equal(read(file), read("LICENSE"), file);
    }
    assert.equal(globSync("sdk/*/LICENSE").length, 5);
  });

  it("names one version of Node everywhere", () => {
    const [, major, minor] = /MINIMUM = \[(\d+), (\d+)\]/.exec(read("scripts/find-node.mjs")) ?? [];
    assert.equal(root.engines?.node, `>=${major}.${minor}`);
    const developed = read(".nvmrc").trim();
    const fetched = [...read("scripts/find-node.mjs").matchAll(/"\^?(\d+)\.\d+\.\d+"/g)];
    assert.deepEqual(new Set(fetched.map(([, version]) => version)), new Set([developed]));
    assert.match(read(".devcontainer/Dockerfile"), new RegExp(`^FROM node:${developed}-`));
  });

  it("sets up its dev container with npm only", () => {
    const container = containerSchema.parse(JSON.parse(read(".devcontainer/devcontainer.json")));
    assert.deepEqual(foreignCommands(`run: ${container.postCreateCommand}`), []);
  });

  it("has one version, which the changelog describes when it is released", () => {
    const versions = PACKAGES.map((file) => readPackage(file).version);
    const native = Object.entries(NATIVE).map(([file, at]) => at.exec(read(file))?.[1]);
    assert.deepEqual(new Set([...versions, ...native]), new Set([root.version]));
    const sections = [...read("CHANGELOG.md").matchAll(/^## \[(.+?)\]/gm)].map(([, name]) => name);
    assert.equal(sections[0], "Unreleased");
    if (process.env["GITHUB_REF_TYPE"] !== "tag") return;
    assert.equal(process.env["GITHUB_REF_NAME"], `v${root.version}`);
    assert.ok(sections.includes(root.version), `CHANGELOG.md has no section [${root.version}]`);
  });
});
