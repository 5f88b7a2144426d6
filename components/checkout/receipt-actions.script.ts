import type { Run } from "#components/ui/page-element.script.ts";

export const runPrint: Run<object> = (element, signal) => {
  element.addEventListener("click", () => window.print(), { signal });
};
