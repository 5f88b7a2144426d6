"use client";

import { CircleCheck, Radio } from "lucide-react";
import useSWR from "swr";
import { Icon } from "#components/ui/icon.tsx";

type Props = {
  /** Where to ask for the key's first call. */
  href: string;
  waiting: string;
};

/** What the console answers of a key: words for its first call once there was one. */
export type FirstCallNews = { received: string | null };

type State = FirstCallNews & { isOver: boolean };

const EVERY_MS = 2500;

/** Tells when the first call with a key arrives, without being asked; it rests while the page is hidden. */
export function FirstCall({ href, waiting }: Props) {
  const { data } = useSWR(href, ask, {
    refreshInterval: (state) => (state?.isOver ? 0 : EVERY_MS),
    revalidateOnFocus: false,
    shouldRetryOnError: false,
  });
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

async function ask(href: string): Promise<State> {
  const answer = await fetch(href, { headers: { Accept: "application/json" } });
  // Signed out, or the key is another account's by now: asking again changes nothing.
  if (answer.status >= 400 && answer.status < 500) return { received: null, isOver: true };
  if (!answer.ok) throw new Error(`answered ${answer.status}`);
  const { received }: FirstCallNews = await answer.json();
  return { received, isOver: received !== null };
}
