"use client";

import { useEffect, useState } from "react";
import { SubmitButton } from "#components/ui/submit-button.tsx";

type Props = {
  /** Time left when the server rendered. */
  waitMs: number;
  /** When another code may be sent. Identifies the wait. */
  resendAt: string;
  /** Id of the "sent" notice: the button keeps the focus, and the notice is read out. */
  sentId: string | undefined;
  words: {
    resend: string;
    resendIn: string;
    resendHint: string;
    resendReady: string;
    sending: string;
  };
};

/** The server enforces the wait; with scripts the button shows it. */
export function ResendButton({ waitMs, resendAt, sentId, words }: Props) {
  const seconds = useSecondsLeft(waitMs, resendAt);
  const isWaiting = seconds !== undefined && seconds > 0;
  const label = isWaiting ? words.resendIn.replace("{seconds}", String(seconds)) : words.resend;
  return (
    <div className="tabular-nums">
      <SubmitButton
        look="quiet"
        busyText={words.sending}
        isWaiting={isWaiting}
        autoFocus={sentId !== undefined}
        aria-describedby={sentId}
      >
        {label}
      </SubmitButton>
      <span role="status" className="sr-only">
        {seconds === 0 && waitMs > 0 ? words.resendReady : ""}
      </span>
      <noscript>
        <span className="block ps-5 text-muted text-sm">{words.resendHint}</span>
      </noscript>
    </div>
  );
}

/** Seconds until `resendAt`; `undefined` before scripts run. */
function useSecondsLeft(waitMs: number, resendAt: string): number | undefined {
  const [left, setLeft] = useState<{ resendAt: string; seconds: number }>();
  useEffect(() => {
    const end = performance.now() + waitMs;
    const tick = () => {
      const seconds = Math.max(0, Math.ceil((end - performance.now()) / 1000));
      setLeft({ resendAt, seconds });
      if (seconds === 0) clearInterval(timer);
    };
    const timer = setInterval(tick, 1000);
    tick();
    return () => clearInterval(timer);
  }, [waitMs, resendAt]);
  return left?.resendAt === resendAt ? left.seconds : undefined;
}
