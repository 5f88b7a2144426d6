"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import useSWR from "swr";

const POLL_MS = 4_000;

type Props = {
  /** Answers what is true now. */
  address: string;
  /** What the page shows. */
  version: string;
};

/** Renders the page anew as soon as another step is done, wherever that happened. Rests while the tab is hidden. */
export function FollowSteps({ address, version }: Props) {
  const router = useRouter();
  const { data: heard } = useSWR(address, readVersion, {
    refreshInterval: POLL_MS,
    revalidateOnFocus: true,
    focusThrottleInterval: 1_000,
  });
  useEffect(() => {
    if (heard !== undefined && heard !== version) router.refresh();
  }, [heard, version, router]);
  return null;
}

async function readVersion(address: string): Promise<string> {
  const response = await fetch(address, { cache: "no-store" });
  if (!response.ok) throw new Error(`the first steps can't be read: ${response.status}`);
  const body: { version?: unknown } = await response.json();
  if (typeof body.version !== "string") throw new Error("the first steps can't be read");
  return body.version;
}
