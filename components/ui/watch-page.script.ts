import { watchForms } from "./busy-forms.script.ts";

/** Call last: tests wait for the mark. */
export function watchPage(): void {
  watchForms();
  document.querySelector<HTMLElement>("form [aria-invalid=true]")?.focus();
  document.documentElement.setAttribute("data-live", "");
}
