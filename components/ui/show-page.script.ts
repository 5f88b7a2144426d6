import { Idiomorph } from "idiomorph";
import { LiveElement } from "./page-element.script.ts";
import { afterClick } from "./press.script.ts";

let loading: AbortController | undefined;

export type Sent = { form: HTMLFormElement; body: FormData };

/**
 * Loads this page, or another of ours, and changes what differs: focus, scroll position, open details, typed text and streams stay.
 * A page that has another script is loaded whole. The latest call wins. A page whose form was sent does not load itself again. With `sent` the page is the response to it.
 * @throws if the page did not load; the shown one stays.
 */
export async function showPage(address?: string, sent?: Sent): Promise<void> {
  if (address === undefined && document.querySelector("form[data-sent]")) return;
  loading?.abort();
  loading = new AbortController();
  const { signal } = loading;
  const headers = { Accept: "text/html" };
  const post = sent && { method: "POST", body: sent.body };
  const response = await fetch(address ?? window.location.href, { headers, signal, ...post });
  const html = await response.text();
  if (response.status >= 500 || response.status === 429) {
    throw new Error(`the page did not load: ${response.status}`);
  }
  await new Promise<void>(afterClick);
  if (signal.aborted) return;
  // The page is gone, or no longer for this browser.
  if (!response.ok) return window.location.replace(response.url);
  // Another page may need another policy and another script.
  const isOther = new URL(response.url).pathname !== window.location.pathname;
  if (sent && isOther) return window.location.assign(response.url);
  const next = new DOMParser().parseFromString(withOwnNonce(html), "text/html");
  // After an upgrade. A response to a form is shown: it may have what no page has.
  const isRepeatable = !sent || response.redirected;
  if (isRepeatable && scriptOf(next) !== scriptOf(document)) {
    return window.location.assign(response.url);
  }
  if (response.url !== window.location.href) window.history.replaceState(null, "", response.url);
  change(next, sent !== undefined);
  if (sent) showResponse(sent.form);
}

const scriptOf = (page: Document) => page.querySelector("head > script[src]")?.getAttribute("src");

/** The policy of this document holds for what it parses, and knows its own nonce only. */
function withOwnNonce(html: string): string {
  const { nonce = "" } = document.querySelector<HTMLElement>("script[nonce]") ?? {};
  return html.replaceAll(/ nonce="[^"]*"/g, ` nonce="${nonce}"`);
}

function change(next: Document, isResponse: boolean): void {
  document.title = next.title;
  // The parser makes elements of their content, which would take effect.
  for (const noscript of next.querySelectorAll("noscript")) noscript.remove();
  const beforeAttributeUpdated = (name: string, element: Element) =>
    name !== "nonce" && (isResponse || !stays(name, element));
  void Idiomorph.morph(document.body, next.body, {
    callbacks: { beforeNodeMorphed: keepOrRenew, beforeAttributeUpdated },
  });
}

function showResponse(form: HTMLFormElement): void {
  // Fields inside of elements.
  form.reset();
  const target =
    document.querySelector<HTMLElement>("form [aria-invalid=true]") ??
    document.querySelector<HTMLElement>("[autofocus]");
  target?.focus();
}

/** The script changes what is inside its elements: they stay as they are, or start again with the new content. */
function keepOrRenew(shown: Node, next: Node): boolean {
  if (!(shown instanceof LiveElement) || !(next instanceof Element)) return true;
  const props = next.getAttribute("props") ?? "";
  if (props !== shown.getAttribute("props")) {
    shown.replaceChildren(...next.childNodes);
    shown.setAttribute("props", props);
  }
  return false;
}

/** What the reader unfolded or typed stays. */
function stays(name: string, element: Element): boolean {
  if (element instanceof HTMLDetailsElement) return name === "open";
  if (element instanceof HTMLInputElement) {
    const { value, defaultValue, checked, defaultChecked } = element;
    return (
      (name === "value" && value !== defaultValue) ||
      (name === "checked" && checked !== defaultChecked)
    );
  }
  if (element instanceof HTMLTextAreaElement) return element.value !== element.defaultValue;
  return element instanceof HTMLOptionElement && element.selected !== element.defaultSelected;
}
