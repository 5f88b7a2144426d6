import { buildIfStale } from "../site.ts";
import { runBrowser } from "./parts.ts";

process.exit((await buildIfStale()) || (await runBrowser(["journeys.spec.ts"])));
