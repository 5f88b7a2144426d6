import type { Run } from "#components/ui/page-element.script.ts";
import { afterClick } from "#components/ui/press.script.ts";

export type AppReturnProps = {
  /** The app's address, parsed by the server. */
  href: string;
  /** Time to read the outcome. */
  delayMs: number;
};

export const runAppReturn: Run<AppReturnProps> = ({ props: { href, delayMs } }, signal) => {
  const go = () => !signal.aborted && window.location.assign(href);
  const timer = setTimeout(() => afterClick(go), delayMs);
  signal.addEventListener("abort", () => clearTimeout(timer));
};
