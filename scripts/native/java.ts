import { globSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join, resolve } from "node:path";
import { runChild } from "../child.mjs";
import { findProgram, installPackages, starts } from "./programs.ts";
import { type Report, readReport, type TestVariables } from "./report.ts";
import { snippetParts } from "./snippet-parts.ts";

const SDK = "sdk/android";
const OUT = ".tools/native/java";
const JUNIT = process.env["JUNIT_JAR"] ?? "/usr/share/java/junit-platform-console-standalone.jar";
const PACKAGES = ["openjdk-17-jdk-headless", "kotlin", "junit5", "maven"];
/** For both Java and Kotlin. */
const RELEASE = "11";
/** Android's default, unlike the machine's. */
const ENCODING = "UTF-8";

/** Tries to install what is missing first. */
export async function missingForAndroid(): Promise<string[]> {
  const before = missing();
  return before.length > 0 && (await installPackages(...PACKAGES)) ? missing() : before;
}

function missing(): string[] {
  const has = (name: string, ...args: string[]) => {
    const path = findProgram(name);
    return path !== undefined && starts(path, args);
  };
  return [
    ...(has("javac", "-version") ? [] : ["a JDK"]),
    ...(has("kotlinc", "-version") ? [] : ["Kotlin"]),
    ...(has("mvn", "-version") ? [] : ["Maven"]),
    ...(globSync(JUNIT).length > 0 ? [] : ["JUnit's console (JUNIT_JAR)"]),
  ];
}

export async function compileAndroid(): Promise<number> {
  rmSync(OUT, { recursive: true, force: true });
  mkdirSync(OUT, { recursive: true });
  writeResourceNames(join(OUT, "R.java"));
  const java = (to: string, on: string[], ...patterns: string[]) =>
    runChild("javac", [
      ...["--release", RELEASE, "-encoding", ENCODING, "-Xlint:all", "-Werror"],
      ...["-d", classes(to), "-cp", path(on)],
      ...patterns.flatMap((pattern) => globSync(pattern)),
    ]);
  const kotlin = (to: string, on: string[], folder: string) =>
    runChild("kotlinc", [
      ...["-jvm-target", RELEASE, "-Werror", "-d", classes(to), "-cp", path(on), join(SDK, folder)],
      `-Xfriend-paths=${classes("core")}`,
    ]);
  return (
    (await java("stubs", [], `${SDK}/stubs/**/*.java`)) ||
    (await java("core", ["stubs"], `${SDK}/core/src/main/**/*.java`)) ||
    (await kotlin("kotlin", ["core", "stubs"], "core/src/main/kotlin")) ||
    (await java(
      "ui",
      ["core", "stubs"],
      `${SDK}/ui/src/main/**/*.java`,
      `${SDK}/example/src/main/**/*.java`,
      join(OUT, "R.java"),
    )) ||
    (await java("test", ["core", "stubs"], `${SDK}/core/src/test/**/*.java`)) ||
    (await kotlin("kotlin-test", ["core", "kotlin", "test", "stubs"], "core/src/test/kotlin")) ||
    (await compileSnippet()) ||
    (await runChild("javadoc", [
      ...["-quiet", "-encoding", ENCODING, "-Xdoclint:all,-missing", "-Werror"],
      ...["-d", join(OUT, "docs"), "-cp", path(["stubs"])],
      ...globSync(`${SDK}/core/src/main/**/*.java`),
    ])) ||
    runChild("mvn", ["--offline", "--quiet", "--file", `${SDK}/core/pom.xml`, "validate"])
  );
}

function compileSnippet(): Promise<number> {
  const { imports, code } = snippetParts("android");
  const file = join(OUT, "Snippet.kt");
  writeFileSync(
    file,
    `${imports}\nclass Shop : androidx.activity.ComponentActivity() {\nfun pay(token: String) {\n${code}\n}\n}\n`,
  );
  const on = path(["core", "ui", "stubs"]);
  return runChild("kotlinc", ["-jvm-target", RELEASE, "-d", classes("snippet"), "-cp", on, file]);
}

/** Runs test classes whose name matches `pattern`. */
export async function testAndroid(
  pattern: string,
  { vectors = "sdk/vectors", ...variables }: TestVariables = {},
): Promise<Report> {
  const reports = join(OUT, "reports");
  rmSync(reports, { recursive: true, force: true });
  const code = await runChild(
    "java",
    [
      ...[`-Dfile.encoding=${ENCODING}`, "-jar", JUNIT, "--disable-banner", "--details=none"],
      ...["--include-engine=junit-jupiter", "--include-classname", pattern],
      ...["--scan-classpath", path(["test", "kotlin-test"]), "--reports-dir", reports],
      ...["-cp", path(["core", "kotlin", "test", "kotlin-test", "stubs"]), "--fail-if-no-tests"],
    ],
    { env: { ...process.env, BANKSIDE_VECTORS: resolve(vectors), ...variables } },
  );
  return readReport(join(reports, "TEST-junit-jupiter.xml"), "sdk/android", code);
}

function writeResourceNames(file: string): void {
  const values = readFileSync(join(SDK, "ui/src/main/res/values/strings.xml"), "utf8");
  const colors = readFileSync(join(SDK, "ui/src/main/res/values/styles.xml"), "utf8");
  const names = (text: string, kind: string) =>
    [...text.matchAll(new RegExp(`<${kind} name="(\\w+)"`, "g"))].map(([, name = ""]) => name);
  const kinds: Record<string, string[]> = {
    string: names(values, "string"),
    color: names(colors, "color"),
    drawable: globSync(`${SDK}/ui/src/main/res/drawable/*.xml`).map((file) =>
      file.replace(/^.*[\\/]|\.xml$/g, ""),
    ),
  };
  const nested = Object.entries(kinds).map(
    ([kind, all]) =>
      `public static final class ${kind} {\n${all.map((name, index) => `public static final int ${name} = ${index};`).join("\n")}\n}`,
  );
  writeFileSync(
    file,
    `package io.github.bankside.ui;\npublic final class R {\n${nested.join("\n")}\n}\n`,
  );
}

function classes(name: string): string {
  return resolve(OUT, name);
}

function path(names: string[]): string {
  const kotlin = findProgram("kotlinc");
  const library = kotlin
    ? [join(dirname(dirname(realpathSync(kotlin))), "lib/kotlin-stdlib.jar")]
    : [];
  return [...names.map(classes), ...library, JUNIT].join(delimiter);
}
