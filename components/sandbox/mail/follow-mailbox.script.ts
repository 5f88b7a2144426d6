import type { Run } from "#components/ui/page-element.script.ts";
import { showPage } from "#components/ui/show-page.script.ts";

const LOOK_EVERY_MS = 5_000;

export const runFollowMailbox: Run<object> = (_element, signal) => {
  const look = () => {
    if (!document.hidden) showPage().catch(() => undefined);
  };
  const timer = setInterval(look, LOOK_EVERY_MS);
  signal.addEventListener("abort", () => clearInterval(timer));
};
