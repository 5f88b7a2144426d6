"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { usePoll } from "#components/console/use-poll.ts";
import { Banner } from "#components/ui/banner.tsx";

type Props = {
  address: string;
  revision: string;
  /** Whether anything can still change without user action. */
  isOpen: boolean;
  /** The status as a sentence, read out when it changes. */
  status: string;
  stopped: string;
};

const POLL_MS = 2_500;

export function FollowPayment({ address, revision, isOpen, status, stopped }: Props) {
  const router = useRouter();
  const first = useRef(status);
  const [news, setNews] = useState("");
  const { data: heard, isOver } = usePoll(address, parseRevision, () => (isOpen ? POLL_MS : 0));
  useEffect(() => {
    if (heard !== undefined && heard !== revision) router.refresh();
  }, [heard, revision, router]);
  useEffect(() => {
    if (status === first.current) return;
    first.current = status;
    setNews(status);
  }, [status]);
  if (isOver) return <Banner tone="warning">{stopped}</Banner>;
  return (
    <p role="status" className="sr-only">
      {news}
    </p>
  );
}

function parseRevision(body: unknown): string | undefined {
  const { revision } = body as { revision?: unknown };
  return typeof revision === "string" ? revision : undefined;
}
