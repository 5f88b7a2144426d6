import { watchForms } from "./busy-forms.script.ts";
import { watchClicks } from "./press.script.ts";

/** Call last: tests wait for the mark. */
export function watchPage(): void {
  watchForms();
  watchClicks();
  document.querySelector<HTMLElement>("form [aria-invalid=true]")?.focus();
  document.documentElement.setAttribute("data-live", "");
}
