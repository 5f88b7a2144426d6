"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";

type Props = {
  expiresAt: string;
  /** Time left when the server rendered. The shopper's clock may be wrong, but its pace is right. */
  remainingMs: number;
  serverText: string;
  /** `{time}` is replaced by minutes and seconds. */
  template: string;
  /** Each is read out once, when `seconds` are left. */
  announcements: { seconds: number; text: string }[];
};

export function Countdown({ expiresAt, remainingMs, serverText, template, announcements }: Props) {
  const router = useRouter();
  const [seconds, setSeconds] = useState<number>();

  useEffect(() => {
    const passed = stopwatch();
    const tick = () => setSeconds(Math.max(0, Math.ceil((remainingMs - passed()) / 1000)));
    tick();
    const timer = setInterval(tick, 1000);
    // Browsers delay timers of hidden pages.
    document.addEventListener("visibilitychange", tick);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", tick);
    };
  }, [remainingMs]);

  useEffect(() => {
    if (seconds === 0) router.refresh();
  }, [seconds, router]);

  const passed = announcements.filter(
    (announcement) => seconds !== undefined && seconds <= announcement.seconds,
  );
  const shown = seconds === undefined ? serverText : template.replace("{time}", clockFace(seconds));
  const announced = passed.toSorted((a, b) => a.seconds - b.seconds)[0]?.text ?? "";
  return (
    <p className="text-center text-muted text-sm tabular-nums">
      {/* Centred text of another length starts elsewhere. A new element avoids a layout shift. */}
      <time key={shown.length} dateTime={expiresAt}>
        {shown}
      </time>
      <span role="status" className="sr-only">
        {announced}
      </span>
    </p>
  );
}

// performance.now() stops while a computer sleeps; Date.now() jumps when the clock is set. The maximum never shows too much time.
function stopwatch(): () => number {
  const [started, startedAt] = [performance.now(), Date.now()];
  return () => Math.max(performance.now() - started, Date.now() - startedAt);
}

function clockFace(seconds: number): string {
  const rest = String(seconds % 60).padStart(2, "0");
  return `${Math.floor(seconds / 60)}:${rest}`;
}
