import { poll } from "#components/sandbox/poll.script.ts";
import type { Run } from "#components/ui/page-element.script.ts";
import { showPage } from "#components/ui/show-page.script.ts";

const LOOK_EVERY_MS = 5_000;

export const runFollowMailbox: Run<object> = (_element, signal) => {
  poll(() => showPage(), LOOK_EVERY_MS, signal);
};
