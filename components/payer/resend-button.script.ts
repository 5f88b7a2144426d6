import { setLabel } from "#components/ui/busy-forms.script.ts";
import type { Run } from "#components/ui/page-element.script.ts";

export type ResendProps = {
  /** Time left when the server rendered. */
  waitMs: number;
  words: { resend: string; resendIn: string; resendReady: string };
};

export const runResend: Run<ResendProps> = (element, signal) => {
  const { waitMs, words } = element.props;
  const button = element.querySelector("button");
  if (!button || waitMs === 0) return;
  const end = performance.now() + waitMs;
  const tick = () => {
    const seconds = Math.max(0, Math.ceil((end - performance.now()) / 1000));
    const isWaiting = seconds > 0;
    button.setAttribute("aria-disabled", String(isWaiting));
    const label = isWaiting ? words.resendIn.replace("{seconds}", String(seconds)) : words.resend;
    setLabel(button, label);
    if (isWaiting) return;
    clearInterval(timer);
    element.querySelector("[role=status]")?.replaceChildren(words.resendReady);
  };
  const timer = setInterval(tick, 1000);
  tick();
  signal.addEventListener("abort", () => clearInterval(timer));
};
