import { FrameReport } from "#components/embedding/frame-report.tsx";
import { PlainPage } from "#components/ui/plain-page.tsx";
import { merchantText, titleOf } from "#lib/next/request/text.ts";
import { type Query, readTyped } from "../asked.ts";

type Props = { searchParams: Promise<Query> };

export const generateMetadata = titleOf((words) => words.embedCheck.frame.tab);

/** Replaces the checkout in a merchant's frame and reports what it sees from there. */
export default async function EmbedProbePage({ searchParams }: Props) {
  const { reference } = readTyped(await searchParams);
  const { messages } = await merchantText();
  const { title, noScript, ...words } = messages.embedCheck.frame;
  return (
    <PlainPage title={title} lead={words.purpose}>
      <noscript>
        <p>{noScript}</p>
      </noscript>
      <FrameReport reference={reference} words={words} />
    </PlainPage>
  );
}
