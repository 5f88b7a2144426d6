import { createElement, type ReactNode } from "react";
import { keepForRequest, keptForRequest } from "#lib/platform/http/request-scope.ts";

type Render = (node: ReactNode) => string;

const HOLDER = Symbol.for("bankside.render");
const PARTS = "markup";

// Next bundles pages apart from the server, with a React that renders no HTML.
const holder = globalThis as typeof globalThis & { [HOLDER]?: Render };

/** Call first: `render` is `renderToStaticMarkup`, of a React that is not bundled. */
export function provideRenderer(render: Render): void {
  holder[HOLDER] = render;
}

/**
 * The HTML of what is neither asynchronous nor a client component, and uses no hooks of the bundled React.
 * @throws Error for anything else
 */
export function renderMarkup(node: ReactNode): string {
  const render = holder[HOLDER];
  if (!render) throw new Error("this process renders no markup");
  return render(node);
}

/**
 * Like {@link renderMarkup}, for most of a page: the HTML of a light page gets it when Next is done. Next would render it twice, as
 * flight data and as HTML.
 */
export function placeMarkup(node: ReactNode): ReactNode {
  const markup = renderMarkup(node);
  const parts = keptForRequest(PARTS) as string[] | undefined;
  if (!parts) {
    return createElement("div", {
      className: "contents",
      // biome-ignore lint/security/noDangerouslySetInnerHtml: React has escaped it
      dangerouslySetInnerHTML: { __html: markup },
    });
  }
  return createElement("template", { "data-markup": parts.push(markup) - 1 });
}

const PLACES = /<template data-markup="(\d+)"><\/template>/g;

/** For the response to the current request: returns what puts the parts in their places, once. */
export function takeMarkup(): (html: string) => string {
  const parts: string[] = [];
  keepForRequest(PARTS, parts);
  return (html) => {
    const taken = parts.splice(0);
    return html.replace(PLACES, (_, index) => taken[index] ?? "");
  };
}
