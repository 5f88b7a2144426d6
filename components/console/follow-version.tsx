"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { usePoll } from "#components/console/use-poll.ts";

const POLL_MS = 4_000;

type Props = {
  /** Returns the current version. */
  address: string;
  version: string;
};

/** Refreshes the page when the version changes. Pauses while the tab is hidden. */
export function FollowVersion({ address, version }: Props) {
  const router = useRouter();
  const { data: heard } = usePoll(address, parseVersion, () => POLL_MS);
  useEffect(() => {
    if (heard !== undefined && heard !== version) router.refresh();
  }, [heard, version, router]);
  return null;
}

function parseVersion(body: unknown): string | undefined {
  const { version } = body as { version?: unknown };
  return typeof version === "string" ? version : undefined;
}
