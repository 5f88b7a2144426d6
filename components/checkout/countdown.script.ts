import type { Run } from "#components/ui/page-element.script.ts";
import { showPage } from "#components/ui/show-page.script.ts";
import { setTime } from "./set-time.ts";

export type CountdownProps = {
  /** Time left when the server rendered. The shopper's clock may be wrong, but its pace is right. */
  remainingMs: number;
  /** `{time}` is replaced by minutes and seconds. */
  template: string;
  /** Each is read out once, when `seconds` are left. */
  announcements: { seconds: number; text: string }[];
};

export const runCountdown: Run<CountdownProps> = (element, signal) => {
  const { remainingMs, template, announcements } = element.props;
  const passed = stopwatch();
  const announcer = element.querySelector("[role=status]");
  const tick = () => {
    const seconds = Math.max(0, Math.ceil((remainingMs - passed()) / 1000));
    setTime(element, template.replace("{time}", clockFace(seconds)));
    const due = announcements.filter((announcement) => seconds <= announcement.seconds);
    const text = due.toSorted((a, b) => a.seconds - b.seconds)[0]?.text ?? "";
    if (announcer && announcer.textContent !== text) announcer.textContent = text;
    if (seconds > 0) return;
    clearInterval(timer);
    // The live status tries again.
    showPage().catch(() => undefined);
  };
  const timer = setInterval(tick, 1000);
  tick();
  // Browsers delay timers of hidden pages.
  document.addEventListener("visibilitychange", tick, { signal });
  signal.addEventListener("abort", () => clearInterval(timer));
};

// performance.now() stops while a computer sleeps; Date.now() jumps when the clock is set. The maximum never shows too much time.
function stopwatch(): () => number {
  const [started, startedAt] = [performance.now(), Date.now()];
  return () => Math.max(performance.now() - started, Date.now() - startedAt);
}

function clockFace(seconds: number): string {
  const two = (part: number) => String(part).padStart(2, "0");
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  const rest = two(seconds % 60);
  return hours > 0 ? `${hours}:${two(minutes % 60)}:${rest}` : `${minutes}:${rest}`;
}
