"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";

const LOOK_EVERY_MS = 5000;

export function FollowMailbox() {
  const router = useRouter();
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) router.refresh();
    }, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [router]);
  return null;
}
