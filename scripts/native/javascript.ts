import { join, resolve } from "node:path";
import { runNode } from "../node.ts";
import { type Report, readReport } from "./report.ts";

export async function testJavascript(vectors: string): Promise<Report> {
  const report = join(vectors, "javascript.xml");
  const reporter = ["--test-reporter=junit", `--test-reporter-destination=${report}`];
  const code = await runNode(["--test", ...reporter, "sdk/js/src/vectors.test.ts"], {
    BANKSIDE_VECTORS: resolve(vectors),
  });
  return readReport(report, "sdk/js", code);
}
