"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";

type Props = {
  path: string;
};

/**
 * Redirects when a payer who left by a link or form marked `data-leaves` returns. Never uses time: an app may open slowly, and a
 * payer who declines to open it is back at once.
 */
export function WhenBack({ path }: Props) {
  const router = useRouter();
  useEffect(() => {
    let stage: "here" | "leaving" | "away" = "here";
    const leave = ({ target }: Event) => {
      if (target instanceof Element && target.closest("[data-leaves]")) stage = "leaving";
    };
    const look = ({ type }: Event) => {
      const isHere = type !== "blur" && document.visibilityState === "visible";
      if (!isHere && stage === "leaving") stage = "away";
      if (!isHere || stage !== "away") return;
      stage = "here";
      router.replace(path);
    };
    const events = new AbortController();
    const { signal } = events;
    document.addEventListener("click", leave, { signal });
    document.addEventListener("submit", leave, { signal });
    document.addEventListener("visibilitychange", look, { signal });
    for (const type of ["blur", "focus", "pageshow"]) {
      window.addEventListener(type, look, { signal });
    }
    return () => events.abort();
  }, [path, router]);
  return null;
}
