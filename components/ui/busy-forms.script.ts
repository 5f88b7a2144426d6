import { showPage } from "./show-page.script.ts";

const busy = new Map<Element, string>();

/**
 * A form is sent once, and its button shows its `data-busy`. The response to a form with `data-stays` changes the page; those whose
 * response leads to another site leave it.
 */
export function watchForms(): void {
  document.addEventListener("submit", (event) => {
    const { target, submitter, defaultPrevented } = event;
    if (!isPostForm(target) || defaultPrevented) return;
    if (target.hasAttribute("data-sent")) return event.preventDefault();
    target.setAttribute("data-sent", "");
    for (const button of target.querySelectorAll<HTMLButtonElement>("button[data-busy]")) {
      button.setAttribute("aria-disabled", "true");
    }
    const button = submitter ?? target.querySelector("button[data-busy]");
    const words = button?.getAttribute("data-busy");
    if (button && words) busy.set(button, setLabel(button, words));
    // A sandboxed frame may send forms, but not fetch.
    if (!target.hasAttribute("data-stays") || window.origin === "null") return;
    event.preventDefault();
    showPage(target.getAttribute("action") || window.location.href, {
      form: target,
      body: new FormData(target, submitter),
    }).then(() => {
      // Another page is on its way.
      if (!target.hasAttribute("data-sent")) busy.clear();
    }, freeForms);
  });
  document.addEventListener("click", (event) => {
    const { target } = event;
    if (target instanceof Element && target.closest("button[aria-disabled=true]")) {
      event.preventDefault();
    }
  });
  // Back from the browser's store of left pages.
  window.addEventListener("pageshow", ({ persisted }) => {
    if (persisted) freeForms();
  });
}

/** A field named "method" hides the property of its form. */
function isPostForm(target: EventTarget | null): target is HTMLFormElement {
  return (
    target instanceof HTMLFormElement && target.getAttribute("method")?.toLowerCase() === "post"
  );
}

function freeForms(): void {
  for (const [button, words] of busy) setLabel(button, words);
  busy.clear();
  for (const form of document.querySelectorAll("form[data-sent]")) {
    form.removeAttribute("data-sent");
    for (const button of form.querySelectorAll("button[data-busy]")) {
      button.removeAttribute("aria-disabled");
    }
  }
}

/** Keeps icons. Returns the earlier words. */
export function setLabel(button: Element, words: string): string {
  const label = button.querySelector("[data-label]") ?? button;
  const texts = document.createTreeWalker(label, NodeFilter.SHOW_TEXT);
  const text = texts.nextNode();
  const earlier = text?.nodeValue ?? "";
  if (text) text.nodeValue = words;
  return earlier;
}
