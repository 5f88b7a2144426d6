"use client";

import { useEffect, useRef } from "react";

const APPEAR = [{ opacity: 0, translate: "0 8px" }, {}];

/** When the screen changes, its heading gets the focus, so that screen readers read it out, and the step moves in. */
export function FocusHeading({ screen }: { screen: string }) {
  const shown = useRef(screen);
  useEffect(() => {
    if (shown.current === screen) return;
    shown.current = screen;
    const title = document.getElementById("title");
    title?.focus();
    if (matchMedia("(prefers-reduced-motion: no-preference)").matches) {
      title?.closest("[data-step]")?.animate(APPEAR, { duration: 200, easing: "ease-out" });
    }
  }, [screen]);
  return null;
}
