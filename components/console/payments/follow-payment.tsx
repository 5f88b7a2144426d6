"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import useSWR from "swr";
import { PollError, poll } from "#components/console/poll.ts";
import { Banner } from "#components/ui/banner.tsx";

type Props = {
  /** Where the revision is asked for. */
  address: string;
  revision: string;
  /** Whether anything can still happen by itself. */
  isOpen: boolean;
  /** The status in a sentence, read out when it becomes another one. */
  status: string;
  stopped: string;
};

const POLL_MS = 2_500;

/** Keeps the page of a payment as it is now. */
export function FollowPayment({ address, revision, isOpen, status, stopped }: Props) {
  const router = useRouter();
  const first = useRef(status);
  const [news, setNews] = useState("");
  const { data: heard, error } = useSWR<string, unknown>(address, readRevision, {
    refreshInterval: isOpen ? POLL_MS : 0,
    shouldRetryOnError: false,
  });
  useEffect(() => {
    if (heard !== undefined && heard !== revision) router.refresh();
  }, [heard, revision, router]);
  useEffect(() => {
    if (status === first.current) return;
    first.current = status;
    setNews(status);
  }, [status]);
  if (error instanceof PollError && error.isOver) return <Banner tone="warning">{stopped}</Banner>;
  return (
    <p role="status" className="sr-only">
      {news}
    </p>
  );
}

function readRevision(address: string): Promise<string> {
  return poll(address, (body) => {
    const { revision } = body as { revision?: unknown };
    return typeof revision === "string" ? revision : undefined;
  });
}
