import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { record } from "../lanes/results.ts";
import { say } from "../node.ts";
import type { Report } from "./report.ts";

const FOLDER = ".tools/native/broken-vectors";

const FALSE = {
  amounts: { cents: 4_711 },
  arguments: { error: "another_error" },
  "checkout-addresses": { address: "https://elsewhere.example/" },
  "return-links": { outcome: { status: "cancelled" } },
  navigation: { decision: "open" },
  exchanges: { requests: 9 },
};

/** An SDK that passes a broken file does not read it. Resolves to the number of such files. */
export async function runBroken(
  sdk: string,
  test: (vectors: string) => Promise<Report>,
): Promise<number> {
  const folder = `${FOLDER}-${basename(sdk)}`;
  breakVectors(folder);
  const { results } = await test(folder);
  rmSync(folder, { recursive: true, force: true });
  const failed = results
    .filter(({ outcome }) => outcome === "failed")
    .map(({ name }) => plain(name));
  const missed = Object.keys(FALSE).filter(
    (file) => !failed.some((name) => name.includes(plain(file))),
  );
  for (const file of missed) say(`✘ ${sdk} passes a broken ${file}.json`);
  for (const file of Object.keys(FALSE)) {
    const outcome = missed.includes(file) ? "failed" : "passed";
    record({ outcome, file: sdk, name: `a broken ${file}.json is found`, ms: 0 });
  }
  return missed.length;
}

function breakVectors(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  cpSync("sdk/vectors", folder, { recursive: true });
  for (const [name, fields] of Object.entries(FALSE)) {
    const file = join(folder, `${name}.json`);
    const [first, ...others] = JSON.parse(readFileSync(file, "utf8"));
    writeFileSync(file, JSON.stringify([{ ...first, ...fields }, ...others]));
  }
}

// The runners name tests differently: testReturnLinks, returnLinks(), return-links.json.
function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z]/g, "");
}
