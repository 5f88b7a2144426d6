"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";

type Props = {
  expiresAt: string;
  /** Time left when the server rendered: the shopper's clock may be wrong, its pace is not. */
  remainingMs: number;
  /** Shown until scripts run. */
  serverText: string;
  /** With `{time}` in the place of minutes and seconds. */
  template: string;
  /** Read out once, when so many seconds are left. */
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
    // Timers of a page that was put away may come late.
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
      {/* Centred words of another length begin elsewhere: as a new element nothing moves. */}
      <time key={shown.length} dateTime={expiresAt}>
        {shown}
      </time>
      <span role="status" className="sr-only">
        {announced}
      </span>
    </p>
  );
}

// The one stands still while a computer sleeps, the other jumps when its clock is set right: never too much time left.
function stopwatch(): () => number {
  const [started, startedAt] = [performance.now(), Date.now()];
  return () => Math.max(performance.now() - started, Date.now() - startedAt);
}

function clockFace(seconds: number): string {
  const rest = String(seconds % 60).padStart(2, "0");
  return `${Math.floor(seconds / 60)}:${rest}`;
}
