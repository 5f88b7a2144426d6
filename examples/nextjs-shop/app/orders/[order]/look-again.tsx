"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";

const INTERVAL_MS = 3_000;
const TIME_LIMIT_MS = 120_000;

/** Renders the page again on the server for two minutes. After that, the webhook still arrives. */
export function LookAgain() {
  const router = useRouter();
  useEffect(() => {
    const timer = setInterval(() => router.refresh(), INTERVAL_MS);
    const end = setTimeout(() => clearInterval(timer), TIME_LIMIT_MS);
    return () => {
      clearInterval(timer);
      clearTimeout(end);
    };
  }, [router]);
  return null;
}
