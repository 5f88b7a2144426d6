import { BRAND_PREVIEW, EMBED_PROBE, isUnder } from "#lib/next/request/security-headers.ts";

/** Every build creates it in `public`. */
export const SCRIPT_FOLDER = "/script";

/** Pages with React in the browser. */
const REACT_FOLDERS = ["/console", "/embed-check", "/sandbox/app"];

/** Inside of them: a shopper's page, and one that any site may frame. */
const LIGHT_PAGES = [BRAND_PREVIEW, EMBED_PROBE];

/** Works without scripts, and has one small script of ours instead of Next's. Files, which have an extension, are no pages. */
export function isLightPage(path: string): boolean {
  if (LIGHT_PAGES.includes(path)) return true;
  return !/\.[^/]*$/.test(path) && !REACT_FOLDERS.some((folder) => isUnder(path, folder));
}

const SCRIPTS = /<script(?![^>]* data-own[ =>])[^>]*>[\s\S]*?<\/script>/g;
const SCRIPT_PRELOADS = /<link rel="preload" as="script"[^>]*>/g;
const COMMENTS = /<!--[\s\S]*?-->/g;

/** Without them browsers paint what they have parsed, and a line moves when the rest of it comes. */
const WAIT_FOR_END = '<link rel="expect" href="#page-end" blocking="render">';
const END = '<template id="page-end"></template>';

/** Replaces Next's scripts and flight data by `script`. A page that only the browser can render keeps them. */
export function lighten(html: string, script: string): string {
  const [, nonce] = /<script[^>]* nonce="([^"]+)"/.exec(html) ?? [];
  if (nonce === undefined || html.includes('<html id="__next_error__"')) return html;
  return html
    .replace(SCRIPTS, "")
    .replace(SCRIPT_PRELOADS, "")
    .replace(COMMENTS, "")
    .replace(
      "</head>",
      `${WAIT_FOR_END}<script type="module" src="${script}" nonce="${nonce}"></script></head>`,
    )
    .replace("</body>", `${END}</body>`);
}
