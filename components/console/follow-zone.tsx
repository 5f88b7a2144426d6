"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { ZONE_COOKIE } from "#lib/console/model/reader-zone.ts";
import { readerZone } from "./reader-zone.ts";

const YEAR_S = 365 * 24 * 60 * 60;

/** Names the browser's time zone to the server. Refreshes the page if it shows another one. */
export function FollowZone({ shown }: { shown: string }) {
  const router = useRouter();
  useEffect(() => {
    const zone = readerZone();
    if (zone === shown) return;
    // biome-ignore lint/suspicious/noDocumentCookie: browsers of 2023 lack the Cookie Store API
    document.cookie = `${ZONE_COOKIE}=${encodeURIComponent(zone)}; path=/console; max-age=${YEAR_S}; samesite=lax`;
    router.refresh();
  }, [shown, router]);
  return null;
}
