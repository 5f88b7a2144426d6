import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { z } from "zod";
import { isEntry, say } from "./node.ts";

const versionSchema = z.object({ version: z.string() });

/** Without the heading. */
export function releaseNotes(changelog: string, version: string): string | undefined {
  const sections = changelog.split(/^## /m);
  const section = sections.find((text) => text.startsWith(`[${version}]`));
  return section?.slice(section.indexOf("\n")).trim();
}

/** Creates the release of the version's tag at the host. */
function release(): number {
  const { version } = versionSchema.parse(JSON.parse(readFileSync("package.json", "utf8")));
  const notes = releaseNotes(readFileSync("CHANGELOG.md", "utf8"), version);
  if (!notes) {
    say(`CHANGELOG.md has no section [${version}].`);
    return 1;
  }
  const options = ["--verify-tag", "--title", version, "--notes", notes];
  const { status } = spawnSync("gh", ["release", "create", `v${version}`, ...options], {
    stdio: "inherit",
  });
  return status ?? 1;
}

if (isEntry(import.meta.url)) process.exitCode = release();
