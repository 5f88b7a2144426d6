"use client";

import { type ReactNode, useEffect, useState } from "react";

/** Replaces `children` by `later` after `seconds`. A new `key` starts again. */
export function Later({
  seconds,
  later,
  children,
}: {
  seconds: number;
  later: ReactNode;
  children: ReactNode;
}) {
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), seconds * 1000);
    return () => clearTimeout(timer);
  }, [seconds]);
  return isLate ? later : children;
}
