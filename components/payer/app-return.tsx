"use client";

import { useEffect } from "react";

type Props = {
  /** The app's address, parsed by the server. */
  href: string;
  /** Time to read the outcome. */
  delayMs: number;
  goingText: string;
};

/** The link above stays for browsers that require a click. */
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
