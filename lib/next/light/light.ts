import type { IncomingMessage } from "node:http";
import { renderToStaticMarkup } from "react-dom/server";
import type { Rule } from "#lib/platform/http/dress.ts";
import { lightPage } from "./light-response.ts";
import { provideRenderer } from "./markup.ts";
import { pageScriptPath } from "./page-script.ts";
import { unknownAction } from "./unknown-action.ts";

/**
 * All that makes the pages of shoppers and payers light, for our server: docs/light-pages.md explains it. Call it before Next's first
 * request, and the result for each, whose response has these rules first. Pages use markup.ts.
 */
export function openLightPages(): (request: IncomingMessage) => Rule[] {
  provideRenderer(renderToStaticMarkup);
  return (request) => [unknownAction(request), lightPage(request, pageScriptPath)];
}
