"use client";

import { useEffect } from "react";

type Props = {
  /** The app's own address, parsed by the server. */
  href: string;
  /** Time to read the outcome. */
  delayMs: number;
  goingText: string;
};

/** Takes the payer back to the app. The link above it stays for browsers that want a click. */
export function AppReturn({ href, delayMs, goingText }: Props) {
  useEffect(() => {
    const timer = setTimeout(() => window.location.assign(href), delayMs);
    return () => clearTimeout(timer);
  }, [href, delayMs]);
  return (
    <p role="status" className="needs-script text-center text-muted text-sm">
      {goingText}
    </p>
  );
}
