import { buildIfStale } from "../site.ts";
import { runBrowser } from "./parts.ts";

// A picture of every state, into `test-results/screenshots`.
process.env["SCREENSHOTS"] = "true";
const args = ["screenshots.spec.ts", ...process.argv.slice(2)];
process.exit((await buildIfStale()) || (await runBrowser(args)));
