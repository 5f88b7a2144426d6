"use client";

import { useEffect, useState } from "react";
import { Button } from "#components/ui/button.tsx";

type Props = {
  /** Time left when the server rendered. */
  waitMs: number;
  words: { resend: string; resendIn: string; resendHint: string; resendReady: string };
};

/** Asks for another code. The server decides whether it is time; with scripts the button waits until it is. */
export function ResendButton({ waitMs, words }: Props) {
  const seconds = useSecondsLeft(waitMs);
  const isWaiting = seconds !== undefined && seconds > 0;
  const label = isWaiting ? words.resendIn.replace("{seconds}", String(seconds)) : words.resend;
  return (
    <>
      <Button look="quiet" disabled={isWaiting}>
        <span className="tabular-nums">{label}</span>
      </Button>
      <span role="status" className="sr-only">
        {seconds === 0 && waitMs > 0 ? words.resendReady : ""}
      </span>
      <noscript>
        <span className="block text-center text-muted text-sm">{words.resendHint}</span>
      </noscript>
    </>
  );
}

/** Whole seconds that are left; nothing before scripts run. */
function useSecondsLeft(waitMs: number): number | undefined {
  const [seconds, setSeconds] = useState<number>();
  useEffect(() => {
    const end = performance.now() + waitMs;
    const tick = () => {
      const left = Math.max(0, Math.ceil((end - performance.now()) / 1000));
      setSeconds(left);
      if (left === 0) clearInterval(timer);
    };
    const timer = setInterval(tick, 1000);
    tick();
    return () => clearInterval(timer);
  }, [waitMs]);
  return seconds;
}
