"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { usePoll } from "#components/console/use-poll.ts";
import { Banner } from "#components/ui/banner.tsx";

type Changes = { newestId: string; revision: string };

type Props = Changes & {
  address: string;
  /** Absent on the first page. */
  firstPageHref: string | undefined;
  words: { updated: string; newPayments: string; show: string; stopped: string };
};

const POLL_MS = 4_000;

/** Refreshes the first page of a list. Later pages only show a notice. */
export function FollowList({ address, newestId, revision, firstPageHref, words }: Props) {
  const router = useRouter();
  const shown = useRef(newestId);
  const [hasNews, setNews] = useState(false);
  const { data, isOver } = usePoll(address, parseChanges, () => POLL_MS);
  const isFirstPage = firstPageHref === undefined;
  const heard = data?.revision;
  useEffect(() => {
    if (isFirstPage && heard !== undefined && heard !== revision) router.refresh();
  }, [isFirstPage, heard, revision, router]);
  useEffect(() => {
    if (newestId === shown.current) return;
    shown.current = newestId;
    setNews(true);
  }, [newestId]);
  const isBehind = !isFirstPage && data !== undefined && data.newestId !== newestId;
  if (isOver) return <Banner tone="warning">{words.stopped}</Banner>;
  return (
    <div role="status">
      {isBehind && (
        <div className="mt-4">
          <Banner>
            <p>
              {words.newPayments}{" "}
              <a className="link" href={firstPageHref}>
                {words.show}
              </a>
            </p>
          </Banner>
        </div>
      )}
      {/* A new element: unchanged text is not read out again. */}
      {hasNews && (
        <p key={newestId} className="sr-only">
          {words.updated}
        </p>
      )}
    </div>
  );
}

function parseChanges(body: unknown): Changes | undefined {
  const { newestId, revision } = body as Partial<Changes>;
  return typeof newestId === "string" && typeof revision === "string"
    ? { newestId, revision }
    : undefined;
}
