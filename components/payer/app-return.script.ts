import type { Run } from "#components/ui/page-element.script.ts";

export type AppReturnProps = {
  /** The app's address, parsed by the server. */
  href: string;
  /** Time to read the outcome. */
  delayMs: number;
};

export const runAppReturn: Run<AppReturnProps> = ({ props: { href, delayMs } }, signal) => {
  const timer = setTimeout(() => window.location.assign(href), delayMs);
  signal.addEventListener("abort", () => clearTimeout(timer));
};
