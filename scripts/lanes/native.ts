import { runBroken } from "../native/broken-vectors.ts";
import { compileAndroid, missingForAndroid, testAndroid } from "../native/java.ts";
import { testJavascript } from "../native/javascript.ts";
import { recordReport } from "../native/report.ts";
import { compileIos, missingForIos, testIos } from "../native/swift.ts";
import { say } from "../node.ts";
import { buildIfStale } from "../site.ts";
import { browserPart, type Part, runLane } from "./lane.ts";
import { runBrowser } from "./parts.ts";
import type { Result } from "./results.ts";

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
process.exit(
  await runLane(
    "npm run test:native",
    [
      browserPart(),
      parts,
      broken,
      { name: "build", run: buildIfStale },
      { name: "against a running Bankside", run: () => runBrowser(["native-sdks"]) },
    ],
    left,
  ),
);
