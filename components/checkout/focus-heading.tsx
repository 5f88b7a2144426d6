"use client";

import { useEffect, useRef } from "react";

/** Moves the focus to the page's heading when the screen changes, so that the change is read out. */
export function FocusHeading({ screen }: { screen: string }) {
  const shown = useRef(screen);
  useEffect(() => {
    if (shown.current === screen) return;
    shown.current = screen;
    document.getElementById("title")?.focus();
  }, [screen]);
  return null;
}
