"use client";

import { useEffect, useRef } from "react";

/** Focuses the heading when the screen changes, so that screen readers read it out. */
export function FocusHeading({ screen }: { screen: string }) {
  const shown = useRef(screen);
  useEffect(() => {
    if (shown.current === screen) return;
    shown.current = screen;
    document.getElementById("title")?.focus();
  }, [screen]);
  return null;
}
