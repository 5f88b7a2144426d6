"use client";

import { CircleCheck, Radio } from "lucide-react";
import { usePoll } from "#components/console/use-poll.ts";
import { Icon } from "#components/ui/icon.tsx";

type Props = {
  href: string;
  waiting: string;
};

/** `received`: when the first call arrived, in words; `null` before that. */
export type FirstCallNews = { received: string | null };

const POLL_MS = 2_500;

export function FirstCall({ href, waiting }: Props) {
  const { data } = usePoll(href, parseNews, (latest) => (latest?.received ? 0 : POLL_MS));
  const received = data?.received ?? undefined;
  return (
    <p
      role="status"
      className={`flex items-center gap-2 font-medium ${received ? "text-positive" : "text-muted"}`}
    >
      <Icon of={received ? CircleCheck : Radio} />
      {received ?? waiting}
    </p>
  );
}

function parseNews(body: unknown): FirstCallNews | undefined {
  const { received } = body as Partial<FirstCallNews>;
  return received === undefined ? undefined : { received };
}
