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
    const end = performance.now() + remainingMs;
    const tick = () => setSeconds(Math.max(0, Math.ceil((end - performance.now()) / 1000)));
    tick();
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [remainingMs]);

  useEffect(() => {
    if (seconds === 0) router.refresh();
  }, [seconds, router]);

  const passed = announcements.filter(
    (announcement) => seconds !== undefined && seconds <= announcement.seconds,
  );
  const announced = passed.toSorted((a, b) => a.seconds - b.seconds)[0]?.text ?? "";
  return (
    <p className="text-center text-muted text-sm tabular-nums">
      <time dateTime={expiresAt}>
        {seconds === undefined ? serverText : template.replace("{time}", clockFace(seconds))}
      </time>
      <span role="status" className="sr-only">
        {announced}
      </span>
    </p>
  );
}

function clockFace(seconds: number): string {
  const rest = String(seconds % 60).padStart(2, "0");
  return `${Math.floor(seconds / 60)}:${rest}`;
}
