import { buildIfStale } from "../site.ts";
import { runBrowser } from "./parts.ts";

process.env["SCREENSHOTS"] = "true";
const args = ["screenshots.spec.ts", ...process.argv.slice(2)];
process.exit((await buildIfStale()) || (await runBrowser(args)));
