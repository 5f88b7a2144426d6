import type { Part } from "../lanes/lane.ts";
import type { Result } from "../lanes/results.ts";
import { say } from "../node.ts";
import { runBroken } from "./broken-vectors.ts";
import { compileAndroid, missingForAndroid, testAndroid } from "./java.ts";
import { testJavascript } from "./javascript.ts";
import { recordReport } from "./report.ts";
import { compileIos, missingForIos, testIos } from "./swift.ts";

const SDKS = [
  {
    name: "ios",
    missing: missingForIos,
    compile: compileIos,
    test: testIos,
    vectors: "VectorTests",
  },
  {
    name: "android",
    missing: missingForAndroid,
    compile: compileAndroid,
    test: testAndroid,
    vectors: ".*VectorTest",
  },
];

/** The browser tests after these parts pay with the SDKs. `left`: those whose tools could not be installed. */
export async function prepareNative(): Promise<{ parts: Part[][]; left: Result[] }> {
  const left: Result[] = [];
  const parts: Part[] = [];
  const broken: Part[] = [
    { name: "broken vectors in sdk/js", run: () => runBroken("sdk/js", testJavascript) },
  ];
  const ready: string[] = [];
  for (const { name, missing, compile, test, vectors } of SDKS) {
    const folder = `sdk/${name}`;
    const wanted = await missing();
    if (wanted.length > 0) {
      const reason = `${wanted.join(", ")} missing, and could not be installed`;
      left.push({ outcome: "skipped", file: folder, name: "all", ms: 0, reason });
      continue;
    }
    ready.push(name);
    parts.push({
      name: folder,
      run: async () => (await compile()) || recordReport(await test("^(?!.*Running).*$")),
    });
    broken.push({
      name: `broken vectors in ${folder}`,
      run: () => runBroken(folder, (path) => test(vectors, { vectors: path })),
    });
  }
  process.env["NATIVE_SDKS"] = ready.join(",");
  say(`Toolchains: ${ready.join(", ") || "none"}`);
  return { parts: [parts, broken], left };
}
